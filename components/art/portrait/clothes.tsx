/** Neck, shoulders and what is worn on them. Measured from the middle of the picture; a child is narrower than a man. */
import type { ReactElement } from 'react'
import { colour } from '../colours.ts'
import { bumps, line } from './shapes.tsx'
import type { Clothes, Traits } from './traits.ts'

/** Half widths, in svg units: of the shoulders, of the bend where they begin to fall, of the neck, and of the opening of a collar. */
export type Build = { shoulder: number; bend: number; neck: number; open: number }

type Cut = 'round' | 'vee' | 'boat' | 'square' | 'high'

/** The edge of the collar from left to right. */
function edge({ open }: Build, cut: Cut): string {
  const [left, right] = [200 - open, 200 + open]
  switch (cut) {
    case 'round':
      return `${left} 366Q200 424 ${right} 366`
    case 'vee':
      return `${left} 366L200 434 ${right} 366`
    case 'boat':
      return `${left - 14} 372Q200 420 ${right + 14} 372`
    case 'square':
      return `${left} 368L${left + 6} 402H${right - 6}L${right} 368`
    case 'high':
      return `${left + 6} 352Q200 384 ${right - 6} 352`
  }
}

/** The whole garment under that edge. */
function body(build: Build, cut: Cut): string {
  const { shoulder, bend } = build
  return `M${200 - shoulder} 520C${200 - shoulder} 414 ${200 - bend} 388 ${edge(build, cut)}C${200 + bend} 388 ${200 + shoulder} 414 ${200 + shoulder} 520Z`
}

const collarFlaps = ({ open }: Build, y = 360) =>
  `M${200 - open} ${y}L200 404 174 428 ${200 - open - 18} ${y + 18}ZM${200 + open} ${y}L200 404 226 428 ${200 + open + 18} ${y + 18}Z`

type Draw = (traits: Traits, build: Build) => ReactElement

