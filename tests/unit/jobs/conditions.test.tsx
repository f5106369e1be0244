/** Each condition is caused once, and read wherever the table says that it is printed. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { TodayPage } from '#components/office/today.tsx'
import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { recordRefusal } from '#lib/giving/ledger/webhook-health.ts'
import { notePaymentPage } from '#lib/giving/orders/card-payments.ts'
import { documentsKey } from '#lib/giving/receipts/year-lists.ts'
import { detailsOf } from '#lib/jobs/alert.ts'
import {
  type ConditionId,
  conditionIds,
  conditions,
  findEach,
  findOne,
  idsIn,
  inHealth,
  inMail,
} from '#lib/jobs/conditions.ts'
import { type Health, healthResponse, metricsResponse } from '#lib/jobs/health.ts'
import { readOnce } from '#lib/jobs/readings.ts'
import { summaryMail } from '#lib/jobs/summary.ts'
import type { Session } from '#lib/office/access/session.ts'
import { type Role, roles } from '#lib/office/access/staff.ts'
import { today } from '#lib/office/desks/today.ts'
import { dayMs, hourMs, stopClock, utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { closeStore, lastBackupKey, writeSetting } from '#lib/platform/store/index.ts'
import { type Failing, noteOutcome, type Reported, reportWarning } from '#lib/platform/warnings.ts'
import { charityEvent, ticketForm } from '#lib/site/content/index.ts'
import { checkDatabase } from '#scripts/support/launch/settings.ts'
import { runCommand } from '#tests/support/commands.ts'
import { onOneLine } from '#tests/support/mail-text.ts'
import {
  breakStore,
  giftRow,
  useFreshStore as inFreshStore,
  insert,
  mailKeys,
  setAll,
  setEnvironment,
  stripeKeys,
} from '#tests/support/store.ts'
import { makePledge } from '../pledges/support.ts'

const operatorToken = 'a-token-of-these-tests'
const asOperator = (address: string) =>
  new Request(`http://localhost:3000${address}`, { headers: { authorization: `Bearer ${operatorToken}` } })
const noMail = {
  EMAILJS_SERVICE_ID: undefined,
  EMAILJS_PUBLIC_KEY: undefined,
  EMAILJS_TEMPLATE: undefined,
  SUMMARY_EMAIL: undefined,
}

const enquire = (form: string, spamReason: string | null = null) =>
  storeEnquiry({ form, fields: { firstname: 'Amina', message: 'Hello' }, idempotencyKey: null, spamReason })

async function mail(set: object) {
  await enquire('contact')
  await setAll('outbox', set)
}
const compared = (changes: object) => {
  const last = {
    at: utcNow(),
    since: utcNow(-dayMs),
    done: null,
    compared: 1,
    recorded: 0,
    types: [],
    newest: null,
    failed: 0,
  }
  return writeSetting('gift-comparison', JSON.stringify({ ...last, ...changes }))
}
const fails = (name: Failing) => () => noteOutcome(name, false)
const says = (name: Reported) => () => reportWarning(name, `Said of ${name}.`)
async function help(age: number, answered?: number) {
  await enquire('get-surgery')
  await setAll('enquiries', {
    created_at: utcNow(-age),
    answered_at: answered === undefined ? null : utcNow(-answered),
  })
}
async function pledge(age: number) {
  await makePledge()
  await setAll('orders', { created_at: utcNow(-age) })
}
const ofRupees = { money: { amount: 100_000, currency: 'INR' }, frequency: 'once' } as const
const isRefused = { ok: false, failure: { kind: 'misconfigured', fault: 'method' } } as const
async function holdPlaces() {
  const { event } = ticketForm('tickets-race')
  const [kind] = charityEvent(event)?.tickets?.kinds ?? []
  const held = { event, day: '2027-01-01', kind: kind?.id ?? '', name: '', used_at: null, held_until: utcNow(hourMs) }
  const rows = Array.from({ length: Math.floor((kind?.places ?? 0) / 2) + 1 }, (_, place) => ({
    ...held,
    ...{ code: `T-${place}`, seat: place + 1, reference: `G-${place}` },
  }))
  await insert('tickets', ...(rows as never[]))
}

/** What causes it, and what is then said. */
const causes: Readonly<Record<ConditionId, [cause: () => unknown, said: RegExp]>> = {
  database: [breakStore, /^The database fails: nothing that visitors send can be saved/],
  'mail-off': [() => setEnvironment(noMail), /^NOTHING IS BEING DELIVERED: .*; 0 wait for it/],
  'families-overdue': [() => help(25 * hourMs), /^1 request for a surgery has had no answer for more than a day/],
  'families-leaving': [() => help(88 * dayMs, 87 * dayMs), /^1 request for a surgery will be erased within a week/],
  'documents-in-question': [() => writeSetting(documentsKey, '2'), /^2 identity documents stand with different names/],
  dispute: [
    () => insert('gifts', giftRow('disputed', { reference: 'G-7KQM-2X9D', answer_by: utcNow(3 * dayMs) })),
    /^The donor’s bank disputes G-7KQM-2X9D: answer by \d\d? [A-Z][a-z]+ 20\d\d/,
  ],
  'places-held': [holdPlaces, /^\d+ of the \d+ places of .* are held and not paid or confirmed\./],
  'pledges-late': [() => pledge(11 * dayMs), /^The money of 1 pledge has not arrived for ten days: G-/],
  unanswered: [() => enquire('contact'), /^1 message waits for an answer/],
  quarantine: [() => enquire('contact', 'honeypot'), /^1 message looks like spam and waits for somebody to read/],
  'mail-dead': [() => mail({ state: 'dead' }), /^1 mail could not be delivered/],
  'mail-unknown': [() => mail({ state: 'unknown' }), /^1 mail may or may not have arrived/],
  'mail-late': [
    () => mail({ created_at: utcNow(-2 * hourMs) }),
    /^1 mail waits for the mail service, the oldest for more than an hour/,
  ],
  'mail-dated-ahead': [() => mail({ created_at: utcNow(dayMs) }), /^1 in the outbox were dated by a clock ahead/],
  unpaid: [() => makePledge(), /^1 pledge or invoice is not paid/],
  'claims-ended': [
    () => stopClock('2040-01-01T12:00:00Z'),
    /^\d+ registrations or legal texts have run out, or are to be read again/,
  ],
  stripe: [fails('stripe'), /^Requests to Stripe fail: donors cannot give by card\. Since 2/],
  'stripe-account': [
    fails('stripe-account'),
    /^Donors cannot give by card\. The Stripe account cannot accept payments/,
  ],
  'payment-pages': [
    () => notePaymentPage(ofRupees, isRefused),
    /^Stripe refuses to open payment pages: .*by a method.* Since 2/,
  ],
  'giving-pages': [fails('giving-pages'), /^The giving pages are not as they were built\. Since 2/],
  'giving-pages-unreached': [fails('giving-pages-unreached'), /^The server has not been able to read its own pages/],
  camps: [fails('camps'), /^The camp API returns no usable figures/],
  webhooks: [fails('webhooks'), /^Gifts are recorded late\. .*cannot be recorded\. .*Since 2/],
  emailjs: [fails('emailjs'), /^The mail service does not accept mail/],
  ipinfo: [fails('ipinfo'), /^ipinfo does not work/],
  turnstile: [fails('turnstile'), /^Turnstile does not work/],
  'analytics-service': [fails('analytics-service'), /^The program that counts visits does not accept events/],
  'comparison-late': [() => compared({ at: utcNow(-3 * dayMs) }), /^The gifts were last compared with Stripe’s at 2/],
  'comparison-recorded': [
    () => compared({ recorded: 2, types: ['invoice.paid'] }),
    /^2 of Stripe’s messages had not arrived .*: invoice\.paid\./,
  ],
  'comparison-failed': [
    () => compared({ failed: 3 }),
    /^3 of Stripe’s messages could not be read or recorded\. .*charity gifts resync$/,
  ],
  disk: [() => undefined, /^Only 1000 MB are free on the disk of DATA_DIR/],
  'backup-missing': [
    () => setEnvironment({ SITE_URL: 'https://example.org' }),
    /^There is no backup of this database yet/,
  ],
  'backup-late': [() => writeSetting(lastBackupKey, utcNow(-3 * dayMs)), /^The last backup is from 2/],
  'copies-off': [
    () => setEnvironment({ SITE_URL: 'https://example.org' }),
    /^Between two backups nothing leaves this machine/,
  ],
  'copy-late': [
    () => {
      const folder = path.join(env().dataDir, '.charity.db-litestream/ltx')
      mkdirSync(folder, { recursive: true })
      writeFileSync(path.join(folder, '1.ltx'), '')
      for (const name of [path.join(folder, '1.ltx'), folder])
        utimesSync(name, new Date(), new Date(Date.now() - hourMs))
    },
    /^No change since 2.* has been copied to another machine/,
  ],
  'retention-clock': [says('retention-clock'), /^Said of retention-clock\.$/],
  'webhook-clock': [
    () => recordRefusal({ kind: 'clock', secondsAhead: 900 }),
    /webhooks are rejected because they appear to be 900 seconds old/,
  ],
  comparison: [says('comparison'), /^Said of/],
  'limit-reached': [says('limit-reached'), /^Said of/],
  'turned-away': [says('turned-away'), /^Said of/],
  analytics: [says('analytics'), /^Said of/],
  'unnamed-proxy': [says('unnamed-proxy'), /^Said of/],
  'node-env': [says('node-env'), /^Said of/],
  'kept-assets': [says('kept-assets'), /^Said of/],
  environment: [
    () => setEnvironment({ SITE_URL: 'https://example.org', ...stripeKeys }),
    /^STRIPE_SECRET_KEY is a test key on a site with https/,
  ],
}

