/**
 * What a visitor typed into a form that has to be mended, kept for half an hour so that the form without JavaScript comes
 * back filled in. Given back only to the browser that sent it: the id in the address must be the id in its cookie.
 */
import 'server-only'
import { randomBytes } from 'node:crypto'
import { utcNow } from '#lib/clock.ts'
import { env } from '#lib/env.ts'
import type { FieldError } from '#lib/http/problem.ts'
import { log } from '#lib/log.ts'
import { store } from '#lib/store/index.ts'

export type Draft = {
  values: Record<string, unknown>
  errors: readonly FieldError[]
  /** What went wrong with the form as a whole: the summary's first line. */
  formError?: string
  /** The step of a form that has several. */
  step?: number
  /** The key under which it was sent: sent again, it is the same attempt. */
  attemptKey?: string
}

const lifetimeSeconds = 1800
/** A form that has to be mended is not counted against its visitor: this bounds what a stranger can fill the disk with, at 32 KB each. */
const keptInStore = 5000
const keptInMemory = 1000

type Kept = { form: string; payload: string; expiresAt: string }
const key = Symbol.for('charity.drafts')

/** Where drafts go while the store is away or has its fill; on globalThis, because pages and routes are bundled apart. */
function memory(): Map<string, Kept> {
  const holder = globalThis as { [key]?: Map<string, Kept> }
  holder[key] ??= new Map()
  return holder[key]
}

function remember(id: string, kept: Kept) {
  const drafts = memory()
  for (const [old, { expiresAt }] of drafts) {
    if (expiresAt > utcNow() && drafts.size < keptInMemory) break
    drafts.delete(old)
  }
  drafts.set(id, kept)
}

/** False when the store has its fill of drafts. @throws when the store fails. */
async function write(id: string, { form, payload, expiresAt }: Kept): Promise<boolean> {
  const { db } = await store()
  await db.deleteFrom('form_drafts').where('expires_at', '<=', utcNow()).execute()
  const { count } = await db
    .selectFrom('form_drafts')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= keptInStore) return false
  await db
    .insertInto('form_drafts')
    .values({ id, form, payload, created_at: utcNow(), expires_at: expiresAt })
    .execute()
  return true
}

/** `id` goes into the address as `?draft=`, `cookie` into Set-Cookie. Never throws: what the store does not take is kept in memory. */
export async function saveDraft(form: string, draft: Draft): Promise<{ id: string; cookie: string }> {
  const id = randomBytes(16).toString('base64url')
  const kept: Kept = { form, payload: JSON.stringify(draft), expiresAt: utcNow(lifetimeSeconds * 1000) }
  try {
    if (!(await write(id, kept))) remember(id, kept)
  } catch (error) {
    log.warn('A form draft is kept in memory because the store failed', { form, error })
    remember(id, kept)
  }
  const secure = env().siteUrl.startsWith('https:') ? '; Secure' : ''
  return { id, cookie: `draft=${id}; Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${secure}` }
}

/** The draft that this browser kept last, of whatever form. */
function cookieDraft(header: string | null | undefined): string | undefined {
  return header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith('draft='))
    ?.slice('draft='.length)
}

/** The draft that a form's page begins with: the one its address names, or this browser's last when it comes back from paying without having paid. */
export function draftToShow(
  query: Record<string, string | string[] | undefined>,
  cookieHeader: string,
): { id: string | undefined; cancelled: boolean } {
  const cancelled = query.cancelled === '1'
  const id = typeof query.draft === 'string' ? query.draft : cancelled ? cookieDraft(cookieHeader) : undefined
  return { id, cancelled }
}

async function stored(id: string): Promise<Kept | undefined> {
  const { db } = await store()
  const row = await db.selectFrom('form_drafts').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { form: row.form, payload: row.payload, expiresAt: row.expires_at }
}

/** Null when it is another browser's, another form's, over, or unknown. Never throws. */
export async function readDraft(
  form: string,
  id: string | null | undefined,
  cookieHeader: string | null | undefined,
): Promise<Draft | null> {
  if (!id || id !== cookieDraft(cookieHeader)) return null
  const kept =
    memory().get(id) ??
    (await stored(id).catch((error: unknown) => {
      log.warn('A form draft could not be read', { form, error })
      return undefined
    }))
  if (!kept || kept.form !== form || kept.expiresAt <= utcNow()) return null
  return JSON.parse(kept.payload) as Draft
}