const garments: Record<Clothes, Draw> = {
  tee: ({ dye }, build) => (
    <>
      <path fill={dye.main} d={body(build, 'round')} />
      {line(`M${edge(build, 'round')}`, 8, dye.trim)}
    </>
  ),
  stripes: ({ dye }, build) => (
    <>
      <path fill={dye.main} d={body(build, 'round')} />
      <path
        fill="none"
        stroke={dye.trim}
        strokeLinecap="butt"
        strokeWidth="13"
        d={`M${200 - build.shoulder + 8} 436H${200 + build.shoulder - 8}M${200 - build.shoulder + 1} 466H${200 + build.shoulder - 1}`}
      />
      {line(`M${edge(build, 'round')}`, 8, dye.second)}
    </>
  ),
  shirt: ({ dye }, build) => (
    <>
      <path fill={dye.main} d={body(build, 'vee')} />
      <path fill={dye.main} stroke={dye.trim} strokeWidth="3" d={collarFlaps(build)} />
      {line('M200 434V520', 2.5, dye.trim)}
      {bumps('M207 446v30', 6, 20, dye.trim)}
    </>
  ),
  kurta: ({ dye }, build) => (
    <>
      <path fill={dye.main} d={body(build, 'high')} />
      {line(`M${edge(build, 'high')}`, 10, dye.trim)}
      <path fill={dye.trim} d="M190 368h20v112h-20z" />
      {bumps('M200 392v88', 6, 20, dye.main)}
      {bumps('M183 386v94M217 386v94', 3.5, 9, dye.trim)}
    </>
  ),
  vest: ({ dye }, build) => {
    const side = (x: 1 | -1) => {
      const at = (part: number) => Math.round(200 + x * part)
      return `M${at(build.open + 2)} 360C${at(build.open + 14)} 372 ${at(build.shoulder * 0.6)} 378 ${at(build.shoulder * 0.72)} 388C${at(build.shoulder * 0.56)} 420 ${at(build.shoulder * 0.62)} 460 ${at(build.shoulder * 0.62)} 520H${at(5)}V440Z`
    }
    return (
      <>
        <path fill={colour.cream} d={body(build, 'high')} />
        <path fill={dye.main} d={side(1) + side(-1)} />
        {line(`M${edge(build, 'high')}`, 7, dye.trim)}
        {bumps('M211 456v40', 5, 20, dye.trim)}
      </>
    )
  },
  sari: ({ dye }, build) => (
    <>
      <path fill={dye.trim} d={body(build, 'boat')} />
      <path
        fill={dye.main}
        d={`M${200 + build.open + 10} 366C240 420 170 456 ${200 - build.shoulder} 520H${200 + build.shoulder}C${200 + build.shoulder} 414 ${200 + build.bend} 384 ${200 + build.open + 10} 366Z`}
      />
      {line(`M${200 + build.open + 12} 368C242 422 172 458 ${202 - build.shoulder} 520`, 6, colour.gold)}
      {bumps(`M${200 + build.open + 26} 376C264 430 214 462 ${240 - build.shoulder} 504`, 4.5, 12, dye.second)}
    </>
  ),
  salwar: ({ dye }, build) => (
    <>
      <path fill={dye.main} d={body(build, 'vee')} />
      {line(`M${edge(build, 'vee')}`, 9, dye.trim)}
      {bumps(`M${200 - build.open - 10} 380L200 456 ${200 + build.open + 10} 380`, 5, 12, dye.trim)}
      <path
        fill={dye.second}
        d={`M${200 - build.open - 2} 362C${200 - build.open - 34} 372 ${200 - build.shoulder + 14} 400 ${200 - build.shoulder + 6} 520H${200 - build.shoulder + 50}C${200 - build.shoulder + 54} 430 ${200 - build.open - 14} 400 ${200 - build.open - 2} 362Z`}
      />
    </>
  ),
  print: ({ dye }, build) => (
    <>
      <path fill={dye.main} d={body(build, 'boat')} />
      {bumps(`M${200 - build.shoulder + 34} 432Q200 492 ${200 + build.shoulder - 34} 432`, 15, 27, dye.second)}
      {bumps(`M${200 - build.shoulder + 34} 432Q200 492 ${200 + build.shoulder - 34} 432`, 6, 27, dye.trim)}
      {line(`M${edge(build, 'boat')}`, 10, dye.trim)}
    </>
  ),
  beads: ({ dye }, build) => {
    const arc = (grow: number) =>
      `M${200 - build.open - grow} ${360 + Math.round(grow * 0.4)}Q200 ${412 + Math.round(grow * 1.7)} ${200 + build.open + grow} ${360 + Math.round(grow * 0.4)}`
    return (
      <>
        <path fill={dye.main} d={body(build, 'round')} />
        {line(arc(22), 9, colour.gold)}
        {line(arc(12), 9, colour.coral)}
        {line(arc(3), 9, colour.teal)}
        {bumps(arc(12), 5, 10, colour.cream)}
      </>
    )
  },
  gomesi: ({ dye }, build) => (
    <>
      <path
        fill={dye.main}
        d={`M${200 - build.shoulder + 24} 420L${200 - build.shoulder + 14} 372 ${200 - build.open - 26} 374ZM${200 + build.shoulder - 24} 420L${200 + build.shoulder - 14} 372 ${200 + build.open + 26} 374Z`}
      />
      <path fill={dye.main} d={body(build, 'square')} />
      {line(`M${edge(build, 'square')}`, 8, dye.trim)}
      <path
        fill={dye.second}
        d={`M${200 - build.shoulder + 2} 462H${200 + build.shoulder - 2}V484H${200 - build.shoulder + 1}Z`}
      />
      {bumps('M182 414v30', 6, 14, dye.trim)}
    </>
  ),
  blanket: ({ dye }, build) => (
    <>
      <path fill={dye.second} d={body(build, 'round')} />
      <path
        fill={dye.main}
        d={`M${200 - build.open - 6} 364L178 520H${200 - build.shoulder - 6}C${200 - build.shoulder - 6} 412 ${200 - build.shoulder + 40} 384 ${200 - build.open - 6} 364ZM${200 + build.open + 6} 364L222 520H${206 + build.shoulder}C${206 + build.shoulder} 412 ${160 + build.shoulder} 384 ${200 + build.open + 6} 364Z`}
      />
      {line(`M${200 - build.open - 8} 370L176 520M${200 + build.open + 8} 370L224 520`, 8, dye.trim)}
      {line(`M${200 - build.open - 26} 384L150 520M${200 + build.open + 26} 384L250 520`, 5, dye.second)}
    </>
  ),
  uniform: ({ dye }, build) => (
    <>
      <path fill={colour.cream} d={body(build, 'vee')} />
      <path
        fill={dye.main}
        d={`M${200 - build.open - 12} 372L200 470 ${200 + build.open + 12} 372C${200 + build.bend} 388 ${200 + build.shoulder} 414 ${200 + build.shoulder} 520H${200 - build.shoulder}C${200 - build.shoulder} 414 ${200 - build.bend} 388 ${200 - build.open - 12} 372Z`}
      />
      {line(`M${200 - build.open - 12} 374L200 470 ${200 + build.open + 12} 374`, 6, dye.trim)}
      <path fill="#fff" d={collarFlaps(build)} />
      <path fill={dye.trim} d="m193 408 14 0 5 50-12 10-12-10z" />
    </>
  ),
  pinafore: ({ dye }, build) => (
    <>
      <path fill={dye.main === colour.cream ? colour.sage : '#fff'} d={body(build, 'round')} />
      <path
        fill={dye.main}
        d={`M${200 - build.open - 26} 378H${200 - build.open - 2}V430H${200 + build.open + 2}V378H${200 + build.open + 26}V520H${200 - build.open - 26}Z`}
      />
      <path
        fill={dye.trim}
        d={`M${200 - build.open} 362C${200 - build.open - 8} 404 186 414 200 396C214 414 ${200 + build.open + 8} 404 ${200 + build.open} 362Q200 424 ${200 - build.open} 362Z`}
      />
      {bumps(`M${200 - build.open - 14} 440H${200 + build.open + 14}`, 5, 13, dye.trim)}
    </>
  ),
  hoodie: ({ dye }, build) => (
    <>
      <path fill={dye.main} d={body(build, 'round')} />
      <path
        fill={dye.second}
        opacity=".9"
        d={`M${200 - build.open - 4} 356C${200 - build.open - 32} 380 160 420 200 424C240 420 ${200 + build.open + 32} 380 ${200 + build.open + 4} 356Q200 426 ${200 - build.open - 4} 356Z`}
      />
      {line('M184 416v36M216 416v36', 4.5, dye.trim)}
    </>
  ),
  cardigan: ({ dye }, build) => (
    <>
      <path fill={dye.second} d={body(build, 'round')} />
      <path
        fill={dye.main}
        d={`M${200 - build.open} 364C172 400 184 440 188 520H${200 - build.shoulder}C${200 - build.shoulder} 414 ${200 - build.bend} 388 ${200 - build.open} 364ZM${200 + build.open} 364C228 400 216 440 212 520H${200 + build.shoulder}C${200 + build.shoulder} 414 ${200 + build.bend} 388 ${200 + build.open} 364Z`}
      />
      {line(
        `M${200 - build.open} 366C172 400 184 440 188 520M${200 + build.open} 366C228 400 216 440 212 520`,
        5,
        dye.trim,
      )}
    </>
  ),
  kanzu: (_, build) => (
    <>
      <path fill={colour.cream} d={body(build, 'high')} />
      {line(`M${edge(build, 'high')}`, 5, colour.clay)}
      {line('M192 376V470L200 478 208 470V376', 3.5, colour.clay)}
      {bumps('M200 388v78', 4, 13, colour.clay)}
    </>
  ),
  swaddle: ({ dye }) => (
    <>
      <path fill={dye.main} d="M74 520C62 396 112 316 200 316S338 396 326 520Z" />
      {line('M108 366C176 384 208 434 216 520M284 348C252 366 224 388 206 414', 6, dye.trim)}
      {bumps('M96 402C144 418 176 456 186 520', 5, 13, dye.second)}
    </>
  ),
}

export const drawClothes: Draw = (traits, build) => garments[traits.clothes](traits, build)

/** The neck and the chest that a low collar shows, with the shadow of the chin. */
export function Neck({ traits: { skin }, build: { neck, open } }: { traits: Traits; build: Build }) {
  const [left, right] = [200 - neck, 200 + neck]
  return (
    <>
      <path
        fill={skin.base}
        d={`M${left} 296V346C${left} 360 ${200 - open} 362 ${200 - open - 14} 379L200 446 ${200 + open + 14} 379C${200 + open} 362 ${right} 360 ${right} 346V296Z`}
      />
      <path fill={skin.shade} d={`M${left} 296H${right}V338Q200 376 ${left} 344Z`} />
    </>
  )
}
