/** The colours of people: skin, hair and dyes, and the names by which the drawings refer to them. */
import { colour } from '../colours.ts'
import type { Shape } from '../shapes.ts'

export type Skin = { base: string; shade: string; lip: string; deep?: true }
export const skins = {
  fair: { base: '#F1CBAA', shade: '#DBA67F', lip: '#C0605A' },
  light: { base: '#E3B189', shade: '#C88D62', lip: '#B3564C' },
  wheat: { base: '#D29C6C', shade: '#B27A4B', lip: '#A34B42' },
  tan: { base: '#BD8252', shade: '#9B6238', lip: '#8F4038' },
  brown: { base: '#A2693E', shade: '#804E2B', lip: '#7D3831' },
  umber: { base: '#885431', shade: '#673B20', lip: '#6F312C' },
  dark: { base: '#754A30', shade: '#55331F', lip: '#9C564A', deep: true },
  deep: { base: '#623D2A', shade: '#44281A', lip: '#985349', deep: true },
  ebony: { base: '#543427', shade: '#382017', lip: '#945248', deep: true },
} satisfies Record<string, Skin>

export const hairColours = {
  black: ['#1C1522', '#2A1C20', '#231A33'],
  any: ['#4A2C22', '#7A4428', '#B9853F', '#2A1C22', '#8F4A26'],
  grey: ['#B4ADB8', '#E6E0E2', '#8F8894', '#CFC8CF'],
} as const

/** Ink and plum as worn: lighter than any hair, so that hair shows on them. */
export const slate = '#474379'
const worn = '#6B3070'

export type Dye = { main: string; trim: string; second: string }
export const dyes: readonly Dye[] = [
  { main: worn, trim: colour.gold, second: colour.coral },
  { main: colour.teal, trim: colour.goldPale, second: colour.cream },
  { main: colour.coral, trim: colour.cream, second: colour.plum },
  { main: colour.gold, trim: colour.plum, second: colour.coral },
  { main: colour.cream, trim: colour.coral, second: colour.teal },
  { main: '#33497C', trim: colour.peach, second: colour.gold },
  { main: colour.peach, trim: colour.plum, second: colour.teal },
  { main: slate, trim: colour.gold, second: colour.peach },
  { main: colour.sage, trim: colour.teal, second: colour.plum },
  { main: '#8E2F4C', trim: colour.goldPale, second: colour.sage },
]

type Coloured = { skin: Skin; hairColour: string; dye: Dye; headDye: Dye; disc: string }

/** `main`, `trim` and `second` dye the clothes; the same with `head` dye a wrap, a scarf, a turban or ribbons. */
export const paletteOf = ({ skin, hairColour, dye, headDye, disc }: Coloured) => ({
  ...colour,
  ...dye,
  headMain: headDye.main,
  headTrim: headDye.trim,
  headSecond: headDye.second,
  hair: hairColour,
  /** Around hair, which would otherwise vanish on a dark cloth. */
  rim: disc,
  skin: skin.base,
  shade: skin.shade,
  lip: skin.lip,
  white: '#fff',
  dark: '#1B1220',
  mouth: '#5A1D22',
  tongue: '#C4605A',
  /** Light on a bald head. */
  gleam: skin.deep ? '#ffffff1f' : '#ffffff38',
  /** A thread of gold that shows on the skin, and the scar under it. */
  thread: skin.deep ? colour.gold : '#E3A21A',
  scar: skin.deep ? skin.shade : skin.lip,
  frame: skin.deep ? colour.goldDeep : '#1B1220',
  roundFrame: skin.deep ? colour.goldDeep : colour.clayDeep,
  /** Under a pinafore. */
  blouse: dye.main === colour.cream ? colour.sage : '#fff',
})

export type Paint = keyof ReturnType<typeof paletteOf>
export type Shapes = readonly Shape<Paint>[]
