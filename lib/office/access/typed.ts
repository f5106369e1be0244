/**
 * What was typed into a form whose session had ended: kept encrypted for two hours, for the person who signed in last in that browser, who sees it after
 * signing in again. It is only shown, never sent. Nobody else's post is kept: the browser's cookie proves whose it is.
 */
import type { FormValues } from '#lib/contact/forms/form.ts'
import { staffOfBrowser } from '#lib/office/access/sign-in.ts'
import { hourMs, utcNow } from '#lib/platform/clock.ts'
import { openAtRest, sealAtRest } from '#lib/platform/signed.ts'
import { readSetting, store, writeSetting } from '#lib/platform/store/index.ts'

const place = 'office-typed:'
const hours = 2
const oldest = () => utcNow(-hours * hourMs)

/** Whether it is kept; it replaces what was kept before. @param values without the token. */
export async function keepTyped(
  cookies: string | null,
  { token: _, sure: __, ...values }: FormValues,
): Promise<boolean> {
  const staff = await staffOfBrowser(cookies)
  if (staff) await writeSetting(place + staff.id, sealAtRest(place, staff.id, JSON.stringify(values)))
  return staff !== null
}

export async function keptTyped(staffId: string): Promise<FormValues | null> {
  const kept = await readSetting(place + staffId)
  const opened = kept && kept.updatedAt > oldest() ? openAtRest(place, staffId, kept.value) : null
  return opened?.ok ? (JSON.parse(opened.value) as FormValues) : null
}

/** Erases what is kept for one person, or all that is older than two hours. */
export async function eraseTyped(staffId?: string): Promise<void> {
  const { db } = await store()
  const erased = db.deleteFrom('settings')
  await (staffId === undefined
    ? erased.where('key', 'like', `${place}%`).where('updated_at', '<', oldest())
    : erased.where('key', '=', place + staffId)
  ).execute()
}
