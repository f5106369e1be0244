/** The icon for an Apple home screen, which rounds the corners itself. */
import { ImageResponse } from 'next/og'
import { appIcon, svgAddress } from '#components/art/standalone.ts'

export const dynamic = 'force-static'
export const size = { width: 180, height: 180 }
export const contentType = 'image/png'

export default function AppleIcon() {
  return new ImageResponse(
    // biome-ignore lint/a11y/useAltText: an icon, drawn into a picture
    <img src={svgAddress(appIcon({ size: 180 }))} width={180} height={180} />,
    size,
  )
}
