/** Neck, shoulders and clothes, measured from the middle of the picture at x = 200. */
import type { Shapes } from './palette.ts'

/** Half widths: of the shoulders, of the bend where they begin to fall, of the neck, and of a collar's opening. */
export type Build = { shoulder: number; bend: number; neck: number; open: number }

const left = (x: number) => 200 - x
const right = (x: number) => 200 + x
/** A path drawn on both sides of the middle. */
const both = (half: (x: typeof left) => string) => half(left) + half(right)

export function wardrobe({ shoulder: s, bend, open: o }: Build) {
  /** The edges of collars, from left to right. */
  const round = `${left(o)} 366Q200 424 ${right(o)} 366`
  const vee = `${left(o)} 366L200 434 ${right(o)} 366`
  const boat = `${left(o + 14)} 372Q200 420 ${right(o + 14)} 372`
  const square = `${left(o)} 368L${left(o - 6)} 402H${right(o - 6)}L${right(o)} 368`
  const high = `${left(o - 6)} 352Q200 384 ${right(o - 6)} 352`
  /** From the edge of a collar over the shoulders to the foot of the picture. */
  const under = (edge: string) =>
    `M${left(s)} 520C${left(s)} 414 ${left(bend)} 388 ${edge}C${right(bend)} 388 ${right(s)} 414 ${right(s)} 520Z`
  const flaps = both((x) => `M${x(o)} 360L200 404 ${x(26)} 428 ${x(o + 18)} 378Z`)
  const stripe = (inset: number, y: number) => `M${left(s - inset)} ${y}H${right(s - inset)}v13H${left(s - inset)}z`
  const hem = `M${left(s - 34)} 432Q200 492 ${right(s - 34)} 432`
  const necklace = (grow: number) => {
    const y = 360 + Math.round(grow * 0.4)
    return `M${left(o + grow)} ${y}Q200 ${412 + Math.round(grow * 1.7)} ${right(o + grow)} ${y}`
  }
  const vest = both((side) => {
    const x = (part: number) => Math.round(side(part))
    return `M${x(o + 2)} 360C${x(o + 14)} 372 ${x(s * 0.6)} 378 ${x(s * 0.72)} 388C${x(s * 0.56)} 420 ${x(s * 0.62)} 460 ${x(s * 0.62)} 520H${x(5)}V440Z`
  })

  return {
    tee: [`main ${under(round)}`, `trim 8 M${round}`],
    stripes: [`main ${under(round)}`, `trim ${stripe(8, 429.5)}${stripe(1, 459.5)}`, `second 8 M${round}`],
    shirt: [`main ${under(vee)}`, `main+trim 3 ${flaps}`, 'trim 2.5 M200 434V520', 'trim 6:20 M207 446v30'],
    kurta: [
      `main ${under(high)}`,
      `trim 10 M${high}`,
      'trim M190 368h20v112h-20z',
      'main 6:20 M200 392v88',
      'trim 3.5:9 M183 386v94M217 386v94',
    ],
    vest: [`cream ${under(high)}`, `main ${vest}`, `trim 7 M${high}`, 'trim 5:20 M211 456v40'],
    sari: [
      `trim ${under(boat)}`,
      `main M${right(o + 10)} 366C240 420 170 456 ${left(s)} 520H${right(s)}C${right(s)} 414 ${right(bend)} 384 ${right(o + 10)} 366Z`,
      `gold 6 M${right(o + 12)} 368C242 422 172 458 ${left(s - 2)} 520`,
      `second 4.5:12 M${right(o + 26)} 376C264 430 214 462 ${left(s - 40)} 504`,
    ],
    salwar: [
      `main ${under(vee)}`,
      `trim 9 M${vee}`,
      `trim 5:12 M${left(o + 10)} 380L200 456 ${right(o + 10)} 380`,
      `second M${left(o + 2)} 362C${left(o + 34)} 372 ${left(s - 14)} 400 ${left(s - 6)} 520H${left(s - 50)}C${left(s - 54)} 430 ${left(o + 14)} 400 ${left(o + 2)} 362Z`,
    ],
    print: [`main ${under(boat)}`, `second 15:27 ${hem}`, `trim 6:27 ${hem}`, `trim 10 M${boat}`],
    beads: [
      `main ${under(round)}`,
      `gold 9 ${necklace(22)}`,
      `coral 9 ${necklace(12)}`,
      `teal 9 ${necklace(3)}`,
      `cream 5:10 ${necklace(12)}`,
    ],
    gomesi: [
      `main ${both((x) => `M${x(s - 24)} 420L${x(s - 14)} 372 ${x(o + 26)} 374Z`)}`,
      `main ${under(square)}`,
      `trim 8 M${square}`,
      `second M${left(s - 2)} 462H${right(s - 2)}V484H${left(s - 1)}Z`,
      'trim 6:14 M182 414v30',
    ],
    blanket: [
      `second ${under(round)}`,
      `main ${both((x) => `M${x(o + 6)} 364L${x(22)} 520H${x(s + 6)}C${x(s + 6)} 412 ${x(s - 40)} 384 ${x(o + 6)} 364Z`)}`,
      `trim 8 ${both((x) => `M${x(o + 8)} 370L${x(24)} 520`)}`,
      `second 5 ${both((x) => `M${x(o + 26)} 384L${x(50)} 520`)}`,
    ],
    uniform: [
      `cream ${under(vee)}`,
      `main M${left(o + 12)} 372L200 470 ${right(o + 12)} 372C${right(bend)} 388 ${right(s)} 414 ${right(s)} 520H${left(s)}C${left(s)} 414 ${left(bend)} 388 ${left(o + 12)} 372Z`,
      `trim 6 M${left(o + 12)} 374L200 470 ${right(o + 12)} 374`,
      `white ${flaps}`,
      'trim M193 408l14 0 5 50-12 10-12-10z',
    ],
    pinafore: [
      `blouse ${under(round)}`,
      `main M${left(o + 26)} 378H${left(o + 2)}V430H${right(o + 2)}V378H${right(o + 26)}V520H${left(o + 26)}Z`,
      `trim M${left(o)} 362C${left(o + 8)} 404 186 414 200 396C214 414 ${right(o + 8)} 404 ${right(o)} 362Q200 424 ${left(o)} 362Z`,
      `trim 5:13 M${left(o + 14)} 440H${right(o + 14)}`,
    ],
    hoodie: [
      `main ${under(round)}`,
      `second/0.9 M${left(o + 4)} 356C${left(o + 32)} 380 160 420 200 424C240 420 ${right(o + 32)} 380 ${right(o + 4)} 356Q200 426 ${left(o + 4)} 356Z`,
      'trim 4.5 M184 416v36M216 416v36',
    ],
    cardigan: [
      `second ${under(round)}`,
      `main ${both((x) => `M${x(o)} 364C${x(28)} 400 ${x(16)} 440 ${x(12)} 520H${x(s)}C${x(s)} 414 ${x(bend)} 388 ${x(o)} 364Z`)}`,
      `trim 5 ${both((x) => `M${x(o)} 366C${x(28)} 400 ${x(16)} 440 ${x(12)} 520`)}`,
    ],
    kanzu: [
      `cream ${under(high)}`,
      `clay 5 M${high}`,
      'clay 3.5 M192 376V470L200 478 208 470V376',
      'clay 4:13 M200 388v78',
    ],
    swaddle: [
      'main M104 520C84 396 124 308 200 308S316 396 296 520Z',
      'trim 6 M118 366C170 384 204 434 212 520M282 366C250 376 222 396 202 424',
      'second 5:13 M106 402C146 420 172 456 180 520',
    ],
  } as const satisfies Record<string, Shapes>
}

/** The neck and the chest that a low collar shows, with the shadow of the chin. */
export const neckOf = ({ neck, open }: Build): Shapes => [
  `skin M${left(neck)} 296V346C${left(neck)} 360 ${left(open)} 362 ${left(open + 14)} 379L200 446 ${right(open + 14)} 379C${right(open)} 362 ${right(neck)} 360 ${right(neck)} 346V296Z`,
  `shade M${left(neck)} 296H${right(neck)}V338Q200 376 ${left(neck)} 344Z`,
]
