/** The icon for an Apple home screen, which rounds the corners itself. */
import { ImageResponse } from 'next/og'
import { AppIcon } from '#components/art/mark.tsx'
import { svgAddress } from '#components/art/svg-markup.ts'

export const dynamic = 'force-static'
export const size = { width: 180, height: 180 }
export const contentType = 'image/png'

export default function AppleIcon() {
  return new ImageResponse(
    // biome-ignore lint/a11y/useAltText: an icon, drawn into a picture
    <img src={svgAddress(<AppIcon size={180} />)} width={180} height={180} />,
    size,
  )
}
