/** A QR code, dark on white in every colour scheme, because many cameras read nothing else. */
import { qrPath } from '#lib/platform/qr.ts'

export function QrCode({ text, label, className }: { text: string; label: string; className: string }) {
  const { path, size } = qrPath(text)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`forced-color-adjust-none ${className}`}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
