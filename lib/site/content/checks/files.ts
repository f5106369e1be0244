/** The files of public/ and the photographs: those that content names exist, are what their names say, and are small enough for a telephone. */
import { captionsOf } from '#lib/site/content/film-address.ts'
import { didYouMean, type Problem, warning } from '#lib/site/content/problem.ts'
import { fileOf, inspectFile, isPhoto, type PublicFiles } from '#lib/site/content/public-files.ts'
import { type Found, type Place, tell } from './found.ts'

type Kind = { endings: readonly string[]; megabytes: number; advice: string }

const picture = { megabytes: 10, advice: 'save it smaller: 2,000 pixels on the longer side are enough' }
/** Visitors never load it as it is; a telephone's are below. */
const photoMegabytes = 20
const heicAdvice =
  'most browsers cannot show HEIC: share it from the telephone by mail, or open it on a computer, and save it as JPEG'
const film = { megabytes: 30, advice: 'put it on YouTube or Vimeo, and name it by its id there' }
export const kinds: Readonly<Record<string, Kind>> = {
  AVIF: { endings: ['avif'], ...picture },
  GIF: { endings: ['gif'], ...picture },
  JPEG: { endings: ['jpg', 'jpeg'], ...picture },
  PNG: { endings: ['png'], ...picture },
  SVG: { endings: ['svg'], ...picture },
  WebP: { endings: ['webp'], ...picture },
  MP4: { endings: ['mp4'], ...film },
  WebM: { endings: ['webm'], ...film },
  WebVTT: { endings: ['vtt'], ...film },
  PDF: { endings: ['pdf'], megabytes: 20, advice: 'save it again for reading on screens, or in parts' },
}

/** Our own films need captions (WCAG 1.2.2), so the captions file is checked too. */
export function checkFiles({ files, links }: Found, publicFiles: PublicFiles): Problem[] {
  const faults = new Map<string, string | undefined>()
  const faultOf = (address: string) => {
    const known = publicFiles.get(address)
    if (!faults.has(address)) faults.set(address, known && fileFault(address, known))
    return faults.get(address)
  }
  const problemsOf = (place: Place, address: string) => {
    const fault = faultOf(address)
    return fault ? [tell(place, fault)] : []
  }
  return [
    ...files.flatMap((place) => {
      const { value } = place
      if (!publicFiles.has(value))
        return [tell(place, `${fileOf(value)} does not exist${didYouMean(value, publicFiles.keys())}`)]
      const captions = /\.(mp4|webm)$/.test(value) ? captionsOf(value) : undefined
      if (captions && !publicFiles.has(captions))
        return [tell(place, `its captions are missing: ${fileOf(captions)} does not exist`)]
      return [...problemsOf(place, value), ...(captions ? problemsOf(place, captions) : [])]
    }),
    ...links.flatMap((place) => problemsOf(place, pathOf(place.value))),
  ]
}

const pathOf = (href: string) => href.replace(/[?#].*$/, '')

function fileFault(address: string, file: string): string | undefined {
  const { bytes, kind } = inspectFile(file)
  const ending = /\.(\w+)$/.exec(address)?.[1]?.toLowerCase() ?? ''
  const expected = Object.entries(kinds).find(([, { endings }]) => endings.includes(ending))
  if (bytes === 0) return `${fileOf(address)} is empty: copy it here again`
  if (kind === 'HEIC') return `${fileOf(address)} is HEIC; ${heicAdvice}`
  if (expected && kind !== expected[0])
    return `${fileOf(address)} is not ${expected[0]}, whatever its name says: ${kind ? `it is ${kind}` : 'save it again'}`
  const limit = expected?.[1]
  const megabytes = bytes / 1_000_000
  const most = isPhoto(address) ? photoMegabytes : (limit?.megabytes ?? Infinity)
  return limit && megabytes > most
    ? `${fileOf(address)} has ${Math.round(megabytes)} MB; at most ${most} are allowed: ${limit.advice}`
    : undefined
}

/** Files of public/media that nothing names: they make every copy of the site larger. */
export function unusedFiles({ files, links }: Found, publicFiles: PublicFiles): Problem[] {
  const named = new Set([...files.map(({ value }) => value), ...links.map(({ value }) => pathOf(value))])
  for (const address of [...named]) named.add(captionsOf(address))
  return [...publicFiles.keys()]
    .filter((address) => (address.startsWith('/media/') || isPhoto(address)) && !named.has(address))
    .map((address) =>
      warning({
        file: fileOf(address),
        line: 1,
        column: 1,
        field: '',
        message: /\.hei[cf]$/i.test(address) ? heicAdvice : 'no content names this file: use it, or delete it',
        frame: '',
      }),
    )
}
