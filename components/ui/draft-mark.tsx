/** Marks entries that visitors do not see: drafts, and entries outside their dates. Only development shows them. */
import { now } from '#lib/platform/clock.ts'
import { site } from '#lib/site/content/index.ts'
import { isPublished, type Publication, publicationInWords } from '#lib/site/content/publication.ts'

export function DraftMark({ entry, className = '' }: { entry: Publication; className?: string }) {
  const { zone } = site()
  if (isPublished(entry, now(), zone)) return null
  return (
    <p
      className={`w-fit rounded-full border-2 border-coral border-dashed bg-card px-3 py-0.5 text-[0.9rem] font-[650] text-coral ${className}`}
    >
      {publicationInWords(entry, now(), zone)}
    </p>
  )
}
