/**
 * A sponsorship form between two requests, for browsers without JavaScript: what was typed, and what is wrong with it.
 * Holds no card data, because none ever reaches this site.
 */
import 'server-only'
import {
  emptySponsorship,
  type SponsorshipError,
  type SponsorshipEvent,
  type SponsorshipValues,
  sponsorshipAddress,
  sponsorshipFields,
} from '#lib/giving/sponsorship.ts'
import { readDraft, saveDraft } from '#lib/http/drafts.ts'

export type SponsorshipDraft = {
  values: SponsorshipValues
  errors: readonly SponsorshipError[]
  /** What went wrong with the form as a whole, such as a payment service that is away. */
  formError?: string | undefined
  /** The key under which it was sent: a payment that may have been started is not started twice. */
  attemptKey?: string | null | undefined
}

const draftOf = (event: SponsorshipEvent) => `sponsorship-${event}`

/** Keeps the draft; the address that shows it, and the cookie without which it stays shut. */
export async function keepSponsorshipDraft(event: SponsorshipEvent, draft: SponsorshipDraft) {
  const { values, errors, formError, attemptKey } = draft
  const { id, cookie } = await saveDraft(draftOf(event), {
    values,
    errors,
    ...(formError && { formError }),
    ...(attemptKey && { attemptKey }),
  })
  return { address: `${sponsorshipAddress[event]}?draft=${id}#error-summary`, cookie }
}

/** Null when there is none: over, another browser's, another form's, or made up. */
export async function sponsorshipDraft(
  event: SponsorshipEvent,
  id: string,
  cookieHeader: string | null,
): Promise<SponsorshipDraft | null> {
  const draft = await readDraft(draftOf(event), id, cookieHeader)
  if (!draft) return null
  const known = (error: { field: string }): error is SponsorshipError =>
    (sponsorshipFields as readonly string[]).includes(error.field)
  return {
    values: { ...emptySponsorship, ...(draft.values as Partial<SponsorshipValues>) },
    errors: draft.errors.filter(known),
    ...(draft.formError && { formError: draft.formError }),
    attemptKey: draft.attemptKey,
  }
}
