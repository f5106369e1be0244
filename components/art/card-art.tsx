/** Everything on a social card but its words: paper, cloth, arch, portrait, seam. One standalone svg of 1200 by 630. */
import type { Picture } from '#lib/content/fields.ts'
import { colour } from './colours.ts'
import { MarkArt } from './mark.tsx'
import { ClothPaint } from './patterns/index.tsx'
import { PlainPortraitArt } from './portrait/portrait.tsx'
import { stitchPath, threadPath } from './stitches.ts'

const wave = { width: 770, middle: 562, amplitude: 24, period: 520, gap: 27, stitch: 19 }
const arch = 'M796 640V292C796 184 878 96 980 96S1164 184 1164 292V640Z'

/** `photo`: the address of a photograph as data, where the picture is one. */
export function CardArt({ picture, photo }: { picture: Picture; photo?: string | undefined }) {
  const cloth = picture.kind === 'photo' ? 'india' : picture.pattern
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
      <title>Card</title>
      <rect width="1200" height="630" fill={colour.cream} />
      <g fill="none" stroke={colour.gold} strokeLinecap="round" strokeWidth="5">
        <path d={threadPath(wave)} />
        <path d={stitchPath(wave)} />
      </g>
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
      <svg x="64" y="56" width="72" height="72" viewBox="0 0 40 40" aria-hidden="true">
        <MarkArt />
      </svg>
    </svg>
  )
}
