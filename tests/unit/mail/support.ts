/** Every kind of mail, composed from what this site keeps. */

import { randomUUID } from 'node:crypto'
import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { recordAttempt } from '#lib/giving/checkout/attempts.ts'
import { receiptFor } from '#lib/giving/ledger/register.ts'
import { agreeToReports } from '#lib/giving/receipts/camp-report.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { dayMs, endOfTime, utcNow } from '#lib/platform/clock.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import type { Language } from '#lib/platform/languages/index.ts'
import type { Mail } from '#lib/platform/providers/emailjs.ts'
import { store } from '#lib/platform/store/index.ts'
import { type Claim, endOf } from '#lib/site/content/claims.ts'
import { camps, claims } from '#lib/site/content/index.ts'
import { nakuruCamp } from '#tests/support/camp.ts'
import { giftRow, setEnvironment } from '#tests/support/store.ts'
import { asha, postJson } from '../checkout/support.ts'
import { makePledge } from '../pledges/support.ts'

const names = { firstname: 'Amina', lastname: 'Otieno', name: 'Asha Rao', tributeName: 'Meera Rao' }
const texts = { message: 'She mended all of us.\nWe miss her.' }

/** Kinds that are written to the office or to operators, and so in English. */
export const officeKinds = new Set(
  'help enquiry quarantine sponsorship newsletter newsletter-unsubscribed alert expiry summary office-sign-in'.split(
    ' ',
  ),
)

const reportedCamp = (method: string) =>
  nakuruCamp({
    summary: 'Nine days.',
    stage: 'done',
    report: { day: '2027-03-20', operated: 62, seenAfterWeek: 48, method: method.slice(0, 240) },
  })

const dayBefore = (claim: Claim, days: number) =>
  new Date(Date.parse(endOf(claim) ?? '') - days * dayMs).toISOString().slice(0, 10)

/**
 * One mail of every kind, by its name. Needs a payment account, a mail account, ALERT_EMAIL and SAMPLE_NOTICE. `typed`: what people typed everywhere, instead of names and
 * messages.
 */
