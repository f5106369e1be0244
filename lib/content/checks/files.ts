/** The files of public/ that content names. */
import { captionsOf } from '../film-address.ts'
import { didYouMean, type Problem } from '../problem.ts'
import { type Found, tell } from './found.ts'

/** Our own films need captions (WCAG 1.2.2), so the captions file is checked too. */
export function checkFiles({ files }: Found, publicFiles: ReadonlySet<string>): Problem[] {
  return files.flatMap((place) => {
    const { value } = place
    if (!publicFiles.has(value)) return [tell(place, `public${value} does not exist${didYouMean(value, publicFiles)}`)]
    const captions = /\.(mp4|webm)$/.test(value) ? captionsOf(value) : value
    return publicFiles.has(captions) ? [] : [tell(place, `its captions are missing: public${captions} does not exist`)]
  })
}
