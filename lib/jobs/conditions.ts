/**
 * Everything that an operator or the office must know, once: how it is read, when it is true, what is said, and where to act. /api/health, the
 * metrics, alerts, the daily mail, Today, the start of the server and `charity launch:check` print rows of this table. Names nobody.
 */
import { webhookCause } from '#lib/giving/ledger/webhook-health.ts'
import { cardPayments } from '#lib/giving/orders/card-payments.ts'
import { type Readings, readOnce } from '#lib/jobs/readings.ts'
import type { DeskName } from '#lib/office/desks/desks.ts'
import { dayMs, hourMs, hourSeconds, minuteMs, now } from '#lib/platform/clock.ts'
import { dayInWords } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { ProviderFault } from '#lib/platform/providers/payments.ts'
import { type Failing, failureStreak, type Reported, warningsOf } from '#lib/platform/warnings.ts'
import { helpForm } from '#lib/site/content/form-ids.ts'
import { site } from '#lib/site/content/index.ts'

/** What to do about each cause. */
export const stripeCauses: Readonly<Record<ProviderFault | 'unreachable', string>> = {
  unreachable:
    'Stripe cannot be reached, or answers with errors. Look at https://status.stripe.com, and whether this server reaches api.stripe.com.',
  key: 'Stripe does not accept STRIPE_SECRET_KEY. Set the key of https://dashboard.stripe.com/apikeys and restart the site.',
  permission:
    'STRIPE_SECRET_KEY is a restricted key that may not open payment pages. Let it write Checkout Sessions and Customers at https://dashboard.stripe.com/apikeys.',
  account:
    'The Stripe account cannot accept payments (charges_enabled). Do what https://dashboard.stripe.com/account/status asks for.',
  method:
    'The Stripe account does not accept payments in a currency or by a method that the form needs. Turn one on at https://dashboard.stripe.com/settings/payment_methods.',
  clock: 'Stripe rejects the timestamps that this server sends. Set its clock (timedatectl).',
  request:
    'Stripe rejects the site’s requests. The log has a line “A Stripe request failed” with the parameter and the id of the request, which https://dashboard.stripe.com/logs explains. If it began with an update, roll back.',
}

export const webhookCauses: Readonly<Record<'wrong-signature' | 'clock' | 'silent' | 'unrecorded', string>> = {
  'wrong-signature':
    'This server refuses Stripe’s messages (webhooks) because their signature does not match. Set STRIPE_WEBHOOK_SECRET to the signing secret of the endpoint at https://dashboard.stripe.com/webhooks and restart the site.',
  clock: 'This server refuses Stripe’s messages (webhooks) because of its clock. Set it (timedatectl).',
  silent:
    'Stripe’s messages (webhooks) do not reach this server. The endpoint at https://dashboard.stripe.com/webhooks shows whether it is enabled, its URL, and the response that Stripe received.',
  unrecorded: 'Stripe’s messages (webhooks) arrive and cannot be recorded. The log says why.',
}

export const givingPagesCauses = {
  changed:
    'What visitors get from SITE_URL has other headers or scripts than the build. The log has a line “The giving pages are not as they were built” that names them.',
  unreached: 'The server has not been able to read its own pages at SITE_URL for hours. The log says why.',
}

/** What is mailed to the operators (alert.ts). */
export const troubles = ['database', 'mail', 'undelivered', 'webhooks', 'stripe', 'giving-pages'] as const
export type Trouble = (typeof troubles)[number]

/** What was found. `since`, `why`: of something that fails, ISO 8601 and a sentence. `query`: of the one entry at the desk. */
type Finding = { sentence: string; since?: string; why?: string | null; query?: string }

type Condition = {
  /**
   * `failing`: nothing can be saved. `trouble`: something fails, of which the metrics have a series. `warning`: something that an operator puts right.
   * `urgent`: the office, before everything else. `task`: the office.
   */
  level: 'failing' | 'trouble' | 'warning' | 'urgent' | 'task'
  /** `server`: of one server alone. `store`: the same on every server. */
  of: 'server' | 'store'
  /**
   * Where it is printed: `start` of a server, `launch`: by `charity launch:check`, `outbox`: by `charity outbox list`. Who may not enter the desk reads
   * the sentence of `today` without its link.
   */
  in: readonly ('health' | 'summary' | 'today' | 'start' | 'launch' | 'outbox')[]
  /** Empty while it is not true. */
  find(read: Readings): Promise<readonly Finding[]> | readonly Finding[]
  /** With a query for its list. */
  desk?: readonly [DeskName, string]
  /** A command or an address, for operators and where there is no office. */
  command?: string
  /** Printed in the health, before the command. */
  advice?: string
  /** Which alert tells of it (alert.ts). */
  alert?: Trouble
}

type Count = (read: Readings) => Promise<number>
type Rest = Partial<Omit<Condition, 'find'>>

