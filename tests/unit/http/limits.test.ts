import { enquiryLimit } from '#lib/contact/forms/limits.ts'
import { checkoutLimit, paymentPageLimit } from '#lib/giving/orders/limits.ts'
import { now, stopClock } from '#lib/platform/clock.ts'
import { emailKey } from '#lib/platform/http/client-address.ts'
import type { Limit } from '#lib/platform/http/limit.ts'
import { limitPage, limitRequest, type RateVerdict } from '#lib/platform/http/limits.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { store } from '#lib/platform/store/index.ts'
import { clearWarning, warningsOf } from '#lib/platform/warnings.ts'
import { stopInWindow } from '#tests/support/limit-window.ts'
import { breakStore, onBothDatabases, setEnvironment, useFreshStore } from '#tests/support/store.ts'

type Options = { limit?: Limit<'in-store'>; email?: string; headers?: Record<string, string> }

async function times(count: number, address: string | null, { limit = enquiryLimit, email, headers }: Options = {}) {
  if (!isStopped) await stopInWindow()
  const verdicts: RateVerdict[] = []
  for (let number = 0; number < count; number += 1) {
    const asked = new Headers({ ...(address && { 'x-client-address': address }), ...headers })
    verdicts.push(await limitRequest(asked, limit, email === undefined ? {} : { email }))
  }
  return verdicts
}
const allowed = (verdicts: readonly RateVerdict[]) => verdicts.filter(({ ok }) => ok).length
const isAllowed = async (address: string | null, options?: Options) => allowed(await times(1, address, options)) === 1

let isStopped = false
const setTime = (time: string) => {
  isStopped = true
  stopClock(time)
}
beforeEach(() => resetProcessState('limits'))
afterEach(() => {
  isStopped = false
  jest.restoreAllMocks()
})

/** Sets the count of this window. */
async function presetCount(key: string, count: number) {
  await stopInWindow()
  const time = Math.floor(now().getTime() / 1000)
  const { db } = await store()
  await db
    .insertInto('rate_limits')
    .values({ key, window_start: time - (time % 600), count })
    .execute()
}

/** Sets the counts that are `from`, except those of the whole site: quicker than asking as often. */
const recount = async (from: number, count: number) =>
  (await store()).db
    .updateTable('rate_limits')
    .set({ count })
    .where('count', '=', from)
    .where('key', 'not like', 'site:%')
    .execute()

describe('The limit of one address', () => {
  onBothDatabases((dialect) => {
    test('allows sixty in ten minutes and returns Retry-After for the next', async () => {
      await store()
      setTime('2026-11-21T10:03:20Z')
      const verdicts = await times(61, '203.0.113.7')
      expect(allowed(verdicts.slice(0, 60))).toBe(60)
      expect(verdicts[60]).toEqual({ ok: false, failure: { retryAfter: 400 } })
    })

    test('resets with the next window, and deletes the last one', async () => {
      await store()
      setTime('2026-11-21T10:09:59.900Z')
      await times(1, '203.0.113.7')
      await recount(1, 60)
      expect(await times(1, '203.0.113.7')).toEqual([{ ok: false, failure: { retryAfter: 1 } }])
      setTime('2026-11-21T10:10:00Z')
      expect(await isAllowed('203.0.113.7')).toBe(true)
      const { db } = await store()
      const rows = await db.selectFrom('rate_limits').select('count').execute()
      expect(rows.every(({ count }) => count === 1)).toBe(true)
    })

    if (dialect === 'postgres')
      test('counts visitors and limits separately, and requests at the same moment', async () => {
        await stopInWindow()
        const headers = new Headers({ 'x-client-address': '203.0.113.7' })
        expect(allowed(await Promise.all(Array.from({ length: 75 }, () => limitRequest(headers, enquiryLimit))))).toBe(
          60,
        )
        expect(await isAllowed('203.0.113.8')).toBe(true)
        expect(await isAllowed('203.0.113.7', { limit: checkoutLimit })).toBe(true)
      })

    test('does not store the address', async () => {
      await times(1, '203.0.113.7', { limit: checkoutLimit, email: 'asha@example.org' })
      const { db } = await store()
      const rows = await db.selectFrom('rate_limits').selectAll().execute()
      expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|asha@/)
    })
  })

  describe('whatever the database', () => {
    useFreshStore()

    test('counts the IPv6 addresses of a household together, and those of a /48', async () => {
      await times(1, '2001:db8:0:0::1')
      await recount(1, 60)
      expect(await isAllowed('2001:db8:0:0:ffff::2')).toBe(false)
      expect(await isAllowed('2001:db8:0:1::1')).toBe(true)
      // The network’s.
      await recount(61, 240)
      expect(await isAllowed('2001:db8:0:99::1')).toBe(false)
      expect(await isAllowed('2001:db8:1:99::1')).toBe(true)
    })

    test('does not count requests rejected for one address towards its network or the site', async () => {
      await times(2, '2001:db8:0:1::1')
      await times(1, '2001:db8:0:2::1')
      await recount(2, 60)
      await recount(3, 239)
      expect(allowed(await times(3, '2001:db8:0:1::1'))).toBe(0)
      expect(await isAllowed('2001:db8:0:2::1')).toBe(true)
      const { db } = await store()
      const site = await db.selectFrom('rate_limits').select('count').where('key', '=', 'site:enquiry').execute()
      expect(site).toEqual([{ count: 4 }])
    })

    test('allows all requests while the store fails', async () => {
      await breakStore()
      expect(allowed(await times(61, '203.0.113.7'))).toBe(61)
    })

    test('of pages is counted in this process, so that they do not wait for the store', async () => {
      await breakStore()
      const ask = (address: string) => limitPage(new Headers({ 'x-client-address': address }), paymentPageLimit).ok
      expect(Array.from({ length: 70 }, () => ask('203.0.113.7')).filter(Boolean)).toHaveLength(60)
      expect(ask('203.0.113.8')).toBe(true)
    })
  })
})

