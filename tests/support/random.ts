/** Chance that can be repeated: the same numbers for the same seed. https://prng.di.unimi.it/splitmix64.c, in 32 bits. */

/** Whole numbers from 0 to below `below`. */
export type Random = (below: number) => number

export function random(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below
  }
}
