/** What a textile pattern consists of. A motif is pure SVG: no ids, no classes, no hooks, so that a page, a social card and a film can all draw it. */
import type { ReactElement } from 'react'

export type Dye = { ground: string; motif: ReactElement }

export type Cloth = {
  /** Painted once under every tile, so that no hairline shows between two of them. */
  ground: string
  /** Repeated in both directions. The size is in CSS pixels at scale 1. */
  tile: { width: number; height: number; motif: ReactElement }
  /** The same tile in other colours, for a page that hangs many lengths of one cloth side by side. */
  dyes?: readonly Dye[]
  /** Repeated along a strip: the cloth's border. Always `bandHeight` high. */
  border: { width: number; ground: string; motif: ReactElement }
}

/** Height of a border strip, in CSS pixels. */
export const bandHeight = 26
