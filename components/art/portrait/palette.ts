/** The colours of a person, by the names with which the drawings refer to them. */
import { colour } from '../colours.ts'
import type { Shape } from '../shapes.ts'

export type Skin = { base: string; shade: string; lip: string; deep?: boolean; pale?: boolean }
export type Dye = { main: string; trim: string; second: string }

type Coloured = { skin: Skin; hairColour: string; dye: Dye; headDye: Dye; disc: string }

/** Skin is red where blood shows, whatever the colours of the charity. */
const blush = '#c8411f'

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
  blush,
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

/** The colours of the face in a drawn mirror. */
export const skinPalette = {
  skin: '#A2693E',
  shade: '#804E2B',
  lip: '#7D3831',
  scar: '#7D3831',
  cheek: blush,
  dark: '#1B1220',
  white: '#fff',
  mouth: '#5A1D22',
  tongue: '#C4605A',
}

export type Paint = keyof ReturnType<typeof paletteOf>
export type Shapes = readonly Shape<Paint>[]
