/** The manifest's icons, and what the block `press-kit` offers for download, drawn at build time. */
import { ImageResponse } from 'next/og'
import { appIcon, cardArt, svgAddress } from '#components/art/standalone.ts'
import { isKeyOf } from '#lib/platform/narrow.ts'
import { logoInOneColour, logoSvg } from '#lib/site/content/brand.ts'
import { pages } from '#lib/site/content/index.ts'

export const dynamic = 'force-static'
export const dynamicParams = false

const icons: Record<string, { size: number; safe: boolean }> = {
  '192.png': { size: 192, safe: false },
  '512.png': { size: 512, safe: false },
  'maskable-512.png': { size: 512, safe: true },
}

const logos: Record<string, string> = { logo: logoSvg, 'logo-one-colour': logoInOneColour }
const logoPixels = 2048

/** Drawings of the press kit: picture-1.svg … */
const drawings = () =>
  pages()
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'press-kit' ? block.pictures : [])))
    .map(({ picture }, index): [string, string] => [`picture-${index + 1}.svg`, cardArt(picture)])

/** SVG files by their names. */
const vectors = () =>
  new Map([...Object.entries(logos).map(([name, svg]): [string, string] => [`${name}.svg`, svg]), ...drawings()])

export const generateStaticParams = () =>
  [...Object.keys(icons), ...vectors().keys(), ...Object.keys(logos).map((name) => `${name}.png`)].map((name) => ({
    name,
  }))

export async function GET(_: Request, { params }: { params: Promise<{ name: string }> }) {
  const { name } = await params
  const vector = vectors().get(name)
  if (vector) return new Response(vector, { headers: { 'content-type': 'image/svg+xml' } })
  const icon = isKeyOf(icons, name) ? icons[name] : undefined
  const logo = logos[name.replace(/\.png$/, '')]
  if (!icon && logo && name.endsWith('.png'))
    return new ImageResponse(
      // biome-ignore lint/a11y/useAltText: a logo, drawn into a picture
      <img src={svgAddress(logo)} width={logoPixels} height={logoPixels} />,
      { width: logoPixels, height: logoPixels },
    )
  if (!icon) return new Response(null, { status: 404 })
  const { size } = icon
  return new ImageResponse(
    // biome-ignore lint/a11y/useAltText: an icon, drawn into a picture
    <img src={svgAddress(appIcon(icon))} width={size} height={size} />,
    { width: size, height: size },
  )
}