export async function composeAll(language: Language, typed?: string): Promise<Map<string, Mail>> {
  const { db } = await store()
  const said = <Texts extends Record<string, string>>(usual: Texts): Texts =>
    Object.fromEntries(Object.entries(usual).map(([name, text]) => [name, typed ?? text])) as Texts
  const { firstname, lastname, name, tributeName } = said(names)
  const { message } = said(texts)

  const enquire = async (form: string, fields: Record<string, string>, spamReason: string | null = null) => {
    const stored = await storeEnquiry({ form, fields, idempotencyKey: null, spamReason })
    if (!stored.ok) throw new Error(stored.failure.kind)
    const row = db.selectFrom('enquiries').select('id').where('reference', '=', stored.value)
    return { reference: stored.value, ...(await row.executeTakeFirstOrThrow()) }
  }
  const attempt = async (kind: string, answers: Record<string, unknown>, amount = 100_000) => {
    const plan = {
      kind,
      language,
      money: { amount, currency: kind === 'india' ? ('INR' as const) : ('USD' as const) },
      frequency: 'monthly' as const,
      donor: { name, email: asha.email },
      answers,
      card: { to: name, email: 'family@example.org', message, from: '' },
    }
    const recorded = await recordAttempt(plan, { key: randomUUID(), isPlain: false }, { visitor: null, email: 'hash' })
    if (recorded === 'key-reused') throw new Error(recorded)
    return recorded.reference
  }
  const gift = async (changes: Parameters<typeof giftRow>[1]) => {
    const row = giftRow(randomUUID(), { donor_name: name, updated_at: utcNow(), ...changes })
    await db.insertInto('gifts').values(row).execute()
    return row.id
  }

  // Before the gifts of the same donor, which would make it needless.
  await postJson({ ...asha, paymenttype: 'once', remind: 'yes', email: 'later@example.org', language })
  const unfinished = await db.selectFrom('checkout_attempts').select('reference').executeTakeFirstOrThrow()

  const contact = await enquire('contact', { firstname, lastname, number: '+254205550123', email: asha.email, message })
  const family = await enquire('get-surgery', { firstname, number: '+254205550177', how: 'whatsapp', age: message })
  await enquire('contact', { firstname, message }, 'honeypot')
  const signUp = { name, email: asha.email, agreed: message, language }
  const asked = await enquire('newsletter', signUp)
  const confirmed = await enquire('newsletter', { ...signUp, confirmed: utcNow() })
  const ended = await enquire('newsletter', { ...signUp, unsubscribed: utcNow() })
  for (const [{ id }, state] of [[confirmed, 'confirmed'] as const, [ended, 'unsubscribed'] as const])
    await db.updateTable('enquiries').set({ state }).where('id', '=', id).execute()

  const tribute = { reason: '2', campaign: 'kenya', tribute: 'memory', tributeName }
  const inMemory = await attempt('india', tribute)
  const monthly = { kind: 'monthly' as const, subscription_id: 'sub_1', reason: 2, reference: inMemory }
  const paid = await gift(monthly)
  const failed = await gift({ ...monthly, status: 'failed' })
  const levels = { levels: ['big-wheel'], firstName: name, email: asha.email, comments: message, address: message }
  const sponsored = await attempt('5k-run', { ...levels, day: '2027-09-11' }, 75_000)
  const free = await attempt('tickets-race', { 'under-six-names': name, day: '2027-09-11' }, 0)
  await db.updateTable('checkout_attempts').set({ session_id: 'free_1' }).where('reference', '=', free).execute()
  const place = { event: 'race', kind: 'under-six', name, day: '2027-09-11', seat: 1, held_until: endOfTime }
  await db
    .insertInto('tickets')
    .values({ ...place, code: `T-${randomUUID()}`, reference: free, used_at: null })
    .execute()
  const sponsorship = { kind: 'sponsorship' as const, currency: 'USD' as const, amount: 75_000, reference: sponsored }
  const sponsor = await gift({ ...sponsorship, reason: null })
  const { reference: pledge } = await makePledge({ answers: { tributeName } })
  const { reference: order } = await makePledge({ frequency: 'monthly', name })
  await db.updateTable('checkout_attempts').set({ language }).where('reference', 'in', [pledge, order]).execute()
  await gift({ kind: 'monthly', subscription_id: order, reference: order, occurred_at: '2026-10-05T12:00:00.000Z' })

  const paidGift = await db.selectFrom('gifts').selectAll().where('id', '=', paid).executeTakeFirstOrThrow()
  const version = (await receiptFor(paidGift, null))?.id ?? ''
  const [staffId, signIn] = [randomUUID(), randomUUID()]
  await db
    .insertInto('staff')
    .values({
      id: staffId,
      name: tributeName,
      email: 'nurse@example.org',
      roles: 'families',
      created_at: utcNow(),
      removed_at: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  const { id: nurse } = await db.selectFrom('staff').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('sign_in_requests')
    .values({ id: signIn, browser: 'x', staff_id: nurse, expires_at: utcNow(60_000), used_at: null })
    .execute()
  const today = utcNow().slice(0, 10)
  const privacy = claims().all.find(({ file }) => file === 'content/pages/PrivacyPolicy.yaml')
  if (!privacy) throw new Error('The privacy policy has no reviewBy')
  await inLanguage(language, async () => {
    await agreeToReports(asha.email)
    // Of a camp in the content that this process has read.
    if (!camps().some(({ id }) => id === 'nakuru')) camps().push({ id: 'nakuru', ...reportedCamp(message) })
  })
  const change = { giftId: paid, change: 'amount', amount: 250_000, next: utcNow() }
  const subjects: Record<keyof typeof mailKinds, [subject: string, payload?: unknown]> = {
    help: [family.id],
    receipt: [paid],
    'failed-payment': [failed],
    pledge: [pledge],
    enquiry: [contact.id],
    'gifts-link': ['', { giftId: paid }],
    'receipt-copy': ['', { giftId: sponsor }],
    'receipt-change': [version],
    'gift-change': ['', change],
    'gift-notice': ['', { giftId: paid, notice: 'card', amount: 250_000, day: utcNow() }],
    'gift-reminder': [unfinished.reference],
    'missed-month': [`${order}/2026-11`],
    'tribute-card': [inMemory],
    'camp-report': ['', { giftId: paid, campId: 'nakuru' }],
    quarantine: [today],
    sponsorship: [sponsor],
    'free-tickets': [free],
    newsletter: [confirmed.id],
    'newsletter-confirm': [asked.reference],
    'newsletter-unsubscribed': [ended.reference],
    'office-sign-in': [signIn],
    expiry: [
      '',
      { keys: [`told:${privacy.file} ${privacy.what} ${endOf(privacy)} 30`], today: dayBefore(privacy, 20) },
    ],
    alert: ['', { trouble: 'mail', since: utcNow(), until: utcNow() }],
    summary: [today],
  }
  const mails = new Map<string, Mail>()
  for (const [kind, { compose }] of Object.entries(mailKinds)) {
    // The summary counts what is in quarantine.
    setEnvironment({ SUMMARY_EMAIL: kind === 'quarantine' || kind === 'expiry' ? undefined : 'office@example.org' })
    const mail = await compose(...(subjects[kind] ?? ['']))
    if (mail) mails.set(kind, mail)
  }
  return mails
}
