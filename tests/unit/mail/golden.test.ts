/** What every kind of mail says, in tests/golden/mails, and what is true of all of them in every language, whatever people typed. */

import { randomUUID } from 'node:crypto'
import { answerRows } from '#lib/contact/enquiries/mail.ts'
import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { type NewOrder, recordOrder, settleOrder } from '#lib/giving/orders/store.ts'
import { agreeToReports } from '#lib/giving/receipts/camp-report.ts'
import { addressOf, receiptOffice, registrationOf } from '#lib/giving/receipts/wording.ts'
import { receiptFor } from '#lib/giving/register.ts'
import { findEach, idsIn } from '#lib/jobs/conditions.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { readOnce } from '#lib/jobs/readings.ts'
import { type DayFigures, summaryLines } from '#lib/jobs/summary.ts'
import { dayMs, endOfTime, utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { type Language, languageCodes } from '#lib/platform/languages/index.ts'
import { maxMailBytes } from '#lib/platform/mail/compose.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { type Mail, sendMail } from '#lib/platform/providers/emailjs.ts'
import { store } from '#lib/platform/store/index.ts'
import { type Claim, endOf } from '#lib/site/content/claims.ts'
import { helpForm } from '#lib/site/content/form-ids.ts'
import {
  camps,
  charityEvent,
  claims,
  donationForm,
  pageWith,
  reasons,
  receiptTerms,
  site,
  sponsorshipForm,
  ticketForm,
  transferAccount,
} from '#lib/site/content/index.ts'
import { nakuruCamp } from '#tests/support/camp.ts'
import { expectGolden, readable, withoutChance, withoutContent } from '#tests/support/golden.ts'
import { onOneLine, shownBy } from '#tests/support/mail-text.ts'
import { giftRow, insert, setEnvironment } from '#tests/support/store.ts'
import { asha, givingSite, mailEnvironment, postJson } from '../checkout/support.ts'
import { makePledge } from '../pledges/support.ts'

const names = { firstname: 'Amina', lastname: 'Otieno', name: 'Asha Rao', tributeName: 'Meera Rao' }
const texts = { message: 'She mended all of us.\nWe miss her.' }

/** Kinds that are written to the office or to operators, and so in English. */
const officeKinds = new Set(
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
async function composeAll(language: Language, typed?: string): Promise<Map<string, Mail>> {
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
  const order = async (
    form: string,
    answers: Record<string, unknown>,
    amount = 100_000,
    product: NewOrder['product'] = 'gift',
  ) => {
    const plan: NewOrder = {
      product,
      form,
      payBy: 'card',
      items: [],
      language,
      money: { amount, currency: form === 'india' ? 'INR' : 'USD' },
      frequency: 'monthly',
      donor: { name, email: asha.email },
      answers,
      card: { to: name, email: 'family@example.org', message, from: '' },
    }
    const recorded = await recordOrder(plan, { key: randomUUID(), isPlain: false }, { visitor: null, email: 'hash' })
    if (typeof recorded === 'string') throw new Error(recorded)
    return recorded.reference
  }
  const gift = async (changes: Parameters<typeof giftRow>[1]) => {
    const row = giftRow(randomUUID(), { donor_name: name, updated_at: utcNow(), ...changes })
    await insert('gifts', row)
    await db.transaction().execute((transaction) => settleOrder(transaction, row.reference))
    return row.id
  }

  // Before the gifts of the same donor, which would make it needless.
  await postJson({ ...asha, paymenttype: 'once', remind: 'yes', email: 'later@example.org', language })
  const unfinished = await db.selectFrom('orders').select('reference').executeTakeFirstOrThrow()

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
  const inMemory = await order('india', tribute)
  const monthly = { kind: 'monthly' as const, subscription_id: 'sub_1', reason: 2, reference: inMemory }
  const paid = await gift(monthly)
  const failed = await gift({ ...monthly, status: 'failed' })
  const levels = { levels: ['big-wheel'], firstName: name, email: asha.email, comments: message, address: message }
  const sponsored = await order('5k-run', { ...levels, day: '2027-09-11' }, 75_000, 'sponsorship')
  const free = await order('tickets-race', { 'under-six-names': name, day: '2027-09-11' }, 0, 'tickets')
  await db.updateTable('orders').set({ page_id: 'free_1' }).where('reference', '=', free).execute()
  const place = { event: 'race', kind: 'under-six', name, day: '2027-09-11', seat: 1, held_until: endOfTime }
  await insert('tickets', { ...place, code: `T-${randomUUID()}`, reference: free, used_at: null })
  const sponsorship = { kind: 'sponsorship' as const, currency: 'USD' as const, amount: 75_000, reference: sponsored }
  const sponsor = await gift({ ...sponsorship, reason: null })
  const { reference: pledge } = await makePledge({ answers: { tributeName } })
  const { reference: standing } = await makePledge({ frequency: 'monthly', name })
  await db.updateTable('orders').set({ language }).where('reference', 'in', [pledge, standing]).execute()
  await gift({
    kind: 'monthly',
    subscription_id: standing,
    reference: standing,
    occurred_at: '2026-10-05T12:00:00.000Z',
  })

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
  await insert('sign_in_requests', {
    id: signIn,
    browser: 'x',
    staff_id: nurse,
    expires_at: utcNow(60_000),
    used_at: null,
  })
  const today = utcNow().slice(0, 10)
  const privacy = claims().all.find(({ file }) => file === 'content/pages/PrivacyPolicy.yaml')
  if (!privacy) throw new Error('The privacy policy has no reviewBy')
  await inLanguage(language, async () => {
    await agreeToReports(asha.email)
    // The mail with a report is about a camp of the loaded content.
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
    'receipts-change': ['', { giftId: paid, versions: [version] }],
    'gift-change': ['', change],
    'gift-notice': ['', { giftId: paid, notice: 'card', amount: 250_000, day: utcNow() }],
    'gift-reminder': [unfinished.reference],
    'missed-month': [`${standing}/2026-11`],
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

const service = givingSite()
beforeEach(() => {
  // Also the clock of the stand-in for Stripe, which runs in this process.
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T12:00:00.000Z'))
  setEnvironment({ ...mailEnvironment(service), ALERT_EMAIL: 'operator@example.org', SAMPLE_NOTICE: '1' })
})
afterEach(() => jest.restoreAllMocks())

/** What editors write, wherever a mail repeats it. */
function contentWords(): [name: string, text: string][] {
  const { names } = site()
  const run = sponsorshipForm('5k-run')
  const event = charityEvent(ticketForm('tickets-race').event)
  const { holder = '', details = [], upi } = transferAccount('INR') ?? {}
  const privacy = claims().all.find(({ file }) => file === 'content/pages/PrivacyPolicy.yaml')
  const questions = answerRows(helpForm, { firstname: '', number: '', how: 'whatsapp', age: '' })
  const ofCurrency = (currency: 'INR' | 'USD'): [string, string][] => {
    const terms = receiptTerms(currency)
    const { email, phone } = receiptOffice(currency)
    const registrations = terms.registrations.map((each) => `${each.label}: ${registrationOf(each, terms.locale)}`)
    return [
      [`letterhead ${currency}`, [terms.legalName, ...addressOf(terms), ...registrations].join('\n')],
      [`legal name ${currency}`, terms.legalName],
      [`office ${currency}`, email],
      [`telephone ${currency}`, phone],
      [`signatory ${currency}`, [terms.signatory.name, terms.signatory.role].filter(Boolean).join(', ')],
      [`about tax ${currency}`, terms.gift],
      [`about tax of a sponsorship ${currency}`, terms.sponsorship],
      ['', terms.yearNote?.find(({ year }) => year === 2026)?.text ?? ''],
    ]
  }
  return [
    ['organisation', names.organisation],
    ['email', names.email],
    ['events', names.eventsEmail],
    ...ofCurrency('INR'),
    ...ofCurrency('USD'),
    ['account', [`: ${holder}`, ...details.map(({ label, value }) => `${label}: ${value}`)].join('\n')],
    ['', messages()('sample.account')],
    ['UPI ID', upi?.address ?? ''],
    ['UPI', `pn=${encodeURIComponent(holder)}&mc=${upi?.merchantCode}`],
    ['purpose', reasons().find(({ code }) => code === 2)?.label ?? ''],
    ['run', run.name],
    ['level', run.levels.find(({ id }) => id === 'big-wheel')?.name ?? ''],
    ['event', event?.title ?? ''],
    ['refunds', event?.tickets?.refunds ?? ''],
    ['/donate', donationForm('INR').page.address],
    ['/register', pageWith('camp-outcomes')?.address ?? ''],
    ['day', (privacy && endOf(privacy)) ?? ''],
    ...questions.flatMap(([label, answer], index): [string, string][] => [
      [`question ${index + 1}`, label.replace(/\?$/, '')],
      ['choice', answer],
    ]),
  ]
}

test('every kind of mail says what its file of tests/golden/mails has', async () => {
  const mails = await composeAll('en')
  const words = contentWords()
  const texts = [...mails].map(([kind, mail]) => [kind, withoutChance(withoutContent(readable(mail), words))] as const)
  expectGolden('mails', new Map(texts))
})

const quiet: DayFigures = {
  gifts: [],
  pledges: [],
  monthly: { started: 0, stopped: 0 },
  payments: { refunded: 0, failed: 0, lost: 0, declined: 0 },
  help: { asked: 0, answered: 0, hoursToAnswer: null, waiting: 0 },
  enquiries: [],
}

const busy: DayFigures = {
  gifts: [
    { kind: 'one-off', currency: 'INR', count: 2, amount: 200_000 },
    { kind: 'monthly', currency: 'INR', count: 1, amount: 100_000 },
    { kind: 'sponsorship', currency: 'USD', count: 1, amount: 125_000 },
    { kind: 'ticket', currency: 'USD', count: 3, amount: 9000 },
  ],
  pledges: [{ currency: 'INR', count: 3, amount: 400_000 }],
  monthly: { started: 1, stopped: 2 },
  payments: { refunded: 1, failed: 2, lost: 1, declined: 3 },
  help: { asked: 3, answered: 2, hoursToAnswer: 5.4, waiting: 2 },
  enquiries: [
    { form: 'contact', count: 2 },
    { form: 'student-intern', count: 1 },
  ],
}

const waiting = {
  overdueFamilies: 1,
  leaving: 2,
  disputes: [{ reference: 'G-7KQM-2X9D', answerBy: '2026-12-05' }],
  crowded: [{ held: 24, places: 40, kind: 'Run', event: 'the race', day: '2026-12-06' }],
  latePledges: Array.from({ length: 22 }, (_, index) => `G-2222-${3300 + index}`),
  quarantined: 2,
  mail: { waiting: 3, dead: 4, unknown: 1, oldestSeconds: 7200, datedAhead: 0 },
}

test('the daily summary says what waits first, with a command or, where staff work in the browser, its page', async () => {
  const found = await findEach(idsIn('summary'), readOnce(waiting))
  const days: [string, ...Parameters<typeof summaryLines>][] = [
    ['quiet', quiet, []],
    ['busy', busy, found],
    ['busy-with-office', busy, found, 'https://a.b/office'],
  ]
  const text = (...day: Parameters<typeof summaryLines>) =>
    summaryLines(...day)
      .join('\n')
      .replaceAll(`${site().keep.surgery} days`, '{keep.surgery} days')
  expectGolden('summaries', new Map(days.map(([name, ...day]) => [name, text(...day)])))
  expect(text(busy, found, 'https://a.b/office')).not.toContain('charity ')
})

const subjects = new Map<string, string>()

test.each(languageCodes)('every kind has a subject, and says the same in text and HTML: %s', async (language) => {
  const mails = await composeAll(language)
  expect([...mails.keys()].sort()).toEqual(Object.keys(mailKinds).sort())
  const account = inLanguage(language, () => transferAccount('INR'))
  expect(mails.get('pledge')?.text).toContain(`${account?.details[0]?.label}:`)
  for (const [kind, { to, subject, text, html }] of mails) {
    const own: Language = officeKinds.has(kind) ? 'en' : language
    expect([kind, subject]).toEqual([kind, expect.not.stringMatching(/[{}<>\n]|undefined|null|NaN|^\s*$/)])
    expect([kind, shownBy(html)]).toEqual([kind, onOneLine(text)])
    // The token of a link may have any letters.
    const sentences = text.replaceAll(/https?:\S+/g, '')
    expect([kind, sentences]).toEqual([kind, expect.not.stringMatching(/[{}<]|undefined|\bnull\b|NaN|\[object/)])
    expect([kind, html.match(/<h1/g)]).toEqual([kind, ['<h1']])
    expect(html).toContain(`<html lang="${own}"`)
    expect(to).toMatch(/^[\w.]+@example\.org$/)
    if (own !== 'en') expect([kind, subject]).not.toEqual([kind, subjects.get(kind)])
    else subjects.set(kind, subject)
  }
})

test.each([
  ['markup', '<script>alert("1")</script> & \'x\' <img src=x>'],
  ['what EmailJS would replace', '{{subject}} {{{html}}} {{#to}}'],
  ['a header', 'Amina\r\nBcc: everybody, somebody\u2028Subject: {{x}}'],
  ['much more than a form takes', 'नमस्ते < "'.repeat(2000)],
])('no kind of mail is broken by %s', async (_, typed) => {
  const account = env().emailjs
  const mails = await composeAll('en', typed)
  expect(mails.size).toBe(Object.keys(mailKinds).length)
  for (const [kind, mail] of mails) {
    expect(Buffer.byteLength(JSON.stringify(mail))).toBeLessThanOrEqual(maxMailBytes)
    expect([kind, shownBy(mail.html)]).toEqual([kind, onOneLine(mail.text)])
    expect(mail.html).not.toMatch(/<script|<img(?! src="http:\/\/localhost:3000\/api\/receipt-code\?)/)
    expect(mail.subject + mail.to + mail.replyTo).not.toMatch(/[\r\n\u2028]/)
    expect(account && (await sendMail(account, mail))).toEqual({ outcome: 'sent' })
  }
  const arrived = await service.mails()
  expect(arrived).toHaveLength(mails.size)
  for (const { at: _at, ...values } of arrived) expect(Object.values(values).join()).not.toContain('{{')
})

test('the sandbox shows each mail that it took, as a page without scripts, and refuses what EmailJS refuses', async () => {
  const account = env().emailjs
  const mail = (await composeAll('en')).get('receipt')
  if (!account || !mail) throw new Error('There is no receipt')
  expect(await sendMail(account, { ...mail, html: 'x'.repeat(50_000) })).toMatchObject({ outcome: 'refused' })
  expect(await sendMail(account, { ...mail, to: '' })).toMatchObject({ outcome: 'refused' })
  await sendMail(account, mail)
  const { emailjs } = service.sandbox.urls
  const list = await (await fetch(emailjs)).text()
  for (const shown of [mail.subject, mail.to, mail.replyTo, 'In words: One thousand Indian rupees'])
    expect(list).toContain(shown)
  const page = await fetch(`${emailjs}/mails/1`)
  expect(await page.text()).toBe((await service.mails())[0]?.html)
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
  expect((await fetch(`${emailjs}/mails/2`)).status).toBe(404)
})
