/** The draft that a form's page shows when a form sent without JavaScript has errors. */
import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import { type Draft, readDraft } from '#lib/contact/forms/drafts.ts'
import type { QueryProps } from '../query.ts'

/** Once per request, for the page and its metadata. */
const readDraftOnce = cache(readDraft)

/** `form`: the name under which the draft was saved. Null when this browser has none. */
export async function readReturned(form: string, { searchParams }: QueryProps): Promise<Draft | null> {
  const { draft } = await searchParams
  return typeof draft === 'string' ? readDraftOnce(form, draft, (await cookies()).toString()) : null
}
