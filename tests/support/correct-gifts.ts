import { type Correction, readCorrection, correctGifts as write } from '#lib/giving/pledges/correct.ts'
import { success } from '#lib/platform/result.ts'

/** As the office does once it has answered what it was asked. */
export async function correctGifts(key: string, correction: Correction) {
  const read = await readCorrection(key, correction)
  return read.ok ? success(await write(read.value, correction)) : read
}
