/** Drawings as lists of strings: each string is one path, with the paint and the stroke that it gets. */
import { createElement, Fragment, type ReactElement } from 'react'
import type { colour } from './colours.ts'

/**
 * `hair M…` fills the path M…, `hair 5 M…` strokes it 5 units wide, `hair 5:12 M…` strokes it as dots 12 units apart
 * and `hair 5:8-3 M…` as dashes of 8 with gaps of 3.
 * `hair/0.2 …` paints at 20 % opacity, and `hair+lip 5 …` fills with one paint and strokes the outline with another.
 */
export type Shape<Paint extends string = keyof typeof colour> = `${Paint}${' ' | '/' | '+'}${string}`

const syntax = /^(\w+)(?:\/([\d.]+))?(?:\+(\w+))? (?:([\d.]+)(?::(?:([\d.]+)-)?([\d.]+))? )?(.+)$/

/** The shapes as path elements, in order. Throws for a paint that is not in the palette. They need `fill="none"` and round line caps from a parent. */
export function draw(palette: Readonly<Record<string, string | undefined>>, shapes: readonly string[]): ReactElement {
  return createElement(
    Fragment,
    null,
    ...shapes.map((shape) => {
      const [, paint = '', opacity, outline, strokeWidth, dash, gap, d] = syntax.exec(shape) ?? []
      const colour = palette[paint]
      const stroke = outline ? palette[outline] : colour
      if (!stroke || !colour) throw new Error(`No such paint, or no path: ${shape}`)
      if (!strokeWidth) return createElement('path', { fill: colour, fillOpacity: opacity, d })
      if (outline) return createElement('path', { fill: colour, fillOpacity: opacity, stroke, strokeWidth, d })
      const strokeDasharray = gap && `${dash ?? 0} ${gap}`
      const strokeLinecap = dash ? 'butt' : undefined
      return createElement('path', { stroke, strokeOpacity: opacity, strokeWidth, strokeDasharray, strokeLinecap, d })
    }),
  )
}

export const ring = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0`
