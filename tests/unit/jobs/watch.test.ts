import { finish, type ListedEnquiry, retry } from '#lib/contact/enquiries/admin.ts'
import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { compareGifts, compareWhenDue } from '#lib/giving/ledger/comparison.ts'
import { recordRefusal, recordResult } from '#lib/giving/ledger/webhook-health.ts'
import { cardProvider, notePaymentPage } from '#lib/giving/orders/card-payments.ts'
import { operatorAlert } from '#lib/jobs/alert.ts'
import { stripeCauses } from '#lib/jobs/conditions.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { lookForTrouble } from '#lib/jobs/watch.ts'
import { dayMs, now, stopClock, utcNow } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import type { ProviderFault } from '#lib/platform/providers/payments.ts'
import { store } from '#lib/platform/store/index.ts'
import { failureStreak, noteOutcome, warningsOf } from '#lib/platform/warnings.ts'
import { onOneLine } from '#tests/support/mail-text.ts'
import {
  breakStore,
  onBothDatabases,
  onSqlite,
  passTime,
  setEnvironment,
  stripeKeys,
  useFreshStore,
} from '#tests/support/store.ts'
import { answersJson, sharedUpstream } from '#tests/support/upstream.ts'
import {
  hour,
  kinds as mailOfTests,
  put,
  rows,
  useMailService,
  useStoppedClock,
  wait,
  watchLog,
} from '../outbox/support.ts'

/** Once a build beside the tests has declared its scripts, the pages would be fetched. */
jest.mock('#lib/jobs/giving-pages.ts', () => ({ compareGivingPages: async () => undefined }))
let mockKeptDays = 730
jest.mock('#lib/site/content/index.ts', () => {
  const actual = jest.requireActual('#lib/site/content/index.ts')
  const site = () => ({ ...actual.site(), keep: { ...actual.site().keep, enquiries: mockKeptDays } })
  return { ...actual, site }
})

const minute = 60_000
const works = answersJson({ id: 'acct_1', object: 'account', charges_enabled: true, data: [], has_more: false })
const isSuspended = answersJson({ id: 'acct_1', object: 'account', charges_enabled: false, data: [], has_more: false })
const isDown = answersJson({ error: { type: 'api_error' } }, 503)
const inRupees = { money: { amount: 100_000, currency: 'INR' }, frequency: 'once' } as const
const refusedFor = (fault: ProviderFault) => ({ ok: false, failure: { kind: 'misconfigured', fault } }) as const

/** Another server on the same database, or this one after a restart: it remembers nothing. */
const anotherServer = (): void => ['failure-streaks', 'watch'].forEach(resetProcessState)
beforeEach(anotherServer)

/** Call it after `useFreshStore`. */
function useServices() {
  const service = useMailService()
  useStoppedClock()
  const stripe = sharedUpstream(works)
  beforeEach(() =>
    setEnvironment({
      ALERT_EMAIL: 'operator@example.org',
      ...stripeKeys,
      STRIPE_API_BASE: stripe.url,
      SITE_URL: 'http://localhost:1',
    }),
  )
  /** When each comparison began and ended, in hours before now. */
  const compared = () =>
    stripe.requests
      .filter(({ url }) => url?.startsWith('/v1/events'))
      .map(({ url = '' }) => {
        const { searchParams } = new URL(url, stripe.url)
        return ['gte', 'lte'].map(
          (end) => Math.round((now().getTime() / 1000 - Number(searchParams.get(`created[${end}]`))) / 36) / 100,
        )
      })
  const sentAlerts = async () => {
    await deliverDue(mailKinds)
    return service.calls.map((reference) => reference.split(' '))
  }
  return { service, stripe, compared, sentAlerts }
}

const twoServersLook = () => Promise.all([lookForTrouble(), lookForTrouble()])
const twoServersCompare = () => Promise.all([compareWhenDue(), compareWhenDue()])
const signedAhead = () => recordRefusal({ kind: 'clock', secondsAhead: 900 })

