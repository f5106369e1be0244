/** What a form's page is given back when the form without JavaScript has to be mended. Reads drafts only; writes nothing. */
import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import { type Draft, readDraft } from '#lib/forms/drafts.ts'
import type { QueryProps } from '../query.ts'

/** Once for each request: the page and its title both ask. */
const readDraftOnce = cache(readDraft)

/** `form`: the name under which the draft was saved. Null without a draft of this browser's. */
export async function readReturned(form: string, { searchParams }: QueryProps): Promise<Draft | null> {
  const { draft } = await searchParams
  return typeof draft === 'string' ? readDraftOnce(form, draft, (await cookies()).toString()) : null
}