let mockFreeBytes = 9e9
jest.mock('node:fs/promises', () => ({
  ...jest.requireActual('node:fs/promises'),
  statfs: async () => ({ bavail: mockFreeBytes, bsize: 1 }),
}))

inFreshStore()
beforeEach(() => {
  for (const state of ['failure-streaks', 'warnings', 'webhook-health', 'health', 'metrics']) resetProcessState(state)
  setEnvironment({ ...mailKeys, OPERATOR_TOKEN: operatorToken, SUMMARY_EMAIL: 'office@example.org' })
  mockFreeBytes = 9e9
})

const told = async () => (await (await healthResponse(asOperator('/api/health'))).json()) as Health
const page = async (...own: Role[]) =>
  renderToStaticMarkup(
    <TodayPage
      today={await today({ roles: own, staff: { zone: null } })}
      toDo={await findEach(idsIn('today'))}
      warnings={[]}
      session={{ roles: own } as unknown as Session}
    />,
  )
const metric = async (name: string) =>
  (await (await metricsResponse(asOperator('/api/metrics'))).text())
    .split('\n')
    .find((line) => line.startsWith(`${name} `))
    ?.split(' ')[1]

/** The sentence that is found, alone. */
async function findingOf(id: ConditionId) {
  if (id === 'database') return { id, ...conditions[id], sentence: (await told()).warnings[0] ?? '' }
  const found = await findOne(id, readOnce())
  expect(found).toHaveLength(1)
  return found[0] ?? { id, ...conditions[id], sentence: '' }
}