describe('One of two servers', () => {
  onBothDatabases(() => {
    const { stripe, compared, sentAlerts } = useServices()

    test('announces a problem once, and its end', async () => {
      const since = utcNow()
      for (const minutes of [15, 1]) {
        signedAhead()
        wait(minutes * minute)
      }
      signedAhead()
      for (const _ of [1, 2]) await twoServersLook()
      expect(await sentAlerts()).toEqual([['webhooks', since]])
      await recordResult('recorded')
      for (const _ of [1, 2]) await twoServersLook()
      expect(await sentAlerts()).toEqual([
        ['webhooks', since],
        ['webhooks', since, utcNow()],
      ])
    })

    test('compares the gifts once a day, from where the last comparison ended', async () => {
      await twoServersCompare()
      // A webhook that is younger may be under way.
      expect(compared()).toEqual([[30 * 24 + 0.25, 0.25]])
      stripe.requests.length = 0
      wait(23 * hour)
      await twoServersCompare()
      expect(compared()).toEqual([])
      wait(hour)
      await twoServersCompare()
      expect(compared()).toEqual([[24 + 0.25 + 1, 0.25]])
    })
  })
})

describe('A problem that lasts', () => {
  onSqlite(() => {
    const { service, stripe, sentAlerts } = useServices()

    const setStates = async (state: 'dead' | 'unknown' | 'sent', subjects: readonly string[]) => {
      const { db } = await store()
      // Of a lease.
      const change = { state, updated_at: utcNow(), due_at: utcNow(minute) }
      await db.updateTable('outbox').set(change).where('subject_id', 'in', subjects).execute()
    }

    const pagesDiffer = (differ: boolean) => noteOutcome('giving-pages', !differ)
    const opensPages = () => notePaymentPage(inRupees, { ok: true, value: null })
    const refusesPages = () => notePaymentPage(inRupees, refusedFor('method'))

    test.each<[string, fail: () => unknown, work: () => unknown]>([
      ['webhooks', signedAhead, () => recordResult('recorded')],
      ['stripe', () => stripe.behave(isDown), () => stripe.behave(works)],
      ['a suspended account at stripe', () => stripe.behave(isSuspended), () => stripe.behave(works)],
      ['changed giving-pages', () => pagesDiffer(true), () => pagesDiffer(false)],
      ['payment pages refused by stripe', refusesPages, opensPages],
    ])('with %s is mailed once, and once more when it is over', async (what, fail, work) => {
      const [name = ''] = what.split(' ').slice(-1)
      const since = utcNow()
      const lines = watchLog()
      for (const [minutes, alerts] of [
        [0, 0],
        [14, 0],
        [1, 1],
        [1, 1],
        [20, 1],
      ] as const) {
        wait(minutes * minute)
        await fail()
        await lookForTrouble()
        expect(await sentAlerts()).toEqual(Array(alerts).fill([name, since]))
      }
      expect(lines.filter(([level]) => level === 'error')).toMatchObject([
        ['error', expect.stringMatching(/^Trouble/), { trouble: name, since }],
      ])
      anotherServer()
      await work()
      wait(10 * minute)
      await lookForTrouble()
      const both = [
        [name, since],
        [name, since, utcNow()],
      ]
      expect(await sentAlerts()).toEqual(both)
      wait(hour)
      await lookForTrouble()
      expect(await sentAlerts()).toEqual(both)
    })

    test.each([
      ['at once for the server that saw it last', (): void => undefined, [2]],
      ['after a minute and a half for any other', anotherServer, [1, 2]],
    ] as const)('is over %s', async (_, restart, alerts) => {
      signedAhead()
      wait(hour)
      signedAhead()
      await lookForTrouble()
      expect(await sentAlerts()).toHaveLength(1)
      restart()
      await recordResult('recorded')
      for (const count of alerts) {
        wait(minute)
        await lookForTrouble()
        expect(await sentAlerts()).toHaveLength(count)
      }
    })

    test('that a clock was ahead at is over once it is right, and lasts as long as it has lasted since', async () => {
      const openTroubles = async () =>
        (await (await store()).db.selectFrom('settings').select('key').where('key', 'like', 'trouble:%').execute()).map(
          ({ key }) => key,
        )
      wait(600 * minute)
      pagesDiffer(true)
      wait(15 * minute)
      await lookForTrouble()
      expect(await openTroubles()).toEqual(['trouble:giving-pages'])
      wait(-610 * minute)
      anotherServer()
      pagesDiffer(false)
      await lookForTrouble()
      expect(await openTroubles()).toEqual([])
      wait(600 * minute)
      pagesDiffer(true)
      wait(-600 * minute)
      pagesDiffer(true)
      wait(16 * minute)
      pagesDiffer(true)
      await lookForTrouble()
      expect(await openTroubles()).toEqual(['trouble:giving-pages'])
    })

    test('with the mail service is told by the log, and by mail as soon as any mail is sent', async () => {
      service.answer(() => 500)
      const since = utcNow()
      await put('enquiry', 1)
      await lookForTrouble()
      wait(hour)
      const lines = watchLog()
      await twoServersLook()
      await deliverDue(mailKinds)
      expect(lines).toContainEqual(['error', 'Trouble: mail is not being sent', { trouble: 'mail', since }])
      expect(service.calls).toContain(`mail ${since}`)

      await setStates('dead', await put('receipt', 2))
      service.answer(() => 'OK')
      wait(minute)
      service.calls.length = 0
      service.messages.length = 0
      expect(await sentAlerts()).toEqual([['mail', since]])
      const info = jest.spyOn(log, 'info').mockReturnValue()
      await twoServersLook()
      expect(await sentAlerts()).toContainEqual(['mail', since, utcNow()])
      const given = /Mails abandoned meanwhile: 2\. .*charity outbox retry --dead/
      expect(service.messages[service.calls.indexOf(`mail ${since} ${utcNow()}`)]).toMatch(given)
      expect(info).toHaveBeenCalledWith(expect.stringMatching(given), { trouble: 'mail', since })
    })

    test('with the mail service is not over because all mail was given up', async () => {
      service.answer(() => 500)
      const ids = await put('enquiry', 1)
      wait(hour)
      await lookForTrouble()
      await setStates('dead', [...ids, `mail ${utcNow(-hour)}`])
      wait(hour)
      await lookForTrouble()
      expect((await rows()).filter(({ kind }) => kind === 'alert').map(({ subject_id }) => subject_id)).toEqual([
        `mail ${utcNow(-2 * hour)}`,
        expect.stringMatching(/^undelivered/),
      ])
    })

    test('with the mail service is forgotten once another server has sent mail, or no mail is waiting', async () => {
      const [first = '', second = ''] = await put('enquiry', 2)
      const looked = async () => {
        wait(1)
        await lookForTrouble()
        return failureStreak('emailjs')
      }
      noteOutcome('emailjs', false)
      expect(await looked()).not.toBeNull()
      await setStates('sent', [first])
      expect(await looked()).toBeNull()
      noteOutcome('emailjs', false)
      expect(await looked()).not.toBeNull()
      await setStates('unknown', [second])
      await finish([{ id: second, form: 'enquiry' } as ListedEnquiry])
      expect(await looked()).toBeNull()
    })

    test('with one mail is none with the mail service, while others of its kind are sent', async () => {
      service.answer(() => (service.calls.at(-1) === 'enquiry-0' ? 400 : 'OK'))
      await put('enquiry', 1)
      await deliverDue(mailOfTests)
      const lines = watchLog()
      for (let hours = 0; hours < 5; hours += 1) {
        wait(hour)
        const { db } = await store()
        await db.transaction().execute((transaction) => enqueue(transaction, 'enquiry', `next-${hours}`))
        await deliverDue(mailOfTests)
        await lookForTrouble()
      }
      expect(lines.filter(([level]) => level === 'error')).toEqual([])
    })

    test('with mails that were given up, or may have arrived, lasts until somebody has dealt with each', async () => {
      const [dead = '', unknown = '', both = ''] = await put('receipt', 3)
      await setStates('dead', [dead, both])
      await setStates('unknown', [unknown])
      const since = utcNow()
      const lines = watchLog()
      for (const _ of [1, 2]) {
        await twoServersLook()
        wait(minute)
      }
      expect(lines).toEqual([['error', 'Trouble: mails need your attention', { trouble: 'undelivered', since }]])
      expect(await sentAlerts()).toEqual([['undelivered', since]])
      expect(service.messages.at(-1)).toMatch(
        /2 mails could not be delivered; .*1 mail may or may not have arrived; .*charity outbox done/s,
      )
      const entryOf = (id: string) => ({ id, form: 'receipt' }) as ListedEnquiry
      expect([await retry([entryOf(dead)]), await finish([entryOf(unknown)])]).toEqual([1, 1])
      await setStates('sent', [dead])
      await lookForTrouble()
      expect(await sentAlerts()).toHaveLength(1)
      expect(await finish([entryOf(both)])).toBe(1)
      await lookForTrouble()
      expect((await sentAlerts()).at(-1)).toEqual(['undelivered', since, utcNow()])
    })

    test.each([
      ['unreachable', async () => stripe.behave(isDown), /status\.stripe\.com/],
      [
        'key',
        async () => stripe.behave(answersJson({ error: { type: 'invalid_request_error' } }, 401)),
        /STRIPE_SECRET_KEY/,
      ],
      ['account', async () => stripe.behave(isSuspended), /charges_enabled.*dashboard\.stripe\.com\/account\/status/],
      ['refused', refusesPages, stripeCauses.method],
    ] as const)('with cards names its cause in the alert: %s', async (_, fail, cause) => {
      const since = utcNow()
      await fail()
      await lookForTrouble()
      wait(15 * minute)
      await lookForTrouble()
      const mail = await operatorAlert.compose('', { trouble: 'stripe', since, until: null })
      expect(mail?.subject).toMatch(/giving by card does not work$/)
      expect(onOneLine(mail?.text ?? '')).toEqual(
        typeof cause === 'string' ? expect.stringContaining(cause) : expect.stringMatching(cause),
      )
    })

    test('is not over while payments in one currency are refused', async () => {
      await notePaymentPage(inRupees, refusedFor('method'))
      wait(15 * minute)
      await notePaymentPage({ ...inRupees, money: { amount: 2500, currency: 'USD' } }, { ok: true, value: null })
      await notePaymentPage(inRupees, { ok: false, failure: { kind: 'refused', of: 'email' } })
      await lookForTrouble()
      expect(await sentAlerts()).toHaveLength(1)
    })

    test.each<[string, () => unknown]>([
      [
        'a restricted key, which may not read the account',
        () => stripe.behave(answersJson({ error: { type: 'invalid_request_error' } }, 403)),
      ],
      [
        'a stranger who posts',
        () => {
          for (const kind of ['wrong-signature', 'no-signature', 'malformed'] as const) recordRefusal({ kind })
        },
      ],
    ])('is not caused by %s', async (_, act) => {
      for (let times = 0; times < 12; times += 1) {
        act()
        wait(5 * minute)
        await lookForTrouble()
      }
      expect(await rows()).toEqual([])
    })
  })
})

