import { env } from '#lib/env.ts'
import { type Mail, type MailAccount, sendMail } from '#lib/providers/emailjs.ts'
import { sandboxKeys } from '#sandbox/index.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'
import { answersText, type Behaviour, neverAnswers, startUpstream, type Upstream } from '#tests/support/upstream.ts'
import { useMailService } from '../enquiries/support.ts'

const mail: Mail = { template: 'enquiry', params: { firstname: 'Amina', message: 'Hello' } }
const account = () => env().emailjs as MailAccount

describe('A mail', () => {
  keepEnvironment()
  const service = useMailService()

  test('is sent with the keys of the account, and from a server', async () => {
    expect(await sendMail(account(), mail)).toEqual({ outcome: 'sent' })
    const { requests } = await service.control<{ requests: { path: string; body: object }[] }>('requests')
    expect(requests).toMatchObject([
      {
        path: '/api/v1.0/email/send',
        body: {
          service_id: sandboxKeys.emailjs.serviceId,
          template_id: 'template_enquiry',
          user_id: sandboxKeys.emailjs.publicKey,
          accessToken: sandboxKeys.emailjs.privateKey,
          template_params: mail.params,
        },
      },
    ])
  })

  test('without a template for it is not sent', async () => {
    expect(await sendMail(account(), { ...mail, template: 'receipt' })).toMatchObject({
      outcome: 'refused',
      why: 'The account has no template for receipt',
    })
  })

  test.each([
    [
      { allowServers: false },
      {},
      'The mail service responded with 403: API calls are disabled for non-browser applications',
    ],
    [
      { requirePrivateKey: true },
      { EMAILJS_PRIVATE_KEY: undefined },
      'The mail service responded with 403: API calls in strict mode, but no private key was passed',
    ],
  ])('that a setting of the account forbids says which: %o', async (settings, environment, why) => {
    await service.control('settings', settings)
    setEnvironment(environment)
    expect(await sendMail(account(), mail)).toMatchObject({ outcome: 'refused', why })
  })

  test.each([
    ['fail', 'failed', 'The mail service responded with 500: Internal Server Error'],
    ['refuse', 'not-sent', 'The mail service responded with 429: Too Many Requests'],
    ['garbage', 'unknown', 'The mail service responded with 200, but not OK'],
  ] as const)('is not taken for sent when the service does this: %s', async (mode, outcome, why) => {
    await service.behave({ mode, times: 1 })
    expect(await sendMail(account(), mail)).toEqual({ outcome, why, retryAfterMs: null })
  })

  test('may have been sent when the connection breaks without an answer', async () => {
    await service.behave({ mode: 'drop', times: 1 })
    expect(await sendMail(account(), mail)).toEqual({
      outcome: 'unknown',
      why: 'The mail service closed the connection without a response (ECONNRESET)',
      retryAfterMs: null,
    })
  })

  test.each([
    ['a port where nothing listens', 'http://127.0.0.1:9', /ECONNREFUSED/],
    ['a name that does not exist', 'http://mail.invalid', /ENOTFOUND|EAI_AGAIN/],
    ['a service that speaks no TLS', () => service.url.replace('http:', 'https:'), /could not be reached/],
  ])('was not sent to %s', async (_, apiBase, why) => {
    const url = typeof apiBase === 'string' ? apiBase : apiBase()
    expect(await sendMail({ ...account(), apiBase: url }, mail)).toMatchObject({
      outcome: 'not-sent',
      why: expect.stringMatching(why),
    })
  })
})

describe('An unusual response of the mail service', () => {
  keepEnvironment()
  useMailService()
  let upstream: Upstream
  beforeAll(async () => {
    upstream = await startUpstream(answersText('OK'))
  })
  afterAll(() => upstream.close())
  afterEach(() => jest.restoreAllMocks())

  const redirects: Behaviour = (_, response) => void response.writeHead(302, { location: 'https://example.org' }).end()
  const floods: Behaviour = (_, response) => void response.writeHead(400).end('x'.repeat(1_000_000))

  const breaksOff =
    (status: number): Behaviour =>
    (_, response) => {
      response.writeHead(status, { 'content-length': '100' }).write('The')
      setTimeout(() => response.destroy(), 20)
    }

  test.each<[string, Behaviour, string]>([
    ['OK with a line break', answersText('OK\n'), 'sent'],
    ['ok in small letters', answersText('ok'), 'unknown'],
    ['201', answersText('OK', 201), 'unknown'],
    ['a redirect', redirects, 'refused'],
    ['a megabyte', floods, 'refused'],
    ['nothing', answersText(''), 'unknown'],
    ['400', answersText('The template ID not found', 400), 'refused'],
    ['400 that breaks off', breaksOff(400), 'refused'],
    ['200 that breaks off', breaksOff(200), 'unknown'],
    ['503', answersText('', 503), 'failed'],
    ['504: a gateway that did not wait', answersText('', 504), 'unknown'],
  ])('with %s has the right outcome', async (_, behaviour, outcome) => {
    upstream.behave(behaviour)
    expect((await sendMail({ ...account(), apiBase: upstream.url }, mail)).outcome).toBe(outcome)
  })

  test.each([
    ['120', 120_000],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['soon', null],
  ])('with Retry-After: %s', async (header, retryAfterMs) => {
    upstream.behave((_, response) => void response.writeHead(429, { 'retry-after': header }).end())
    expect(await sendMail({ ...account(), apiBase: upstream.url }, mail)).toMatchObject({
      outcome: 'not-sent',
      retryAfterMs,
    })
  })

  test('is not logged when it is HTML or too long', async () => {
    upstream.behave(answersText('<html>amina@example.org</html>', 502))
    expect(await sendMail({ ...account(), apiBase: upstream.url }, mail)).toMatchObject({
      outcome: 'failed',
      why: 'The mail service responded with 502',
    })
  })

  test('times out after ten seconds', async () => {
    const asked: number[] = []
    const shorter = AbortSignal.timeout(200)
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      asked.push(milliseconds)
      return shorter
    })
    upstream.behave(neverAnswers)
    expect(await sendMail({ ...account(), apiBase: upstream.url }, mail)).toMatchObject({
      outcome: 'unknown',
      why: 'The mail service did not respond within 10 s',
    })
    expect(asked).toEqual([10_000])
  })
})