const says = (sentence: string): Finding[] => [{ sentence }]

/** True while there is a sentence. */
const whenever = (sentence: (read: Readings) => Promise<string | null>, rest: Rest = {}): Condition => ({
  level: 'warning',
  of: 'store',
  in: ['health'],
  ...rest,
  async find(read) {
    const found = await sentence(read)
    return found === null ? [] : says(found)
  },
})

/** True while there is at least one. */
const counted = (count: Count, sentence: (count: number) => string, rest?: Rest): Condition =>
  whenever(async (read) => {
    const found = await count(read)
    return found > 0 ? sentence(found) : null
  }, rest)

const withWhy = (sentence: string, since: string, why: string | null): Finding => ({
  sentence: `${sentence}${why ? ` ${why.replace(/\.?$/, '.')}` : ''} Since ${since}.`,
  since,
  why,
})

/** Asked only when a visitor needs them: without visitors nothing would show that they work again. */
const knownForMs = minuteMs

/** What failed at this server's last attempt. */
const failing = (
  name: Failing,
  sentence: string,
  { asked = false, why, ...more }: { asked?: boolean; why?: () => string | null } & Partial<Condition> = {},
): Condition => ({
  level: 'trouble',
  of: 'server',
  in: ['health'],
  find() {
    const streak = failureStreak(name)
    if (!streak || (asked && now().getTime() - streak.latest.getTime() >= knownForMs)) return []
    return [withWhy(sentence, streak.since.toISOString(), why?.() ?? streak.why)]
  },
  ...more,
})

/** What a module says with `reportWarning`. */
const reported = (name: Reported): Condition => ({
  level: 'warning',
  of: 'server',
  in: ['health'],
  find: () => warningsOf(name).flatMap(says),
})

const mailLateAfterSeconds = hourSeconds
/** Two days: it is made once a day. */
const comparisonLateAfterMs = 2 * dayMs
/** Two nights, less an hour in which the timer may be late. Either way: what is dated ahead was dated by a wrong clock. */
const backupLateAfterMs = 47 * hourMs
/** Litestream copies each minute. */
const copyLateAfterMs = 15 * minuteMs
/** Enough for an update, whose build takes up to 1.3 GB. */
const minFreeBytes = 2e9
const isFarFrom = (at: string, ms: number) => Math.abs(now().getTime() - Date.parse(at)) > ms

/** Mail that waits for a person. */
const abandoned = (stage: 'dead' | 'unknown'): Rest => ({
  in: ['health', 'summary', 'today', 'start'],
  alert: 'undelivered',
  desk: ['mails', `state=${stage}`],
  command: `charity outbox list --stage=${stage}`,
  advice: 'charity outbox retry sends them again, and charity outbox done marks those that need no mail any more',
})
const helpList = `charity outbox list --form=${helpForm}`