describe('The comparison of gifts', () => {
  onSqlite(() => {
    const { stripe, compared } = useServices()

    test('is made again after an hour if it failed, and then leaves no gap', async () => {
      await twoServersCompare()
      wait(24 * hour)
      stripe.behave(isDown)
      const lines = watchLog()
      await twoServersCompare()
      const warning = expect.stringMatching(/^The gifts or payouts could not be compared .*\(unable\)/)
      expect(lines).toContainEqual(['warn', warning, { warning: 'comparison' }])
      expect(warningsOf('comparison')).toEqual([warning])
      stripe.behave(works)
      stripe.requests.length = 0
      wait(59 * minute)
      await twoServersCompare()
      expect(stripe.requests).toEqual([])
      wait(minute)
      await twoServersCompare()
      expect(compared()).toEqual([[25 + 0.25 + 1, 0.25]])
      expect(warningsOf('comparison')).toEqual([])
    })

    test('reads the lists of payments when the last one is older than the events', async () => {
      await twoServersCompare()
      wait(40 * 24 * hour)
      stripe.requests.length = 0
      await twoServersCompare()
      expect(stripe.requests.map(({ url = '' }) => new URL(url, stripe.url).pathname)).toEqual([
        '/v1/events',
        '/v1/checkout/sessions',
        '/v1/payment_intents',
        '/v1/invoices',
        '/v1/refunds',
        '/v1/disputes',
        '/v1/payouts',
      ])
    })

    test('by a clock that was ahead is made again, and leaves no gap', async () => {
      wait(40 * 24 * hour)
      await twoServersCompare()
      wait(-40 * 24 * hour)
      stripe.requests.length = 0
      await twoServersCompare()
      expect(compared()).toEqual([[30 * 24 + 0.25, 0.25]])
    })

    test('of one day alone does not count for the days before it', async () => {
      const stripeNow = cardProvider()
      if (stripeNow) await compareGifts(stripeNow, { since: new Date(now().getTime() - hour) })
      wait(24 * hour)
      stripe.requests.length = 0
      await twoServersCompare()
      expect(compared()).toEqual([[30 * 24 + 0.25, 0.25]])
    })
  })
})