test.each(conditionIds)('%s is said wherever the table says, and nowhere else', async (id) => {
  const [cause, said] = causes[id]
  const { level, in: places, desk, alert } = conditions[id]
  if (id === 'claims-ended') stopClock('2026-11-25T12:00:00Z')
  expect(await findOne(id, readOnce())).toEqual([])
  if (id === 'comparison-late') setEnvironment(stripeKeys)
  if (id === 'disk') mockFreeBytes = 1e9
  await cause()
  const found = await findingOf(id)
  expect(found.sentence).toEqual(expect.stringMatching(said))

  const response = await healthResponse(asOperator('/api/health'))
  expect(response.status).toBe(level === 'failing' ? 503 : 200)
  const { warnings, troubles } = (await response.json()) as Health
  expect([warnings.includes(inHealth(found)), troubles.some(({ trouble }) => trouble === id)]).toEqual([
    places.includes('health'),
    level === 'trouble' && places.includes('health'),
  ])
  expect(await metric('charity_warnings')).toBe(String(warnings.length))
  if (troubles.some(({ trouble }) => trouble === id)) expect(await metric(`charity_trouble{trouble="${id}"}`)).toBe('1')
  expect(await metric('charity_store_up')).toBe(level === 'failing' ? '0' : '1')
  if (level === 'failing') return

  const summary = onOneLine((await summaryMail.compose(utcNow().slice(0, 10)))?.text ?? '')
  expect(summary.includes(onOneLine(inMail(found, null)))).toBe(places.includes('summary'))
  expect(summary.includes('FAMILIES WAIT FOR AN ANSWER')).toBe(level === 'urgent')

  const entered = await page(...roles)
  expect(entered.includes(found.sentence)).toBe(places.includes('today'))
  if (places.includes('today')) {
    expect(entered).toContain(`href="/office/${desk?.[0]}`)
    // Nobody without a role may enter a desk.
    expect(await page()).toContain(found.sentence)
    expect(await page()).not.toContain(`href="/office/${desk?.[0]}`)
  }

  // The others say what the watch found (watch.test.ts).
  const alerted = await detailsOf({ trouble: 'undelivered', since: utcNow(), until: null })
  expect(alerted.includes(inHealth(found))).toBe(alert === 'undelivered')
  const checked = (await checkDatabase(env())).map(({ sentence }) => sentence)
  expect(checked.includes(inHealth(found))).toBe(places.includes('launch'))
  await closeStore()
  const { stdout } = await runCommand('outbox', ['list'])
  expect(stdout.split('\n').includes(inHealth(found))).toBe(places.includes('outbox'))
})