describe('The limit of one email address', () => {
  useFreshStore()
  const email = 'asha@example.org'

  test('is ten payments in ten minutes from one address', async () => {
    expect(allowed(await times(11, '203.0.113.7', { limit: checkoutLimit, email }))).toBe(10)
    expect(await isAllowed('203.0.113.7', { limit: checkoutLimit, email: ' Asha+2@Example.org' })).toBe(false)
    expect(await isAllowed('203.0.113.7', { limit: checkoutLimit, email: 'ruth@example.org' })).toBe(true)
    expect(await isAllowed('203.0.113.8', { limit: checkoutLimit, email })).toBe(true)
  })

  test.each<[spellings: string[], mailboxes: number]>([
    [
      ['victim@gmail.com', 'v.ictim@gmail.com', 'victim+x@gmail.com', 'Victim@googlemail.com', 'v.i.c+y.z@GMail.com'],
      2,
    ],
    [['asha@example.org', 'asha+1@example.org', 'ASHA+2@Example.org', 'ａsha@ｅxample.org'], 1],
    [['a.sha@example.org', 'asha@example.org'], 2],
    [['asha@bücher.example', 'asha@xn--bcher-kva.example'], 1],
    [['asha@gmail.com.example', 'a.sha@gmail.com.example'], 2],
  ])('counts %j as %i mailboxes', (spellings, mailboxes) => {
    expect(new Set(spellings.map(emailKey)).size).toBe(mailboxes)
  })
})

describe('The site-wide limit', () => {
  useFreshStore()
  const warning = () => warningsOf('limit-reached').filter((sentence) => sentence.includes('"enquiry"'))
  beforeEach(() => clearWarning('limit-reached'))

  test('rejects requests above it, with one warning in the log and in health', async () => {
    setEnvironment({ LOG_LEVEL: 'error' })
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
    await presetCount('site:enquiry', enquiryLimit.site - 1)
    expect(warning()).toEqual([])
    const verdicts: RateVerdict[] = []
    for (let visitor = 1; visitor < 5; visitor += 1) verdicts.push(...(await times(1, `203.0.113.${visitor}`)))
    expect(verdicts.map(({ ok }) => ok)).toEqual([true, false, false, false])
    expect(warning()).toEqual([
      'All visitors together reached the limit of "enquiry" (5000 in ten minutes). More are answered 429 until the ten minutes are over.',
    ])
    const errors = written.mock.calls.map(([line]) => JSON.parse(String(line)) as { level: string; message: string })
    expect(errors).toMatchObject([{ level: 'error', message: expect.stringContaining('All visitors together') }])
  })

  test('can be raised for a campaign', async () => {
    setEnvironment({ SITE_LIMIT_FACTOR: '3' })
    await presetCount('site:enquiry', 2 * enquiryLimit.site)
    expect(await isAllowed('203.0.113.7')).toBe(true)
  })

  test('for visitors with an unknown address is their only limit', async () => {
    await presetCount('unknown-address:enquiry', enquiryLimit.unknownAddress - 3)
    expect(allowed(await times(4, null))).toBe(3)
    expect(warning()).toEqual([expect.stringContaining('set TRUSTED_PROXIES')])
    expect(await isAllowed('203.0.113.7')).toBe(true)
  })

  test('and each unnamed proxy, whose visitors share its address, has such a limit of its own', async () => {
    const headers = { 'x-via-unnamed-proxy': '1' }
    const asked = { limit: checkoutLimit, email: 'asha@example.org', headers } as const
    expect(allowed(await times(checkoutLimit.address + 1, '10.0.0.1', asked))).toBe(checkoutLimit.address + 1)
    await presetCount('unknown-address:checkout:10.0.0.2', checkoutLimit.unknownAddress)
    expect(await isAllowed('10.0.0.2', asked)).toBe(false)
    expect(await isAllowed('10.0.0.1', asked)).toBe(true)
  })
})