describe('A database that fails for 15 minutes', () => {
  useFreshStore()
  const service = useMailService()
  useStoppedClock()

  test('is mailed without the store, again when that failed, and once more when it is over', async () => {
    setEnvironment({ ALERT_EMAIL: 'operator@example.org' })
    await lookForTrouble()
    const { DATA_DIR } = process.env
    await breakStore()
    const since = utcNow()
    const lines = watchLog()
    await lookForTrouble()
    wait(15 * minute - 1)
    await lookForTrouble()
    expect(service.calls).toEqual([])
    service.answer(() => 500)
    wait(1)
    await lookForTrouble()
    expect(service.calls).toEqual([`database ${since}`])
    service.answer(() => 'OK')
    for (let times = 0; times < 4; times += 1) {
      wait(5 * minute)
      await lookForTrouble()
    }
    expect(service.calls).toEqual([`database ${since}`, `database ${since}`])
    expect(lines.filter(([level]) => level === 'error')).toMatchObject([
      [
        'error',
        'Trouble: the database fails',
        { since: new Date(since), reason: expect.stringMatching(/missing|no database/) },
      ],
      ['error', 'The alert about the database was not sent', {}],
    ])

    setEnvironment({ DATA_DIR })
    passTime()
    await lookForTrouble()
    expect(failureStreak('database')).toBeNull()
    await lookForTrouble()
    await deliverDue(mailKinds)
    expect(service.calls.at(-1)).toBe(`database ${since} ${utcNow()}`)
    expect(service.calls).toHaveLength(3)
  })
})

