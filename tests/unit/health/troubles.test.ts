/** What health says about other services: only what is true, with its cause, and no longer than a minute. */
import { health } from '#lib/jobs/health.ts'
import { stopClock, utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { sendMail } from '#lib/platform/providers/emailjs.ts'
import { fetchCountry } from '#lib/platform/providers/ip-info.ts'
import { checkToken } from '#lib/platform/providers/turnstile.ts'
import { recordRejection } from '#lib/platform/server/refusal.ts'
import { currentWarnings } from '#lib/platform/warnings.ts'
import { recordEvent } from '#lib/site/analytics/record.ts'
import { refreshCampSummary } from '#lib/site/camps/index.ts'
import { setEnvironment, useFreshStore } from '#tests/support/store.ts'
import { answersJson, answersText, badDays, sharedUpstream } from '#tests/support/upstream.ts'

describe('Health', () => {
  useFreshStore()
  const service = sharedUpstream(answersJson({}))
  beforeEach(() => {
    stopClock(new Date())
    for (const state of ['failure-streaks', 'warnings', 'camps']) resetProcessState(state)
    setEnvironment({
      CAMPS_API_URL: service.url,
      IPINFO_TOKEN: 'token',
      IPINFO_API_BASE: service.url,
      TURNSTILE_SITE_KEY: 'site',
      TURNSTILE_SECRET_KEY: 'secret',
      TURNSTILE_API_BASE: service.url,
      ANALYTICS_ID: 'G-TEST0000',
      ANALYTICS_API_SECRET: 'secret',
      ANALYTICS_API_BASE: service.url,
      EMAILJS_SERVICE_ID: 'service',
      EMAILJS_PUBLIC_KEY: 'public',
      EMAILJS_TEMPLATE: 'enquiry',
      EMAILJS_API_BASE: service.url,
    })
  })
  afterEach(() => stopClock(undefined))

  /** Service and cause of each. */
  const troubles = async () => (await health()).troubles.map(({ trouble, why }) => [trouble, why])
  const given = <Value>(value: Value | null) => {
    if (value === null) throw new Error('It is not configured')
    return value
  }
  const calls = {
    camps: () => refreshCampSummary(),
    ipinfo: () => fetchCountry('8.8.8.8', given(env().ipinfo)),
    turnstile: () => checkToken(given(env().turnstile), 'token', 'attempt'),
    emailjs: () =>
      sendMail(given(env().emailjs), { to: 'a@example.org', replyTo: '', subject: '', text: '', html: '' }),
  }

  describe.each(['camps', 'ipinfo', 'turnstile', 'emailjs'] as const)('%s', (name) => {
    test.each(badDays)('is a trouble with its cause after %s', async (_, behaviour) => {
      service.behave(behaviour)
      await calls[name]()
      expect(await troubles()).toEqual([
        [name, expect.stringMatching(/^(?:The camp API|ipinfo|Turnstile|The mail service) /)],
      ])
      const [, cause = ''] = (await troubles())[0] ?? []
      expect((await health()).warnings).toContainEqual(expect.stringContaining(` ${cause}. Since `))
    })
  })

  test.each<[keyof typeof calls, ReturnType<typeof answersJson>]>([
    ['turnstile', answersJson({ success: false, 'error-codes': ['invalid-input-response'] }, 400)],
    ['emailjs', answersText('The recipients address is corrupted', 422)],
  ])('what somebody typed is no trouble with %s', async (name, behaviour) => {
    service.behave(behaviour)
    await calls[name]()
    expect(await troubles()).toEqual([])
  })

  test.each(['ipinfo', 'turnstile'] as const)(
    'a trouble with %s, which only visitors ask, is one for a minute after the last failure',
    async (name) => {
      service.behave(answersText('', 503))
      await calls[name]()
      stopClock(utcNow(40_000))
      await calls[name]()
      stopClock(utcNow(59_000))
      expect(await troubles()).toHaveLength(1)
      stopClock(utcNow(1000))
      expect(await troubles()).toEqual([])
    },
  )

  test('no warning about visitors who were turned away, or events that were lost, outlasts a minute', async () => {
    service.behave(answersText('', 503))
    recordRejection('pages')
    const report = { visitor: 'v', session: 1, page: '/', from: undefined, event: { name: 'page' } } as const
    recordEvent(report as never)
    const until = Date.now() + 5000
    while (currentWarnings().length < 2 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(currentWarnings()).toHaveLength(2)
    const later = performance.now() + 60_000
    jest.spyOn(performance, 'now').mockReturnValue(later)
    expect(currentWarnings()).toEqual([])
    jest.restoreAllMocks()
  })
})
