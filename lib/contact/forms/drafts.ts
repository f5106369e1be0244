/**
 * What a visitor typed into a form that has to be corrected, carried for half an hour in a sealed cookie of their own browser, so
 * that the form without JavaScript comes back filled in. Nothing is stored on a server: nobody can fill the store
 * with drafts, any server can show one, and it works while the store is down.
 */
import 'server-only'
import { randomBytes, randomUUID } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { suggestEmail } from '#lib/contact/forms/email-suggestion.ts'
import type { FormFault, FormValues } from '#lib/contact/forms/form.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { seal, unseal } from '#lib/platform/sealed.ts'
import { store } from '#lib/platform/store/index.ts'

export type Draft<Values = FormValues> = {
  values: Values
  errors: readonly FieldError[]
  /** What is wrong with the form as a whole: the first line of the summary. */
  formError?: string
  /** The step of a form that has two. */
  step?: 1 | 2
  /** The key under which it was posted: posted again, it is the same attempt. */
  attemptKey?: string
}

type Carried = { form: string; expiresAt: string; draft: Draft }

const lifetimeSeconds = 1800
/**
 * Characters of the cookie. Browsers take 4096, but nginx answers 502 when all the headers of an answer exceed its default buffer of
 * 4 KB (proxy_buffer_size), and the others need up to 1.9 KB with the address of a payment page at Stripe.
 */
const longestCookie = 2000
/** Bytes of a draft as JSON. */
const longestDraft = 64 * 1024
const params = {
  [constants.BROTLI_PARAM_QUALITY]: 9,
  [constants.BROTLI_PARAM_LGWIN]: 16,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
}
const purpose = 'draft'

const isHttps = () => env().siteUrl.startsWith('https:')
/** `__Host-`: no other host of the domain can set it. https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Set-Cookie#host- */
const cookieName = () => (isHttps() ? '__Host-draft' : 'draft')

/** Whether every server can open what this one seals. */
async function sharesSecret(): Promise<boolean> {
  if (env().signingSecret) return true
  try {
    await (await store()).db.selectFrom('settings').select('key').limit(1).execute()
    return true
  } catch {
    return false
  }
}

/**
 * `id` goes into the address as `?draft=`, `cookie` into Set-Cookie. Null when no cookie can carry the draft: it is too long, or
 * the secret is kept in the store, which is unavailable. Never throws.
 */
export async function carryDraft(form: string, draft: Draft): Promise<{ id: string; cookie: string } | null> {
  if (!(await sharesSecret())) return null
  const id = randomBytes(16).toString('base64url')
  const carried: Carried = { form, expiresAt: utcNow(lifetimeSeconds * 1000), draft }
  const text = Buffer.from(JSON.stringify(carried))
  if (text.length > longestDraft) return null
  const packed = brotliCompressSync(text, { params })
  const value = `${id}.${seal(purpose, id, packed)}`
  if (value.length > longestCookie) return null
  const attributes = `Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${isHttps() ? '; Secure' : ''}`
  return { id, cookie: `${cookieName()}=${value}; ${attributes}` }
}

function carriedBy(header: string | null | undefined): { id: string; sealed: string } | undefined {
  const prefix = `${cookieName()}=`
  const pair = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix))
  const [id, sealed] = pair?.slice(prefix.length).split('.') ?? []
  return id && sealed ? { id, sealed } : undefined
}

/** What is wrong with a form that comes back; null when nothing is. */
export function draftFault({ formError, errors }: Pick<Draft, 'formError' | 'errors'>): FormFault | null {
  return formError || errors.length > 0 ? { sentence: formError ?? textsIn().rules.wrong, errors } : null
}

type Query = Record<string, string | string[] | undefined>

/** The draft that a page's address names, or this browser's latest when it comes back from paying without having paid. */
function draftToShow(query: Query, cookieHeader: string): { id: string | undefined; cancelled: boolean } {
  const cancelled = query.cancelled === '1'
  const id = typeof query.draft === 'string' ? query.draft : cancelled ? carriedBy(cookieHeader)?.id : undefined
  return { id, cancelled }
}

/** What the page of a form with a payment begins with: the draft that `read` opens by its id, or nothing. */
export function formStart<Values extends { email?: string }>(
  query: Query,
  cookieHeader: string,
  read: (id: string) => Draft<Values> | null,
) {
  const { id, cancelled } = draftToShow(query, cookieHeader)
  const draft = id ? read(id) : null
  return {
    values: draft?.values ?? null,
    step: draft?.step,
    fault: draft && draftFault(draft),
    /** The e-mail address that was probably meant. */
    suggestion: suggestEmail(draft?.values.email ?? ''),
    /** Null in a page that is the same for everybody: one key would make all of their posts the same attempt. */
    attemptKey: draft && (draft.attemptKey ?? randomUUID()),
    cancelled,
  }
}

/** Null when this browser carries no draft of that id, or one of another form, or one that is over. Never throws. */
export function readDraft(
  form: string,
  id: string | null | undefined,
  cookieHeader: string | null | undefined,
): Draft | null {
  const cookie = carriedBy(cookieHeader)
  if (!cookie || cookie.id !== id) return null
  const packed = unseal(purpose, id, cookie.sealed)
  if (!packed) return null
  const text = brotliDecompressSync(packed, { maxOutputLength: longestDraft }).toString('utf8')
  const carried = JSON.parse(text) as Carried
  return carried.form === form && carried.expiresAt > utcNow() ? carried.draft : null
}