describe('Retention', () => {
  const begin = Date.parse('2026-03-01T06:00:00Z')
  const at = (days: number) => stopClock(new Date(begin + days * dayMs))
  const runDaily = async (from: number, runs: number) => {
    let erased = 0
    for (let run = 0; run < runs; run += 1) {
      at(from + run)
      erased += await enforceRetention()
    }
    return erased
  }
  const left = async () =>
    (await (await store()).db.selectFrom('enquiries').select('id').where('state', '=', 'stored').execute()).length

  onSqlite(() => {
    beforeEach(async () => {
      mockKeptDays = 30
      resetProcessState('warnings')
      at(0)
      await storeEnquiry({ form: 'contact', fields: { message: 'x' }, idempotencyKey: null, spamReason: null })
      await (await store()).db.updateTable('outbox').set({ state: 'sent' }).execute()
    })
    afterEach(() => {
      mockKeptDays = 730
    })

    test('erases old enquiries when the clock advances day by day', async () => {
      expect(await runDaily(0, 30)).toBe(0)
      expect(await runDaily(30, 2)).toBe(1)
      expect(await left()).toBe(0)
    })

    test.each([
      ['that ran yesterday', () => runDaily(0, 1)],
      ['that never ran before', async () => undefined],
    ])('of a site %s erases nothing and warns when the clock starts three years ahead', async (_, before) => {
      await before()
      at(3 * 365)
      expect(await enforceRetention()).toBe(0)
      expect(await left()).toBe(1)
      expect(warningsOf('retention-clock')).toEqual([
        expect.stringMatching(/^Nothing is erased: this server’s clock is 109\d days/),
      ])
      at(1)
      await lookForTrouble()
      expect(warningsOf('retention-clock')).toEqual([])
      expect(await left()).toBe(1)
    })

    test('trusts a clock that jumped after a week of consistent daily runs', async () => {
      await runDaily(0, 1)
      expect(await runDaily(100, 7)).toBe(0)
      expect(await runDaily(107, 1)).toBe(1)
      expect(warningsOf('retention-clock')).toEqual([])
    })

    test('trusts a clock that an operator confirms', async () => {
      await runDaily(0, 1)
      at(100)
      expect(await enforceRetention()).toBe(0)
      expect(await enforceRetention({ confirmed: true })).toBe(1)
    })
  })
})
