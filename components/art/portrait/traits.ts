/**
 * Chooses a person's skin, hair, clothes and expression from `who`, `look` and the cloth behind. Deterministic: the same three
 * always give the same person, and neighbouring looks differ in hair, skin, clothes and disc.
 */
import type { PatternName, Picture } from '#lib/content/fields.ts'
import { colour } from '../colours.ts'
import type { Clothes } from './clothes.ts'
import type hairStyles from './hair.json'
import { dyes, hairColours, type Skin, skins, slate } from './palette.ts'

export type Hair = keyof typeof hairStyles
export type Who = Extract<Picture, { kind: 'portrait' }>['who']
export type Sitter = { who: Who; look: number; pattern: PatternName; seam: boolean; mood?: 'calm' | undefined }

type Country = {
  skins: readonly Skin[]
  hair: Record<Who, readonly Hair[]>
  clothes: Record<Exclude<Who, 'baby'>, readonly Clothes[]>
  discs: readonly string[]
  /** The main colour of the cloth, which clothes must not repeat. */
  avoid: string
}

const babyHair = ['tuft', 'bonnet', 'knit-cap', 'fuzz', 'bow'] as const
const african = {
  hair: {
    girl: ['puffs', 'cornrows', 'short', 'top-bun', 'band', 'afro', 'two-braids'],
    boy: ['crop', 'short', 'fade', 'twists', 'high-top'],
    woman: ['wrap', 'box-braids', 'short', 'tall-wrap', 'afro', 'scarf', 'top-bun', 'band'],
    man: ['crop', 'fade', 'kufi', 'bald', 'short', 'twists'],
    'elder-woman': ['wrap', 'short', 'tall-wrap', 'scarf', 'band'],
    'elder-man': ['receding', 'kufi', 'crop', 'bald', 'short'],
    baby: ['fuzz', 'bonnet', 'knit-cap', 'tuft', 'bow'],
  },
  clothes: {
    girl: ['print', 'pinafore', 'tee', 'uniform', 'beads'],
    boy: ['tee', 'uniform', 'stripes', 'shirt', 'print'],
    woman: ['print', 'beads', 'shirt', 'blanket', 'cardigan'],
    man: ['shirt', 'kanzu', 'print', 'tee', 'vest'],
    'elder-woman': ['print', 'cardigan', 'blanket', 'beads'],
    'elder-man': ['shirt', 'kanzu', 'cardigan', 'vest'],
  },
} satisfies Pick<Country, 'hair' | 'clothes'>

const countries: Record<PatternName, Country> = {
  india: {
    skins: [skins.tan, skins.brown, skins.wheat, skins.umber, skins.dark],
    hair: {
      girl: ['long', 'two-braids', 'parted', 'bob', 'braid', 'side-bun', 'top-bun'],
      boy: ['side-part', 'crop', 'fringe', 'wave', 'curly-top'],
      woman: ['sari', 'braid', 'side-bun', 'long', 'scarf', 'parted', 'curls'],
      man: ['side-part', 'turban', 'crop', 'wave', 'curly-top', 'bald'],
      'elder-woman': ['sari', 'side-bun', 'parted', 'scarf', 'bob'],
      'elder-man': ['turban', 'side-part', 'receding', 'crop', 'bald'],
      baby: babyHair,
    },
    clothes: {
      girl: ['salwar', 'tee', 'uniform', 'print', 'pinafore'],
      boy: ['kurta', 'shirt', 'stripes', 'uniform', 'tee'],
      woman: ['sari', 'salwar', 'sari', 'kurta'],
      man: ['kurta', 'shirt', 'vest', 'tee'],
      'elder-woman': ['sari', 'salwar', 'cardigan'],
      'elder-man': ['vest', 'kurta', 'shirt'],
    },
    discs: [colour.goldPale, colour.sand, colour.sage, colour.wheat],
    avoid: colour.coral,
  },
  kenya: {
    ...african,
    skins: [skins.dark, skins.deep, skins.umber, skins.ebony],
    discs: [colour.wheat, colour.peach, colour.goldPale, colour.sand],
    avoid: colour.teal,
  },
  zimbabwe: {
    ...african,
    skins: [skins.deep, skins.dark, skins.ebony, skins.umber],
    discs: [colour.wheat, colour.sage, '#F1C9A5', colour.goldPale],
    avoid: colour.coral,
  },
  uganda: {
    ...african,
    clothes: {
      ...african.clothes,
      woman: ['gomesi', 'print', 'shirt', 'beads', 'cardigan'],
      'elder-woman': ['gomesi', 'print', 'cardigan', 'blanket'],
      man: ['kanzu', 'shirt', 'tee', 'print', 'vest'],
    },
    skins: [skins.deep, skins.ebony, skins.dark, skins.umber],
    discs: [colour.sand, colour.peach, colour.sage, '#F6DFC3'],
    avoid: colour.gold,
  },
  'south-africa': {
    ...african,
    clothes: {
      ...african.clothes,
      woman: ['beads', 'blanket', 'shirt', 'print', 'cardigan'],
      man: ['shirt', 'blanket', 'tee', 'print', 'vest'],
    },
    skins: [skins.dark, skins.brown, skins.deep, skins.wheat, skins.umber],
    discs: [colour.goldPale, colour.peach, colour.sage, colour.wheat],
    avoid: colour.cream,
  },
  usa: {
    skins: [skins.light, skins.umber, skins.fair, skins.deep, skins.wheat, skins.brown],
    hair: {
      girl: ['ponytail', 'bob', 'puffs', 'curls', 'two-braids', 'long', 'afro'],
      boy: ['wave', 'fade', 'fringe', 'curly-top', 'crop', 'side-part'],
      woman: ['bob', 'curls', 'ponytail', 'box-braids', 'long', 'afro', 'top-bun', 'parted'],
      man: ['side-part', 'fade', 'wave', 'bald', 'crop', 'curly-top'],
      'elder-woman': ['bob', 'curls', 'short', 'side-bun', 'long'],
      'elder-man': ['receding', 'side-part', 'bald', 'crop', 'wave'],
      baby: babyHair,
    },
    clothes: {
      girl: ['stripes', 'tee', 'pinafore', 'hoodie', 'cardigan'],
      boy: ['stripes', 'hoodie', 'shirt', 'tee'],
      woman: ['cardigan', 'tee', 'shirt', 'stripes', 'print'],
      man: ['shirt', 'tee', 'hoodie', 'cardigan', 'stripes'],
      'elder-woman': ['cardigan', 'shirt', 'print', 'tee'],
      'elder-man': ['cardigan', 'shirt', 'tee'],
    },
    discs: [colour.goldPale, colour.sage, colour.wheat, colour.peach],
    avoid: slate,
  },
}

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
  brow: Math.sqrt(41) - 6,
  nose: Math.sqrt(55) - 7,
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
/** Hair that grows on some heads only. */
const coiled: readonly Hair[] = [
  'afro',
  'puffs',
  'cornrows',
  'box-braids',
  'short',
  'band',
  'twists',
  'fade',
  'high-top',
  'top-bun',
]
const sleek: readonly Hair[] = ['wave', 'fringe', 'ponytail']
const eyes = {
  light: ['smiling', 'open', 'bright', 'open'],
  // An eye without white would not show on deep skin.
  deep: ['open', 'smiling', 'open'],
} as const
const mouths = {
  child: ['laugh', 'beam', 'soft'],
  female: ['laugh', 'soft', 'beam', 'lips'],
  male: ['beam', 'soft', 'laugh'],
} as const
const glasses = {
  elder: ['round', 'none', 'none', 'square', 'none'],
  adult: ['none', 'none', 'round', 'none', 'none', 'none', 'square'],
  child: ['none', 'none', 'none', 'none', 'none', 'none', 'none', 'none', 'round', 'none', 'none'],
} as const
const beards = ['none', 'stubble', 'full', 'none', 'moustache', 'chin', 'none'] as const
const earrings = ['stud', 'hoop', 'none', 'drop'] as const

