/** Drawings that are files of their own: the app's icon, and share images without their words. */
import { drawnLogo } from '#lib/site/content/brand.ts'
import type { ObjectName, Picture } from '#lib/site/content/fields.ts'
import { usualCloth } from '#lib/site/content/index.ts'
import { colour } from './paint.ts'
import { cloth, objectScene } from './patterns.tsx'
import { person } from './portrait.tsx'
import { seam } from './seam.tsx'
import { traitsOf } from './traits.ts'

/** A data URL of an svg element, which must have its namespace. */
export const svgAddress = (svg: string): string => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

const logo = (x: number, y: number, size: number) =>
  `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="${drawnLogo.viewBox}">${drawnLogo.inside}</svg>`

/**
 * The logo on the ground of a page for a home screen: a standalone svg of `size` by `size` pixels. `safe` keeps it within the inner
 * circle of 80 % that a maskable icon always shows (https://www.w3.org/TR/appmanifest/#icon-masks).
 */
export function appIcon({ size, safe = false }: { size: number; safe?: boolean }): string {
  const room = safe ? 13 : 5
  const box = 40 + 2 * room
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-room} ${-room} ${box} ${box}"><rect x="${-room}" y="${-room}" width="${box}" height="${box}" fill="${colour.cream}"/>${logo(0, 0, 40)}</svg>`
}

const arch = 'M796 640V292C796 184 878 96 980 96S1164 184 1164 292V640Z'

/** Ground, cloth, arch, portrait and seam as one standalone svg of 1200 by 630. `photo`: a photograph as a data URL. */
export function shareImageArt(picture: Picture, photo?: string): string {
  const { cream } = colour
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
<rect width="1200" height="630" fill="${cream}"/>
${seam('card')}
<svg x="760" width="440" height="630">${cloth('pattern' in picture ? picture.pattern : usualCloth(), 'ground', 1.5)}</svg>
<clipPath id="arch"><path d="${arch}"/></clipPath>
${inArch(picture)}
${photo ? `<image x="796" y="96" width="368" height="540" preserveAspectRatio="xMidYMid slice" clip-path="url(#arch)" href="${photo}"/>` : ''}
${picture.kind === 'pattern' ? '' : `<path d="${arch}" fill="none" stroke="${cream}" stroke-width="12"/>`}
${logo(64, 56, 72)}
</svg>`
}

function inArch(picture: Picture): string {
  if (picture.kind === 'portrait')
    return `<g clip-path="url(#arch)"><svg x="755" y="90" width="450" height="540" viewBox="0 0 400 480"><rect width="400" height="480" fill="${traitsOf(picture).disc}"/>${person(picture)}</svg></g>`
  if (picture.kind === 'object')
    return `<g clip-path="url(#arch)"><svg x="700" y="90" width="560" height="550" viewBox="40 0 560 360" preserveAspectRatio="xMidYMid slice">${objectScene(picture.object, 'floor')}</svg></g>`
  return ''
}

/** The drawings of objects in pairs, as one standalone svg of 1280 pixels width. */
export function pairsOf(objects: readonly ObjectName[]): string {
  const height = Math.ceil(objects.length / 2) * 360
  const scenes = objects.map(
    (name, index) =>
      `<svg x="${(index % 2) * 640}" y="${Math.floor(index / 2) * 360}" width="640" height="360" viewBox="0 0 640 360">${objectScene(name, `floor-${index}`)}</svg>`,
  )
  const frame = `M640 0V${height}M0 360H1280`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="${height}" viewBox="0 0 1280 ${height}">${scenes.join('')}<path stroke="${colour.cream}" stroke-width="12" d="${frame}"/></svg>`
}

/** The column of a share image's title, in pixels. */
export const titleColumn = { width: 670, height: 310, lineHeight: 1.08 } as const

const sizes = [120, 96, 80, 66, 54] as const
const minSize = 44

/** Estimated width in ems, on the wide side. */
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (/[\p{Lu}\d]/u.test(letter) ? 0.76 : 0.52), 0)

/** Number of lines of `room` ems that a title needs; Infinity if a word is wider than a line. */
function lines(title: string, room: number): number {
  let count = 1
  let filled = 0
  for (const word of title.trim().split(/\s+/)) {
    const width = widthOf(word)
    if (width > room) return Number.POSITIVE_INFINITY
    if (filled > 0 && filled + 0.25 + width > room) {
      count += 1
      filled = width
    } else filled += (filled > 0 ? 0.25 : 0) + width
  }
  return count
}

/** The largest of the sizes, in pixels, at which a title of up to 70 characters fits its column. */
export function titleSize(title: string): number {
  const { width, height, lineHeight } = titleColumn
  return sizes.find((size) => lines(title, width / size) * size * lineHeight <= height) ?? minSize
}
