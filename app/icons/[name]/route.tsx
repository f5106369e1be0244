/** The manifest's icons, and what blocks offer for download, drawn at build time. */
import { ImageResponse } from 'next/og'
import { appIcon, pairsOf, shareImageArt, svgAddress } from '#components/art/standalone.ts'
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

type File = { svg: string; width: number; height: number; kinds: readonly ('svg' | 'png')[] }

const blocks = () => pages().flatMap((page) => page.blocks)

/** What visitors save, by the name without its ending: logos, the drawings of the press kit, and those of steps in one picture. */
function files(): ReadonlyMap<string, File> {
  const logo = { width: 2048, height: 2048, kinds: ['svg', 'png'] } as const
  const drawings = blocks().flatMap((block) => (block.kind === 'press-kit' ? block.pictures : []))
  const sheets = blocks().flatMap((block) => (block.kind === 'steps' && block.save ? block : []))
  return new Map<string, File>([
    ['logo', { svg: logoSvg, ...logo }],
    ['logo-one-colour', { svg: logoInOneColour, ...logo }],
    ...drawings.map(({ picture }, index): [string, File] => [
      `picture-${index + 1}`,
      { svg: shareImageArt(picture), width: 1200, height: 630, kinds: ['svg', 'png'] },
    ]),
    ...sheets.map(({ id = '', steps }): [string, File] => {
      const objects = steps.flatMap(({ picture }) => (picture?.kind === 'object' ? picture.object : []))
      const height = Math.ceil(objects.length / 2) * 360
      return [id, { svg: pairsOf(objects), width: 1280, height, kinds: ['png'] }]
    }),
  ])
}

export const generateStaticParams = () => [
  ...Object.keys(icons).map((name) => ({ name })),
  ...[...files()].flatMap(([name, { kinds }]) => kinds.map((kind) => ({ name: `${name}.${kind}` }))),
]

/** A drawing as a PNG of that many pixels. */
const drawn = (svg: string, width: number, height: number) =>
  new ImageResponse(
    // biome-ignore lint/a11y/useAltText: a drawing that becomes a picture
    <img src={svgAddress(svg)} width={width} height={height} />,
    { width, height },
  )

export async function GET(_: Request, { params }: { params: Promise<{ name: string }> }) {
  const { name } = await params
  const icon = isKeyOf(icons, name) ? icons[name] : undefined
  if (icon) return drawn(appIcon(icon), icon.size, icon.size)
  const [, stem = '', kind = ''] = /^(.*)\.(svg|png)$/.exec(name) ?? []
  const file = files().get(stem)
  if (!file?.kinds.some((each) => each === kind)) return new Response(null, { status: 404 })
  if (kind === 'svg') return new Response(file.svg, { headers: { 'content-type': 'image/svg+xml' } })
  return drawn(file.svg, file.width, file.height)
}
