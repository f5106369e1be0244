/** What a form's page is given back when the form without JavaScript has to be mended. Reads drafts only; writes nothing. */
import 'server-only'
import { cookies } from 'next/headers'
import { type Draft, readDraft } from '#lib/http/drafts.ts'

export type Query = Record<string, string | string[] | undefined>
export type FormPageProps = { searchParams: Promise<Query> }

/** `form`: the name under which the draft was saved. Null without a draft of this browser's. */
export async function readReturned(form: string, { searchParams }: FormPageProps): Promise<Draft | null> {
  const { draft } = await searchParams
  return typeof draft === 'string' ? readDraft(form, draft, (await cookies()).toString()) : null
}
