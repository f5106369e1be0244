/** The manifest's icons, drawn at build time. */
import { ImageResponse } from 'next/og'
import { appIcon, svgAddress } from '#components/art/standalone.ts'
import { isKeyOf } from '#lib/platform/narrow.ts'

export const dynamic = 'force-static'
export const dynamicParams = false

const icons: Record<string, { size: number; safe: boolean }> = {
  '192.png': { size: 192, safe: false },
  '512.png': { size: 512, safe: false },
  'maskable-512.png': { size: 512, safe: true },
}

export const generateStaticParams = () => Object.keys(icons).map((name) => ({ name }))

export async function GET(_: Request, { params }: { params: Promise<{ name: string }> }) {
  const { name } = await params
  const icon = isKeyOf(icons, name) ? icons[name] : undefined
  if (!icon) return new Response(null, { status: 404 })
  const { size } = icon
  return new ImageResponse(
    // biome-ignore lint/a11y/useAltText: an icon, drawn into a picture
    <img src={svgAddress(appIcon(icon))} width={size} height={size} />,
    { width: size, height: size },
  )
}
