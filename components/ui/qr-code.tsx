import { qrPath } from '#lib/platform/qr.ts'

/** Dark on white in every color scheme, because many cameras read nothing else. */
export function QrCode({ text, label, className }: { text: string; label: string; className: string }) {
  const { path, size } = qrPath(text)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`bg-white fill-black forced-color-adjust-none ${className}`}
    >
      <path d={path} />
    </svg>
  )
}