/** In the order in which they are printed. */
const table = {
  // The sentence is of the error.
  database: {
    ...{ level: 'failing', of: 'server', in: ['health'], alert: 'database' },
    find: async ({ database }) => database().then(() => []),
  },
  'mail-off': whenever(
    async ({ mail }) => {
      const { waiting, dead } = await mail()
      return env().emailjs
        ? null
        : `NOTHING IS BEING DELIVERED: EMAILJS_SERVICE_ID is not set. Enquiries and receipts are kept; ${waiting + dead} wait for it.`
    },
    { of: 'server', in: ['health', 'start', 'outbox'] },
  ),
  'families-overdue': counted(
    ({ overdueFamilies }) => overdueFamilies(),
    (count) => messages()('office.overdueFamilies', { count }),
    {
      level: 'urgent',
      in: ['summary', 'outbox'],
      desk: ['families', 'state=new'],
      command: helpList,
    },
  ),
  'families-leaving': counted(
    ({ leaving }) => leaving(),
    (count) => messages()('office.leavingFamilies', { count, days: site().keep.surgery }),
    {
      level: 'task',
      in: ['summary'],
      desk: ['families', ''],
      command: helpList,
    },
  ),
  dispute: {
    level: 'task',
    of: 'store',
    in: ['summary', 'today'],
    find: async ({ disputes }) =>
      (await disputes()).map(({ reference, answerBy }) => ({
        sentence: messages()('office.dispute', { reference, day: dayInWords(answerBy, 'en-GB', { short: true }) }),
        query: `search=${reference}`,
      })),
    desk: ['gifts', ''],
    command: 'https://dashboard.stripe.com/disputes',
  },
  'places-held': {
    level: 'warning',
    of: 'store',
    in: ['health', 'summary'],
    find: async ({ crowded }) => (await crowded()).flatMap((kind) => says(messages()('office.placesHeld', kind))),
  },
  'pledges-late': whenever(
    async ({ latePledges }) => {
      const late = await latePledges()
      const named = `${late.slice(0, 20).join(', ')}${late.length > 20 ? ' …' : ''}`
      return late.length > 0 ? messages()('office.latePledges', { count: late.length, named }) : null
    },
    {
      level: 'task',
      in: ['summary'],
      desk: ['pledges', ''],
      command: 'charity staff add opens the office, which lists them',
    },
  ),
  unanswered: counted(
    ({ unanswered }) => unanswered(),
    (count) => messages()('office.unanswered', { count }),
    {
      level: 'task',
      in: ['today'],
      desk: ['messages', 'stage=unanswered&order=up'],
    },
  ),
  quarantine: counted(
    ({ quarantined }) => quarantined(),
    (count) => messages()('office.quarantined', { count }),
    {
      level: 'task',
      in: ['summary', 'today', 'start'],
      desk: ['messages', 'stage=quarantined'],
      command: 'charity outbox list --stage=quarantined',
    },
  ),
  'mail-dead': counted(
    async ({ mail }) => (await mail()).dead,
    (count) => messages()('office.deadMails', { count }),
    abandoned('dead'),
  ),
  'mail-unknown': counted(
    async ({ mail }) => (await mail()).unknown,
    (count) => messages()('office.unknownMails', { count }),
    abandoned('unknown'),
  ),
  'mail-late': whenever(
    async ({ mail }) => {
      const { waiting, oldestSeconds } = await mail()
      return oldestSeconds > mailLateAfterSeconds ? messages()('office.lateMails', { count: waiting }) : null
    },
    {
      in: ['health', 'summary', 'start'],
      alert: 'mail',
      desk: ['mails', 'state=waiting'],
      command: 'charity outbox list --stage=waiting',
    },
  ),
  'mail-dated-ahead': counted(
    async ({ mail }) => (await mail()).datedAhead,
    (count) => `${count} in the outbox were dated by a clock ahead of this server's. Check the clocks of all servers.`,
    { in: ['health', 'start'] },
  ),
  unpaid: counted(
    ({ unpaid }) => unpaid(),
    (count) => messages()('office.pledges', { count }),
    {
      level: 'task',
      in: ['today'],
      desk: ['pledges', ''],
    },
  ),
  'claims-ended': counted(
    ({ endedClaims }) => endedClaims(),
    (count) => messages()('office.endedClaims', { count }),
    {
      level: 'task',
      of: 'server',
      in: ['summary', 'today'],
      desk: ['claims', ''],
      command: 'charity staff add opens the office, which lists them',
    },
  ),
  'documents-in-question': counted(
    ({ documentsInQuestion }) => documentsInQuestion(),
    (count) => messages()('office.documentsInQuestion', { count }),
    {
      level: 'task',
      in: ['today'],
      desk: ['lists', ''],
    },
  ),
  stripe: failing('stripe', 'Requests to Stripe fail: donors cannot give by card.', { alert: 'stripe' }),
  'stripe-account': failing('stripe-account', `Donors cannot give by card. ${stripeCauses.account}`, {
    alert: 'stripe',
  }),
  'payment-pages': {
    level: 'trouble',
    of: 'store',
    in: ['health'],
    alert: 'stripe',
    async find({ paymentPages }) {
      const pages = await paymentPages()
      const sentence = 'Stripe refuses to open payment pages: donors cannot give by card.'
      return pages ? [withWhy(sentence, pages.since, stripeCauses[pages.fault])] : []
    },
  },
  'giving-pages': failing('giving-pages', 'The giving pages are not as they were built.', { alert: 'giving-pages' }),
  'giving-pages-unreached': failing('giving-pages-unreached', givingPagesCauses.unreached, {
    in: [],
    alert: 'giving-pages',
  }),
  camps: failing('camps', 'The camp API returns no usable figures: pages show the last known ones.'),
  webhooks: failing('webhooks', 'Gifts are recorded late.', {
    alert: 'webhooks',
    why() {
      const cause = webhookCause()
      return cause && webhookCauses[cause]
    },
  }),
  emailjs: failing('emailjs', 'The mail service does not accept mail, which waits in the outbox.'),
  ipinfo: failing('ipinfo', 'ipinfo does not work: countries are looked up in the embedded database.', { asked: true }),
  turnstile: failing('turnstile', 'Turnstile does not work: only the other spam signals are used.', { asked: true }),
  'analytics-service': failing('analytics-service', 'The program that counts visits does not accept events.', {
    asked: true,
  }),
  'comparison-late': whenever(async ({ comparison }) => {
    const last = await comparison()
    return last && cardPayments() !== 'off' && isFarFrom(last.at, comparisonLateAfterMs)
      ? `The gifts were last compared with Stripe’s at ${last.at}: the log says why there is no newer comparison.`
      : null
  }),
  'comparison-recorded': whenever(async ({ comparison }) => {
    const { recorded = 0, at, types = [] } = (await comparison()) ?? {}
    return recorded > 0
      ? `${recorded} of Stripe’s messages had not arrived at ${at} and were recorded then: ${types.join(', ')}. Check that the endpoint at https://dashboard.stripe.com/webhooks receives these.`
      : null
  }),
  'comparison-failed': counted(
    async ({ comparison }) => (await comparison())?.failed ?? 0,
    (count) =>
      `${count} of Stripe’s messages could not be read or recorded. The log says why; then charity gifts resync`,
  ),
  disk: whenever(
    async ({ freeBytes }) => {
      const free = await freeBytes()
      return free !== null && free < minFreeBytes
        ? `Only ${Math.round(free / 1e6)} MB are free on the disk of DATA_DIR: free some space.`
        : null
    },
    { of: 'server', in: ['health', 'launch'] },
  ),
  // A site that only this machine can reach is not live.
  'backup-missing': whenever(
    async ({ lastBackup }) =>
      (await lastBackup()) === null && env().siteUrl.startsWith('https://')
        ? 'There is no backup of this database yet: charity backup, and start the timer of docs/operate/backup.md.'
        : null,
    { in: ['health', 'launch'] },
  ),
  'backup-late': whenever(
    async ({ lastBackup }) => {
      const last = await lastBackup()
      return last !== null && isFarFrom(last, backupLateAfterMs)
        ? `The last backup is from ${last}: find out why there is no newer one, and run charity backup.`
        : null
    },
    { in: ['health', 'launch'] },
  ),
  'copies-off': whenever(
    async ({ copies }) =>
      (await copies())?.copied === null && env().siteUrl.startsWith('https://')
        ? 'Between two backups nothing leaves this machine, so a lost disk costs the gifts of a day. docs/operate/backup.md, “Between two nights”, says how each change is copied.'
        : null,
    { in: ['launch'] },
  ),
  'copy-late': whenever(
    async ({ copies }) => {
      const { changed = 0, copied } = (await copies()) ?? {}
      return copied && changed - copied > copyLateAfterMs
        ? `No change since ${new Date(copied).toISOString()} has been copied to another machine: systemctl status litestream.`
        : null
    },
    { of: 'server', in: ['health', 'launch'] },
  ),
  'retention-clock': reported('retention-clock'),
  'webhook-clock': reported('webhook-clock'),
  comparison: reported('comparison'),
  'limit-reached': reported('limit-reached'),
  'turned-away': reported('turned-away'),
  analytics: reported('analytics'),
  'unnamed-proxy': reported('unnamed-proxy'),
  'node-env': reported('node-env'),
  'kept-assets': reported('kept-assets'),
  environment: {
    level: 'warning',
    of: 'server',
    in: ['health'],
    find: () => env().warnings.flatMap(says),
  },
} satisfies Record<string, Condition> & Record<Failing | Reported, Condition>

