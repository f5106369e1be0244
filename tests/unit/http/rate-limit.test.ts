import { clientAddress } from '#lib/http/client-address.ts'
import { limitRate, type RateVerdict } from '#lib/http/rate-limit.ts'
import { store } from '#lib/store/index.ts'
import { breakStore, onBothDatabases, setEnvironment, useFreshStore } from '#tests/support/store.ts'

const from = (address: string | null) =>
  new Request('http://localhost/api/enquiries', { headers: address === null ? {} : { 'x-client-address': address } })

async function times(count: number, address: string | null, bucket = 'enquiry'): Promise<RateVerdict[]> {
  const verdicts: RateVerdict[] = []
  for (let number = 0; number < count; number += 1) verdicts.push(await limitRate(from(address), bucket))
  return verdicts
}

const setTime = (time: string) => jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time))
afterEach(() => jest.restoreAllMocks())

describe('The rate limit', () => {
  onBothDatabases(() => {
    test('lets ten through in ten minutes and tells the eleventh when to come back', async () => {
      await store()
      setTime('2026-11-21T10:03:20Z')
      const verdicts = await times(11, '203.0.113.7')
      expect(verdicts.slice(0, 10).every((verdict) => verdict.ok)).toBe(true)
      expect(verdicts[10]).toEqual({ ok: false, retryAfter: 400 })
    })

    test('begins anew with the next window, and keeps nothing of the last', async () => {
      await store()
      setTime('2026-11-21T10:09:59.900Z')
      expect((await times(11, '203.0.113.7'))[10]).toEqual({ ok: false, retryAfter: 1 })
      setTime('2026-11-21T10:10:00Z')
      expect(await times(1, '203.0.113.7')).toMatchObject([{ ok: true }])
      const { db } = await store()
      expect(await db.selectFrom('rate_limits').select('count').execute()).toHaveLength(1)
    })

    test('counts visitors and kinds of request apart', async () => {
      await times(10, '203.0.113.7')
      expect(await times(1, '203.0.113.8')).toMatchObject([{ ok: true }])
      expect(await times(1, '203.0.113.7', 'checkout')).toMatchObject([{ ok: true }])
    })

    test('counts requests that arrive at once, each of them', async () => {
      const verdicts = await Promise.all(Array.from({ length: 25 }, () => limitRate(from('203.0.113.7'), 'enquiry')))
      expect(verdicts.filter((verdict) => verdict.ok)).toHaveLength(10)
    })

    test('does not keep the address', async () => {
      await times(1, '203.0.113.7')
      const { db } = await store()
      const rows = await db.selectFrom('rate_limits').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain('203.0.113')
    })
  })

  describe('whatever the database', () => {
    useFreshStore()

    test('counts a household’s IPv6 addresses together', async () => {
      await times(10, '2001:db8:0:1::1')
      expect((await times(1, '2001:db8:0:1:ffff::2'))[0]?.ok).toBe(false)
      expect((await times(1, '2001:db8:0:2::1'))[0]?.ok).toBe(true)
    })

    test('lets everyone through while the store fails', async () => {
      await breakStore()
      expect((await times(12, '203.0.113.7')).every((verdict) => verdict.ok)).toBe(true)
    })

    test('does not count visitors whose address is unknown as one', async () => {
      expect((await times(12, null)).every((verdict) => verdict.ok)).toBe(true)
    })
  })
})

describe('The visitor’s address', () => {
  useFreshStore()

  test('is what our server wrote, in its shortest form', () => {
    expect(clientAddress(new Headers({ 'x-client-address': '::ffff:203.0.113.7' }))).toBe('203.0.113.7')
    expect(clientAddress(new Headers({ 'x-client-address': '2001:0db8:0:0::1' }))).toBe('2001:db8::1')
  })

  test('is not what anybody else claims', () => {
    expect(
      clientAddress(
        new Headers({
          'x-forwarded-for': '203.0.113.7',
          'x-real-ip': '203.0.113.7',
          'x-vercel-forwarded-for': '203.0.113.7',
        }),
      ),
    ).toBeNull()
    expect(clientAddress(new Headers({ 'x-client-address': 'localhost' }))).toBeNull()
    expect(clientAddress(new Headers())).toBeNull()
  })

  test('is the platform’s word on Vercel, and there nobody else’s', () => {
    setEnvironment({ VERCEL: '1' })
    expect(
      clientAddress(new Headers({ 'x-vercel-forwarded-for': '203.0.113.7', 'x-client-address': '203.0.113.8' })),
    ).toBe('203.0.113.7')
    expect(clientAddress(new Headers({ 'x-client-address': '203.0.113.8' }))).toBeNull()
  })
})
