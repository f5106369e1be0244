/**
 * Chooses a person's skin, hair, clothes and expression from `who`, `look` and the cloth behind. Deterministic: the same three
 * always give the same person, and neighbouring looks differ in hair, skin, clothes and disc. people.json holds what there is to choose from.
 */
import type { PatternName, Picture } from '#lib/site/content/fields.ts'
import { colour, named, type Palette } from './paint.ts'
import people from './people.json' with { type: 'json' }

export type Who = Extract<Picture, { kind: 'portrait' }>['who']
/** `home`: the cloth of the person's country, if it differs from the cloth behind. */
export type Sitter = {
  who: Who
  look: number
  pattern: PatternName
  home?: PatternName | undefined
  seam: boolean
  mood?: 'calm' | undefined
}

type Skin = { base: string; shade: string; lip: string; deep?: boolean; pale?: boolean }
type Dye = { main: string; trim: string; second: string }

const colours: Palette = colour
/** A colour's name in people.json, or its own hexadecimal value. */
const hexOf = (name: string) => colours[name] ?? name
const skins: Readonly<Record<string, Skin>> = people.skins
const dyes: readonly Dye[] = people.dyes.map(({ main, trim, second }) => ({
  main: hexOf(main),
  trim: hexOf(trim),
  second: hexOf(second),
}))

/** Lists from which a person's hair and clothes are chosen. A country without its own has those of Africa. */
type Lists = Partial<Record<Who, readonly string[]>>
const hairIn: Partial<Record<PatternName, Lists>> = people.hair
const clothesIn: Partial<Record<PatternName, Lists>> = people.clothes

/**
 * An irrational step for each trait: its multiples modulo one spread evenly and never repeat, so no two traits move together.
 * All are between 0.35 and 0.65, so that neighbouring looks never take the same entry from a list of three or more.
 */
const steps = {
  skin: Math.SQRT2 - 1,
  hair: (Math.sqrt(5) - 1) / 2,
  hairColour: Math.sqrt(29) - 5,
  clothes: Math.sqrt(13) - 3,
  dye: (Math.sqrt(3) - 1) / 2,
  headDye: Math.sqrt(7) - 2,
  disc: Math.sqrt(30) - 5,
  eyes: Math.sqrt(31) - 5,
  mouth: 2 * Math.sqrt(3) - 3,
  mouthWidth: Math.sqrt(19) - 4,
  breadth: Math.sqrt(43) - 6,
  jaw: Math.sqrt(71) - 8,
  brow: Math.sqrt(41) - 6,
  nose: Math.sqrt(55) - 7,
  tilt: Math.sqrt(12) - 3,
  turn: Math.sqrt(70) - 8,
  growth: Math.sqrt(95) - 9.2,
  earrings: Math.sqrt(21) - 4,
  glasses: Math.sqrt(57) - 7,
  beard: Math.sqrt(20) - 4,
} as const

/** Offsets, so that girl 3 and boy 3 differ. */
const starts: Record<Who, number> = {
  girl: 0,
  woman: 0.13,
  boy: 0.29,
  man: 0.43,
  'elder-woman': 0.57,
  'elder-man': 0.71,
  baby: 0.86,
}
const mouths = {
  child: ['laugh', 'beam', 'soft'],
  female: ['laugh', 'soft', 'beam', 'lips'],
  male: ['beam', 'soft', 'laugh'],
} as const
export type Traits = ReturnType<typeof traitsOf>

