/** The face, drawn with care and without mockery. Light falls from the left. */
import { ring } from '../shapes.ts'
import type { Shapes } from './palette.ts'
import people from './people.json' with { type: 'json' }
import type { Traits, Who } from './traits.ts'

/**
 * Heights of the features in svg units. The upper half of the head is the same for everyone, so that every hair fits; below the ears a
 * face is oval, broad or narrow. The shadow lies along the right half of the jaw, from `temple` and back by `light`.
 */
type Head = {
  jaws: readonly string[]
  temple: string
  light: string
  eyes: number
  apart: number
  nose: number
  mouth: number
}

const { child, woman, man, baby } = people.heads
const heads: Record<Who, Head> = { girl: child, boy: child, woman, man, 'elder-woman': woman, 'elder-man': man, baby }

function eyes(traits: Traits, { eyes: y, apart }: Head, who: Who): Shapes {
  /** The same path, which starts at an offset, at both eyes. */
  const pair = (x: number, dy: number, path: string) =>
    `M${200 - apart + x} ${y + dy}${path}M${200 + apart + x} ${y + dy}${path}`
  if (traits.eyes === 'smiling') return [`dark 5.5 ${pair(-15, 5, 'q15-17 30 0')}`]
  const lashes = who === 'girl' || who === 'woman' ? `M${185 - apart} ${y - 2}l-6-4M${215 + apart} ${y - 2}l6-4` : ''
  const light = `white 4.4 ${pair(2.5, -2.5, 'h.1')}` as const
  if (traits.eyes === 'bright')
    return [`dark 14 ${pair(0, 0, 'v3')}`, light, `dark 4.5 ${pair(-14, -4, 'q14-11 28 0')}${lashes}`]
  return [
    `white ${pair(-16, 2, 'q16-19 32 0q-16 15-32 0z')}`,
    `dark 13.5 ${pair(0, -0.5, 'v1')}`,
    light,
    `dark 4.5 ${pair(-17, 2, 'q17-20 34 0')}${lashes}`,
  ]
}

function brows({ brow }: Traits, { eyes, apart }: Head, who: Who): Shapes {
  const [rise, tilt] = (
    [
      [6, 0],
      [9, 2],
      [4, -2],
    ] as const
  )[brow]
  const y = eyes - (who === 'baby' ? 24 : 21) + tilt
  const weight = who === 'man' || who === 'elder-man' ? 7 : who === 'baby' ? 3.5 : 5
  const paint = who === 'elder-woman' || who === 'elder-man' ? 'hair' : 'dark'
  return [
    `${paint}/0.85 ${weight} M${183 - apart} ${y}q14-${rise} 33 ${-1 - tilt}M${217 + apart} ${y}q-14-${rise} -33 ${-1 - tilt}`,
  ]
}

function nose(traits: Traits, { nose: y }: Head, who: Who): Shapes {
  if (who === 'girl' || who === 'boy' || who === 'baby')
    return [
      `shade 5.5 ${[`M190 ${y - 4}q10 9 20 0`, `M191 ${y - 3}q9 7 18 0`, `M189 ${y - 5}q11 10 22 0`][traits.nose]}`,
    ]
  const adult = [
    `M186 ${y - 6}q3 8 14 7q11 1 14-7`,
    `M203 ${y - 34}q-9 20-14 28q2 7 11 7q8 0 12-6`,
    `M187 ${y - 5}q13 11 26 0`,
  ]
  return [`shade 5 ${adult[traits.nose]}`]
}

function mouth(traits: Traits, { mouth: y }: Head, who: Who): Shapes {
  const toothless = who === 'baby'
  const w = toothless ? traits.mouthWidth - 12 : traits.mouthWidth
  const [left, right] = [200 - w, 200 + w]
  switch (traits.mouth) {
    case 'laugh':
      return [
        `mouth+lip 5 M${left} ${y}Q200 ${y + 10} ${right} ${y}Q${right - 8} ${y + w} 200 ${y + w}Q${left + 8} ${y + w} ${left} ${y}Z`,
        ...(toothless
          ? []
          : [
              `white M${left + 4} ${y + 3}Q200 ${y + 12} ${right - 4} ${y + 3}Q${right - 7} ${y + 12} ${right - 12} ${y + 15}Q200 ${y + 21} ${left + 12} ${y + 15}Q${left + 7} ${y + 12} ${left + 4} ${y + 3}Z` as const,
            ]),
        `tongue M${200 - w / 2} ${y + w - 6}Q200 ${y + w - 20} ${200 + w / 2} ${y + w - 6}Q200 ${y + w + 1} ${200 - w / 2} ${y + w - 6}Z`,
      ]
    case 'beam':
      return [
        `${toothless ? 'tongue' : 'white'}+lip 5 M${left} ${y + 1}Q200 ${y + 12} ${right} ${y + 1}Q200 ${y + w * 1.2} ${left} ${y + 1}Z`,
      ]
    case 'soft':
      return [`lip 5.5 M${left} ${y + 2}Q200 ${y + 26} ${right} ${y + 2}`, `lip/0.5 4 M188 ${y + 25}q12 5 24 0`]
    case 'calm':
      return [
        `lip 5 M${200 - w * 0.6} ${y + 7}Q200 ${y + 15} ${200 + w * 0.6} ${y + 7}`,
        `lip/0.5 4 M190 ${y + 19}q10 3 20 0`,
      ]
    case 'lips':
      return [
        `lip M${left} ${y}Q186 ${y - 4} 193 ${y - 2}Q200 ${y + 1} 207 ${y - 2}Q214 ${y - 4} ${right} ${y}Q200 ${y + 42} ${left} ${y}Z`,
        `shade 3.5 M${left - 3} ${y - 2}Q200 ${y + 20} ${right + 3} ${y - 2}`,
      ]
  }
}

