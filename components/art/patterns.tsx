/** The textile patterns, one of them of no country, and the objects that stand before them, by the names that content uses. */
import { useId } from 'react'
import type { ObjectName, PatternName } from '#lib/site/content/fields.ts'
import { colour, onGround, type Palette, painted } from './paint.ts'

/** A cloth in other colours, for a page that shows it several times. */
const dyes: Partial<Record<PatternName, Palette[]>> = {
  india: [
    { coral: colour.teal, coralDeep: colour.tealDeep },
    { coral: colour.gold, coralDeep: colour.goldDeep, gold: colour.coralDeep },
    { coral: colour.plum, coralDeep: colour.plumPale },
  ],
}

/**
 * A cloth over the whole of the nearest svg, centred, whatever its size. `dye` 0 is the cloth as it is known; higher numbers go
 * round its other colours, if it has any. `own` makes the id of the pattern unique on its page.
 */
export function cloth(name: PatternName, own: string, scale = 1, dye = 0): string {
  const others = dyes[name] ?? []
  const palette = { ...colour, ...others[(dye % (others.length + 1)) - 1] }
  const { width, height, ground, shapes } = onGround(`cloths/${name}`)
  const transform = `translate(${-0.5 * scale * width} ${-0.5 * scale * height})${scale === 1 ? '' : ` scale(${scale})`}`
  // With cloth and dye in it, because a dialog can show a part of another page: two ids that collide still paint the same.
  const id = `${name}${dye || ''}${own}`
  return `${tiled(id, `width="${width}" height="${height}" patternTransform="${transform}"`, painted(shapes, palette))}<rect width="100%" height="100%" fill="${painted(ground, palette)}"/><svg x="50%" y="50%" overflow="visible" aria-hidden="true"><rect x="-2000" y="-2000" width="4000" height="4000" fill="url(#${id})"/></svg>`
}

const tiled = (id: string, attributes: string, shapes: string) =>
  `<pattern id="${id}" patternUnits="userSpaceOnUse" ${attributes}><g fill="none" stroke-linecap="round">${shapes}</g></pattern>`

type PatternFillProps = { name: PatternName; scale?: number; dye?: number; className?: string }

/** Fills the box of its parent (or the size that `className` gives) with a cloth. */
export function PatternFill({ name, scale, dye, className = '' }: PatternFillProps) {
  return (
    <svg
      className={`cloth block size-full forced-color-adjust-none ${className}`}
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: cloth(name, useId(), scale, dye) }}
    />
  )
}

/** The border of a cloth, as high as its drawing and as wide as its parent. */
export function Band({ pattern, className = '' }: { pattern: PatternName; className?: string }) {
  const id = `${pattern}-border${useId()}`
  const { width, height, ground, shapes } = onGround(`cloths/${pattern}-border`)
  const tile = tiled(id, `width="${width}" height="${height}"`, painted(shapes))
  const cover = (fill: string) => `<rect width="100%" height="${height}" fill="${fill}"/>`
  return (
    <svg
      className={`cloth block w-full forced-color-adjust-none ${className}`}
      height={height}
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: tile + cover(painted(ground)) + cover(`url(#${id})`) }}
    />
  )
}

/**
 * An object that represents the organisation's work, with the wall behind it and its cloth, in a box of 640 by 360. The rectangle in
 * the drawing whose id names a cloth is replaced by the cloth; drawings of care have a plain one.
 */
export function objectScene(name: ObjectName, own: string): string {
  const { ground, shapes } = onGround(`objects/${name}`)
  const plain = painted(shapes)
  const [, halo = '', pattern, object = plain] = /^(.*)<rect id="([^"]+)"[^>]*>(.*)$/.exec(plain) ?? []
  const table = pattern
    ? `<svg y="306" width="640" height="54" aria-hidden="true">${cloth(pattern as PatternName, own, 0.6)}</svg>`
    : ''
  return `<rect width="640" height="360" fill="${painted(ground)}"/>${halo}${table}<g fill="none" stroke-linecap="round" stroke-linejoin="round">${object}</g>`
}

type DrawingProps = { alt: string; className: string; viewBox: string; markup: string }

/** Fills its box and covers it. `alt`: empty if the text beside it is enough. `markup`: SVG, of our drawings only. */
export function Drawing({ alt, className, viewBox, markup }: DrawingProps) {
  return (
    <svg
      role="img"
      aria-label={alt || undefined}
      aria-hidden={alt === '' || undefined}
      className={`block size-full forced-color-adjust-none ${className}`}
      viewBox={viewBox}
      preserveAspectRatio="xMidYMid slice"
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  )
}

/** Whole from 16 by 9 to 4 by 3. */
export function ObjectArt({ name, alt, className = '' }: { name: ObjectName; alt: string; className?: string }) {
  return <Drawing {...{ alt, className }} viewBox="0 0 640 360" markup={objectScene(name, useId())} />
}
