/** Seeded pseudo-random numbers. https://prng.di.unimi.it/splitmix64.c, in 32 bits. */

/** Integers from 0 up to, but not including, `below`. */
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