export type ConditionId = keyof typeof table
export const conditions: Readonly<Record<ConditionId, Condition>> = table
export const conditionIds = Object.keys(table) as ConditionId[]

export type Found = Finding & Omit<Condition, 'find'> & { id: ConditionId }

export async function findOne(id: ConditionId, read: Readings): Promise<Found[]> {
  const { find, ...condition } = conditions[id]
  return (await find(read)).map((finding) => ({ id, ...condition, ...finding }))
}

/** What is true of these, in the order of the table. */
export async function findEach(ids: readonly ConditionId[], read = readOnce()): Promise<Found[]> {
  return (await Promise.all(ids.map((id) => findOne(id, read)))).flat()
}

/** The conditions that are printed in a place. */
export const idsIn = (place: Condition['in'][number]) => conditionIds.filter((id) => conditions[id].in.includes(place))
/** The conditions that an alert tells of. */
export const idsOf = (alert: Trouble) => conditionIds.filter((id) => conditions[id].alert === alert)

/** The path, below the address of the office, of the list or entry where somebody acts on it; null if no desk has one. */
export function deskOf({ desk, query }: Pick<Found, 'desk' | 'query'>): string | null {
  if (!desk) return null
  const [name, ofList] = desk
  const search = query ?? ofList
  return `/${name}${search && `?${search}`}`
}

const withPlace = (sentence: string, where: string | undefined) => {
  if (!where) return sentence
  return sentence.includes(':') ? `${sentence} (${where})` : `${sentence}: ${where}`
}

/** For operators. */
export const inHealth = ({ sentence, advice, command }: Found): string =>
  withPlace(advice ? `${sentence}; ${advice}` : sentence, command)

/** For the office by mail. `office`: its address; without one, a command is named. */
export function inMail(found: Found, office: string | null): string {
  const path = deskOf(found)
  return office && path !== null ? withPlace(found.sentence, office + path) : inHealth(found)
}
