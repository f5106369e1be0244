/** What a sponsorship form begins with: nothing, or what an earlier try without JavaScript left. */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { emptySponsorship, type SponsorshipError, type SponsorshipEvent } from '#lib/giving/sponsorship.ts'
import { sponsorshipDraft } from '#lib/giving/sponsorship-draft.ts'
import { draftToShow } from '#lib/http/drafts.ts'

type Query = Record<string, string | string[] | undefined>

export async function sponsorshipStart(event: SponsorshipEvent, query: Query, cookieHeader: string) {
  const { id, cancelled } = draftToShow(query, cookieHeader)
  const draft = id ? await sponsorshipDraft(event, id, cookieHeader) : null
  return {
    values: draft?.values ?? emptySponsorship,
    fault: faultOf(draft),
    attemptKey: draft?.attemptKey ?? randomUUID(),
    /** Came back from the payment page without paying. */
    cancelled,
  }
}

function faultOf(draft: { formError?: string | undefined; errors: readonly SponsorshipError[] } | null) {
  if (draft?.formError) return { sentence: draft.formError }
  return draft && draft.errors.length > 0 ? { errors: draft.errors } : null
}
