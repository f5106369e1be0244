import { GET } from '#app/api/metrics/route.ts'
import { metrics } from '#lib/metrics.ts'
import { resetProcessState } from '#lib/process-state.ts'
import manifest from '#package.json' with { type: 'json' }
import { breakStore, keepEnvironment, onBothDatabases, setEnvironment, useFreshStore } from '#tests/support/store.ts'
import { amina, postForm, send } from '../enquiries/support.ts'

const operatorToken = 'a-token-of-these-tests'
const ask = (authorization?: string) =>
  GET(new Request('http://localhost:3000/api/metrics', { headers: authorization ? { authorization } : {} }))

/** The lines of our own metrics, without those that have no samples. */
async function scrape(): Promise<string[]> {
  const answer = await ask(`Bearer ${operatorToken}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return (await answer.text()).split('\n').filter((line) => line.startsWith('charity_'))
}

beforeEach(() => resetProcessState('metrics'))
keepEnvironment()

describe('GET /api/metrics', () => {
  onBothDatabases(() => {
    test('tells Prometheus what waits', async () => {
      setEnvironment({
        OPERATOR_TOKEN: operatorToken,
        EMAILJS_SERVICE_ID: 'service',
        EMAILJS_PUBLIC_KEY: 'public',
        EMAILJS_TEMPLATE_ENQUIRY: 'enquiry',
        EMAILJS_TEMPLATE_NEWSLETTER: 'newsletter',
      })
      await send()
      await postForm({ ...amina, website2: 'x' })
      expect(await scrape()).toEqual(
        expect.arrayContaining([
          'charity_store_up 1',
          'charity_outbox_mails{state="waiting"} 1',
          'charity_outbox_mails{state="dead"} 0',
          'charity_outbox_mails{state="unknown"} 0',
          'charity_quarantined_enquiries 1',
          `charity_build_info{version="${manifest.version}"} 1`,
        ]),
      )
    })
  })

  describe('whatever the database', () => {
    useFreshStore()

    test('reports no counts while the store fails', async () => {
      setEnvironment({ OPERATOR_TOKEN: operatorToken })
      await scrape()
      await breakStore()
      const lines = await scrape()
      expect(lines).toEqual(expect.arrayContaining(['charity_store_up 0', 'charity_outbox_oldest_seconds Nan']))
      expect(lines.filter((line) => line.startsWith('charity_outbox_mails'))).toEqual([])
    })

    test('includes the process: memory, processor and event-loop delay', async () => {
      setEnvironment({ OPERATOR_TOKEN: operatorToken })
      const text = await (await ask(`bearer ${operatorToken}`)).text()
      for (const name of [
        'process_resident_memory_bytes',
        'nodejs_eventloop_lag_p99_seconds',
        'process_cpu_seconds_total',
      ])
        expect(text).toMatch(new RegExp(String.raw`^${name} \d`, 'm'))
    })

    test.each([undefined, 'Bearer wrong-operator-token', `Basic ${operatorToken}`, 'Bearer null'])(
      'answers 401 to %s',
      async (authorization) => {
        setEnvironment({ OPERATOR_TOKEN: operatorToken })
        const answer = await ask(authorization)
        expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
        expect(await answer.text()).not.toContain('charity_')
      },
    )

    test.each([undefined, 'Bearer null'])('answers 404 without OPERATOR_TOKEN: %s', async (authorization) => {
      setEnvironment({ OPERATOR_TOKEN: undefined })
      expect((await ask(authorization)).status).toBe(404)
    })
  })
})

test('every bundle counts in the same place', async () => {
  const first = metrics()
  jest.resetModules()
  expect((await import('#lib/metrics.ts')).metrics()).toBe(first)
})
