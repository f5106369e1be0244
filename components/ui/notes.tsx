/** Notes about what a page shows: samples, drafts, and what is not translated. */
import { now } from '#lib/platform/clock.ts'
import { mainLanguage } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { site } from '#lib/site/content/index.ts'
import { isPublished, type Publication, publicationInWords } from '#lib/site/content/publication.ts'
import { SampleLabel } from './card.tsx'

type Kind =
  | 'account'
  | 'camp'
  | 'contact'
  | 'disclosures'
  | 'drawings'
  | 'film'
  | 'goals'
  | 'levels'
  | 'newsletters'
  | 'number'
  | 'numbers'
  | 'post'
  | 'posts'
  | 'report'
  | 'stories'
  | 'story'
  | 'tickets'

export function SampleNote({ of, className = '' }: { of: Kind; className?: string }) {
  return <SampleLabel className={className}>{messages()(`sample.${of}`)}</SampleLabel>
}

/** Marks entries that visitors do not see: drafts, and entries outside their dates. Only development shows them. */
export function DraftMark({ entry, className = '' }: { entry: Publication; className?: string }) {
  const { zone } = site()
  if (isPublished(entry, now(), zone)) return null
  return (
    <p
      className={`w-fit rounded-full border-2 border-coral border-dashed bg-card px-3 py-0.5 text-small font-bold text-coral ${className}`}
    >
      {publicationInWords(entry, now(), zone)}
    </p>
  )
}

/** Tells readers in their language that a page or a part of it is in the main one because it has no translation. */
export function TranslationNote() {
  return (
    <p className="page py-3 text-small text-soft">{messages()('frame.untranslated', { language: mainLanguage() })}</p>
  )
}