export type Traits = ReturnType<typeof traitsOf>

export function traitsOf({ who, look, pattern, seam, mood }: Sitter) {
  const home = countries[pattern]
  const elder = who === 'elder-woman' || who === 'elder-man'
  const female = who === 'girl' || who === 'woman' || who === 'elder-woman'
  const male = who === 'man' || who === 'elder-man'
  const age = elder ? 'elder' : who === 'woman' || who === 'man' ? 'adult' : 'child'
  function take<Item>(trait: keyof typeof steps, list: readonly Item[]): Item {
    const place = (starts[who] + look * steps[trait]) % 1
    const found = list[Math.floor(place * list.length)]
    if (found === undefined) throw new Error(`No ${trait} to choose from`)
    return found
  }

  const skin = take('skin', home.skins)
  const pale = skin === skins.fair || skin === skins.light
  const unsuited = pale ? coiled : skin.deep ? sleek : []
  const styles = home.hair[who].filter((style) => !unsuited.includes(style))
  const hair = take('hair', styles)
  const disc = take('disc', home.discs)
  // A baby in a white hood would look like something else.
  const wearable = dyes.filter(
    ({ main }) => main !== home.avoid && main !== disc && !(who === 'baby' && main === colour.cream),
  )
  const worn = who === 'baby' ? 'none' : take('glasses', glasses[age])
  const beard = male ? take('beard', beards) : 'none'
  return {
    skin,
    hair,
    hairColour: take('hairColour', hairColours[elder ? 'grey' : pale ? 'any' : 'black']),
    /** Of a wrap, a scarf, a turban or ribbons. */
    headDye: take('headDye', wearable),
    clothes: who === 'baby' ? 'swaddle' : take('clothes', home.clothes[who]),
    dye: take('dye', wearable),
    disc,
    // Closed eyes behind glasses look blind.
    eyes: worn === 'none' && !mood ? take('eyes', skin.deep ? eyes.deep : eyes.light) : 'open',
    mouth: mood ?? take('mouth', age === 'child' ? mouths.child : male ? mouths.male : mouths.female),
    /** Half the width of the mouth, in svg units. */
    mouthWidth: take('mouthWidth', [33, 31, 35, 29, 32]),
    /** How broad the person is drawn; 0.86 keeps the proportions. */
    breadth: take('breadth', who === 'baby' ? [0.93, 0.9, 0.95, 0.91, 0.94] : [0.86, 0.82, 0.88, 0.84, 0.87]),
    brow: mood ? 0 : take('brow', [0, 1, 2] as const),
    nose: take('nose', [0, 2, 1] as const),
    earrings: female ? take('earrings', earrings) : 'none',
    // Not under a fringe.
    bindi: pattern === 'india' && female && hair !== 'scarf' && hair !== 'bob' && look % 3 !== 0,
    glasses: worn,
    // A moustache would cover the seam.
    beard: seam && (beard === 'full' || beard === 'moustache') ? 'chin' : beard,
    /** The side of the seam, of partings and of knots. */
    side: look % 2 === 0 ? 1 : -1,
  } as const
}
