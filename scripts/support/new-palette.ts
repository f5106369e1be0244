/** A palette from three colours: the neutral colours are tinted with them, and each text colour is moved until it can be read. Pure. */
import type { Colours } from '#lib/site/content/brand-schema.ts'
import { contrast } from '#lib/site/content/checks/brand.ts'

/** `accent`: buttons and links. `dark`: dark bands, and the footer. `highlight`: thin lines and small signs on dark bands. */
type BrandColours = { accent: string; dark: string; highlight: string }

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

const hexOf = (channel: number) =>
  Math.min(255, Math.max(0, Math.round(channel)))
    .toString(16)
    .padStart(2, '0')

/** `share` of the other colour: 0 to 1. */
function mix(one: string, other: string, share: number): string {
  const [from, to] = [channels(one), channels(other)]
  const mixed = from.map((channel, index) => channel + ((to[index] ?? 0) - channel) * share)
  return `#${mixed.map(hexOf).join('')}`
}

const [black, white] = ['#000000', '#ffffff']

/** The colour at another lightness, from 0 to 1, as https://www.w3.org/TR/css-color-4/#rgb-to-hsl defines it: its hue stays. */
function at(lightness: number, hex: string): string {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((channel) => channel / 255)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const range = most - least
  const middle = (most + least) / 2
  const saturation = range === 0 ? 0 : range / (1 - Math.abs(2 * middle - 1))
  // Twice as bright, a strong colour would glare.
  const spread = Math.min(saturation, 0.75) * (1 - Math.abs(2 * lightness - 1))
  const rescaled = [red, green, blue].map(
    (channel) => (range === 0 ? 0 : (channel - middle) / range) * spread + lightness,
  )
  return `#${rescaled.map((channel) => hexOf(channel * 255)).join('')}`
}

/** The colour, made darker or lighter until it has this contrast to each ground. A little more than needed, for rounding. */
function readable(colour: string, toward: string, grounds: readonly string[], needed = 4.6): string {
  const [most = 0, least = 0] = channels(colour)
    .sort((a, b) => b - a)
    .filter((_, place) => place !== 1)
  const from = (most + least) / 510
  const steps = Array.from({ length: 51 }, (_, step) =>
    step === 0 ? colour : at(from + ((toward === white ? 1 : 0) - from) * (step / 50), colour),
  )
  return steps.find((one) => grounds.every((ground) => contrast(one, ground) >= needed)) ?? toward
}

type Scheme = { paper: string; sand: string; card: string; line: string; ink: string }

/** What follows from the grounds and the ink of a scheme. `toward`: black in a light scheme, white in a dark one. */
function schemeOf(scheme: Scheme, { accent, logo, toward }: { accent: string; logo: string; toward: string }) {
  const { paper, sand, card, ink } = scheme
  const all = [paper, sand, card]
  const coral = readable(accent, toward, [paper, card])
  const coralOnSand = readable(accent, toward, all)
  return {
    ...scheme,
    soft: readable(mix(ink, paper, 0.3), toward, all),
    field: readable(mix(ink, paper, 0.5), toward, all, 3.1),
    coral,
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
  const schemes = {
    light: schemeOf(
      { paper: cream, sand: mix(white, highlight, 0.16), card: white, line: mix(white, highlight, 0.32), ink },
      { accent, logo: plum, toward: black },
    ),
    dark: schemeOf(
      {
        paper: mix(plum, black, 0.6),
        sand: mix(plum, black, 0.45),
        card: mix(plum, black, 0.5),
        line: mix(plum, white, 0.15),
        ink: cream,
      },
      { accent, logo: readable(accent, white, [night], 3.1), toward: white },
    ),
    band: schemeOf(
      {
        paper: plum,
        sand: mix(plum, white, 0.08),
        card: mix(plum, white, 0.08),
        line: mix(plum, white, 0.3),
        ink: cream,
      },
      { accent, logo: readable(accent, white, [night, plum], 3.1), toward: white },
    ),
  }
  const names = Object.keys(schemes.light) as (keyof typeof schemes.light)[]
  const page = Object.fromEntries(
    names.map((name) => [name, { light: schemes.light[name], dark: schemes.dark[name], band: schemes.band[name] }]),
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
