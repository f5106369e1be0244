/** Social cards: the drawing without the words, and the size of the title. */
import type { Picture } from '#lib/site/content/fields.ts'
import { colour } from './colours.ts'
import { MarkArt } from './mark.tsx'
import { ObjectScene } from './objects.tsx'
import { ClothPaint } from './patterns.tsx'
import { PlainPortraitArt } from './portrait/portrait.tsx'
import waves from './seam.json' with { type: 'json' }
import { sewn } from './seam.tsx'

const arch = 'M796 640V292C796 184 878 96 980 96S1164 184 1164 292V640Z'

/** Ground, cloth, arch, portrait and seam as one standalone svg of 1200 by 630. `photo`: a photograph as a data URL. */
export function CardArt({ picture, photo }: { picture: Picture; photo?: string | undefined }) {
  const cloth = 'pattern' in picture ? picture.pattern : 'india'
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
      <title>Card</title>
      <rect width="1200" height="630" fill={colour.cream} />
      {sewn(waves.card, 5)}
      <svg x="760" width="440" height="630" aria-hidden="true">
        <ClothPaint name={cloth} id="ground" scale={1.5} />
      </svg>
      <clipPath id="arch">
        <path d={arch} />
      </clipPath>
      {picture.kind === 'portrait' && (
        <g clipPath="url(#arch)">
          <svg x="755" y="90" width="450" height="540" viewBox="0 0 400 480" aria-hidden="true">
            <PlainPortraitArt who={picture.who} look={picture.look} pattern={picture.pattern} seam={picture.seam} />
          </svg>
        </g>
      )}
      {picture.kind === 'object' && (
        <g clipPath="url(#arch)">
          <svg
            x="700"
            y="90"
            width="560"
            height="550"
            viewBox="40 0 560 360"
            preserveAspectRatio="xMidYMid slice"
            aria-hidden="true"
          >
            <ObjectScene name={picture.object} id="floor" />
          </svg>
        </g>
      )}
      {photo && (
        <image
          x="796"
          y="96"
          width="368"
          height="540"
          preserveAspectRatio="xMidYMid slice"
          clipPath="url(#arch)"
          href={photo}
        />
      )}
      {picture.kind !== 'pattern' && <path d={arch} fill="none" stroke={colour.cream} strokeWidth="12" />}
      <MarkArt x={64} y={56} width={72} height={72} />
    </svg>
  )
}

/** The column of a card's title, in pixels. */
export const titleColumn = { width: 670, height: 310, lineHeight: 1.08 } as const

const sizes = [120, 96, 80, 66, 54] as const
const smallest = 44

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
  return sizes.find((size) => lines(title, width / size) * size * lineHeight <= height) ?? smallest
}