export function traitsOf({ who, look, pattern, home = pattern, seam, mood }: Sitter) {
  const behind = people.countries[pattern]
  const hairLists: Lists = { ...people.hair.africa, ...hairIn[home] }
  const clothesLists: Lists = { ...people.clothes.africa, ...clothesIn[home] }
  const elder = who === 'elder-woman' || who === 'elder-man'
  const female = who === 'girl' || who === 'woman' || who === 'elder-woman'
  const male = who === 'man' || who === 'elder-man'
  const age = elder ? 'elder' : who === 'woman' || who === 'man' ? 'adult' : 'child'
  function take<Item>(trait: keyof typeof steps, list: readonly Item[] = []): Item {
    const place = (starts[who] + look * steps[trait]) % 1
    const found = list[Math.floor(place * list.length)]
    if (found === undefined) throw new Error(`No ${trait} to choose from`)
    return found
  }

  const skin = named(skins, take('skin', people.countries[home].skins))
  // Hair that grows on some heads only.
  const unsuited = skin.pale ? people.hairOnHeads.coiled : skin.deep ? people.hairOnHeads.sleek : []
  const hair = take(
    'hair',
    hairLists[who]?.filter((style) => !unsuited.includes(style)),
  )
  const disc = hexOf(take('disc', behind.discs))
  const avoided = hexOf(behind.avoid)
  // A baby in a white hood could be misread.
  const wearable = dyes.filter(
    ({ main }) => main !== avoided && main !== disc && !(who === 'baby' && main === colour.cream),
  )
  const worn = who === 'baby' ? 'none' : take('glasses', people.glasses[age])
  const beard = male ? take('beard', people.beards) : 'none'
  return {
    skin,
    hair,
    hairColour: take('hairColour', people.hairColours[elder ? 'grey' : skin.pale ? 'any' : 'black']),
    /** Colour of a wrap, a scarf, a turban or ribbons. */
    headDye: take('headDye', wearable),
    clothes: who === 'baby' ? 'swaddle' : take('clothes', clothesLists[who]),
    dye: take('dye', wearable),
    disc,
    // Closed eyes behind glasses look blind. An eye without white would not show on deep skin.
    eyes: worn === 'none' && !mood ? take('eyes', skin.deep ? people.eyes.deep : people.eyes.light) : 'open',
    mouth: mood ?? take('mouth', age === 'child' ? mouths.child : male ? mouths.male : mouths.female),
    /** Half the width of the mouth, in svg units. */
    mouthWidth: take('mouthWidth', [33, 31, 35, 29, 32]),
    /** How broad the person is drawn; 0.86 keeps the proportions. */
    breadth: take('breadth', who === 'baby' ? [0.93, 0.9, 0.95, 0.91, 0.94] : [0.86, 0.82, 0.88, 0.84, 0.87]),
    /** How far the head leans, in degrees; a baby leans as a whole. */
    tilt: take('tilt', [-5, 4, 0, -3, 6]),
    /** How far the face looks to a side, in svg units. */
    turn: take('turn', [7, -7, 0, -4, 5]),
    /** The size of the head: the younger a child, the larger, beside the shoulders. */
    growth: take('growth', who === 'girl' || who === 'boy' ? [1, 0.93, 1.05] : [1]),
    /** Which of three shapes the face has below the ears. */
    jaw: take('jaw', [0, 1, 2] as const),
    brow: mood ? 0 : take('brow', [0, 1, 2] as const),
    nose: take('nose', [0, 2, 1] as const),
    earrings: female ? take('earrings', people.earrings) : 'none',
    // Not under a fringe.
    bindi: home === 'india' && female && hair !== 'scarf' && hair !== 'bob' && look % 3 !== 0,
    glasses: worn,
    // A moustache would cover the seam.
    beard: seam && (beard === 'full' || beard === 'moustache') ? 'chin' : beard,
    /** The side of the seam, of partings and of knots. */
    side: look % 2 === 0 ? 1 : -1,
  } as const
}

/** The colours of a person. `main`, `trim` and `second` dye the clothes; the same with `head` dye a wrap, a scarf, a turban or ribbons. */
export const paletteOf = ({ skin, hairColour, dye, headDye, disc }: Traits, who: Who) => ({
  ...colour,
  ...dye,
  headMain: headDye.main,
  headTrim: headDye.trim,
  headSecond: headDye.second,
  hair: hairColour,
  brow: who.startsWith('elder') ? hairColour : '#1b1220',
  /** Around hair, which would otherwise vanish on a dark cloth. */
  rim: disc,
  skin: skin.base,
  shade: skin.shade,
  lip: skin.lip,
  /** Light on a bald head. */
  gleam: skin.deep ? '#ffffff1f' : '#ffffff38',
  /** A thread of gold that shows on the skin, and the scar under it. */
  thread: skin.deep ? colour.gold : '#e3a21a',
  scar: skin.deep ? skin.shade : skin.lip,
  frame: skin.deep ? colour.goldDeep : '#1b1220',
  roundFrame: skin.deep ? colour.goldDeep : colour.clayDeep,
  /** Under a pinafore. */
  blouse: dye.main === colour.cream ? colour.sage : '#fff',
})