/** A thread of gold where the lip was mended, with three stitches: fine, a little to one side, as such a scar is. */
function seam({ mouth, side: s }: Traits, head: Head): Shapes {
  const top = head.nose + 4
  const length = head.mouth + (mouth === 'lips' ? -3 : 3) - top
  const x = 200 + 9 * s
  const thread = `M${x} ${top}c${4 * s} ${Math.round(length * 0.35)} ${-4 * s} ${Math.round(length * 0.6)} ${s} ${length}`
  const stitches = [0.2, 0.5, 0.8].map((part) => `M${x - 5} ${Math.round(top + length * part)}l10-2`).join('')
  return [`scar/0.45 6 ${thread}`, `thread 3.2 ${thread}`, `thread 1.8 ${stitches}`]
}

function beard(traits: Traits, { mouth: y }: Head, jaw: string): Shapes {
  switch (traits.beard) {
    case 'none':
      return []
    case 'stubble':
      return [
        `hair/0.2 M280 216${jaw.slice(0, -1)}C128 262 138 276 156 ${y - 14}Q200 ${y - 30} 244 ${y - 14}C262 276 272 262 280 216Z`,
      ]
    case 'chin':
      return [
        `hair M119 234C118 300 138 354 200 354S282 300 281 234C277 268 266 300 238 ${y + 24}C226 ${y + 34} 174 ${y + 34} 162 ${y + 24}C134 300 123 268 119 234Z`,
      ]
    case 'moustache':
      return [
        `hair M162 ${y + 2}C170 ${y - 14} 188 ${y - 18} 200 ${y - 12}C212 ${y - 18} 230 ${y - 14} 238 ${y + 2}C222 ${y + 2} 210 ${y - 2} 200 ${y - 2}S178 ${y + 2} 162 ${y + 2}Z`,
      ]
    case 'full':
      return [
        `hair M119 226C118 296 136 362 200 364S282 296 281 226C276 252 266 268 248 ${y - 12}C236 ${y - 18} 214 ${y - 18} 200 ${y - 12}C186 ${y - 18} 164 ${y - 18} 152 ${y - 12}C134 268 124 252 119 226Z`,
      ]
  }
}

function glasses(traits: Traits, { eyes: y, apart }: Head): Shapes {
  const [left, right] = [200 - apart, 200 + apart]
  const arms = `M${left + 26} ${y - 3}Q200 ${y - 10} ${right - 26} ${y - 3}M${left - 26} ${y - 4}L121 ${y - 8}M${right + 26} ${y - 4}L279 ${y - 8}`
  const round = (x: number) => `M${x - 26} ${y}a26 25 0 1 1 52 0a26 25 0 1 1-52 0z`
  switch (traits.glasses) {
    case 'none':
      return []
    case 'round':
      return [`white/0.08+roundFrame 4 ${round(left)}${round(right)}${arms}`]
    case 'square':
      return [
        `white/0.08+frame 4 M${left - 27} ${y - 19}h54q-1 40-20 40h-18q-16 0-16-40zM${right - 27} ${y - 19}h54q0 40-16 40h-18q-19 0-20-40z${arms}`,
      ]
  }
}

const earrings: Record<Traits['earrings'], Shapes> = {
  none: [],
  stud: ['gold 8 M117 254h.1M283 254h.1'],
  hoop: ['gold 3.5 M106 268a11 12 0 1 0 22 0a11 12 0 1 0-22 0M272 268a11 12 0 1 0 22 0a11 12 0 1 0-22 0'],
  drop: ['gold+gold 3 M116 252v10l-5 14h10l-5-14M284 252v10l-5 14h10l-5-14'],
}

const wrinkles: Shapes = [
  'shade 3 M172 178q28-6 56 0M136 222l-9-4M135 230l-9 2M264 222l9-4M265 230l9 2M158 268q-7 9-7 18M242 268q7 9 7 18',
]
const bindi: Shapes = [`blush ${ring(200, 196, 4.5)}`]

export function faceOf(traits: Traits, who: Who, mended: boolean): Shapes {
  const head = heads[who]
  const cheek = head.apart + 18
  const jaw = head.jaws[traits.jaw] ?? ''
  const rightHalf = jaw.slice(0, jaw.indexOf('S'))
  return [
    'skin M104 238a15 20 0 1 1 30 0a15 20 0 1 1-30 0M266 238a15 20 0 1 1 30 0a15 20 0 1 1-30 0',
    'shade 4 M112 230q6 4 3 14M288 230q-6 4-3 14',
    `skin M120 216C120 162 152 132 200 132S280 162 280 216${jaw}`,
    `shade/0.38 ${head.temple}${rightHalf}${head.light}`,
    `blush/0.13 26 M${200 - cheek} ${head.nose + 6}h.1M${200 + cheek} ${head.nose + 6}h.1`,
    ...(traits.hair === 'scarf' ? [] : earrings[traits.earrings]),
    ...(traits.bindi ? bindi : []),
    ...(who === 'elder-woman' || who === 'elder-man' ? wrinkles : []),
    ...beard(traits, head, jaw),
    ...brows(traits, head, who),
    ...eyes(traits, head, who),
    ...nose(traits, head, who),
    ...mouth(traits, head, who),
    ...(mended ? seam(traits, head) : []),
    ...glasses(traits, head),
  ]
}
