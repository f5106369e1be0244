/** A palette from three colours: the neutral colours are tinted with them, and each text colour is moved until it can be read. Pure. */
import type { Colours } from '#lib/site/content/brand-schema.ts'
import { contrast } from '#lib/site/content/checks/brand.ts'

/** `accent`: buttons and links. `dark`: dark bands, and the footer. `highlight`: thin lines and small signs on dark bands. */
type BrandColours = { accent: string; dark: string; highlight: string }

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** `share` of the other colour: 0 to 1. */
function mix(colour: string, target: string, share: number): string {
  const to = channels(target)
  const mixed = channels(colour).map((from, index) => Math.round(from + ((to[index] ?? 0) - from) * share))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

const [black, white] = ['#000000', '#ffffff']

/** The colour, made darker or lighter until it has this contrast to each ground. A little more than needed, for rounding. */
function readable(colour: string, toward: string, grounds: readonly string[], needed = 4.6): string {
  const steps = Array.from({ length: 51 }, (_, step) => mix(colour, toward, step / 50))
  return steps.find((step) => grounds.every((ground) => contrast(step, ground) >= needed)) ?? toward
}

type Scheme = { paper: string; sand: string; card: string; line: string; ink: string }

/** What follows from the grounds and the ink of a scheme. `toward`: black in a light scheme, white in a dark one. */
function schemeOf(scheme: Scheme, accent: string, toward: string, logo: string) {
  const { paper, sand, card, ink } = scheme
  const all = [paper, sand, card]
  const coralOnSand = readable(accent, toward, all)
  return {
    ...scheme,
    soft: readable(mix(ink, paper, 0.3), toward, all),
    field: readable(mix(ink, paper, 0.5), toward, all, 3.1),
    coral: readable(accent, toward, [paper, card]),
    coralOnSand,
    coralDeep: readable(mix(coralOnSand, toward, 0.2), toward, all),
    danger: readable('#b3261e', toward, all),
    logo,
    logoPale: mix(logo, white, 0.22),
  }
}

export function paletteFrom({ accent, dark, highlight }: BrandColours): Colours {
  const plum = readable(dark, black, [white], 9)
  const night = mix(plum, black, 0.5)
  const ink = mix(plum, black, 0.6)
  const cream = mix(white, highlight, 0.06)
  const gold = readable(highlight, white, [plum, night])
  const light = { paper: cream, sand: mix(white, highlight, 0.16), card: white, line: mix(white, highlight, 0.32), ink }
  const darkGrounds = {
    paper: ink,
    sand: mix(plum, black, 0.45),
    card: night,
    line: mix(plum, white, 0.15),
    ink: cream,
  }
  const raised = mix(plum, white, 0.08)
  const band = { paper: plum, sand: raised, card: raised, line: mix(plum, white, 0.3), ink: cream }
  const schemes = {
    light: schemeOf(light, accent, black, plum),
    dark: schemeOf(darkGrounds, accent, white, readable(accent, white, [night], 3.1)),
    band: schemeOf(band, accent, white, readable(accent, white, [night, plum], 3.1)),
  }
  const page = Object.fromEntries(
    (Object.keys(schemes.light) as (keyof Colours['page'])[]).map((name) => [
      name,
      { light: schemes.light[name], dark: schemes.dark[name], band: schemes.band[name] },
    ]),
  ) as Colours['page']
  const teal = readable(mix(accent, dark, 0.5), black, [cream])
  const clay = readable(mix(accent, black, 0.25), black, [cream])
  return {
    page,
    fixed: {
      plum,
      plumPale: mix(plum, white, 0.18),
      night,
      cream,
      mist: mix(cream, night, 0.08),
      gold,
      goldDeep: mix(gold, black, 0.2),
      goldPale: mix(gold, white, 0.4),
      peach: mix(accent, white, 0.6),
      wheat: mix(gold, white, 0.6),
      teal,
      tealDeep: mix(teal, black, 0.25),
      sage: mix(teal, white, 0.7),
      clay,
      clayDeep: mix(clay, black, 0.25),
    },
  }
}
