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
    expect(await sendMail(account(), mail)).toEqual({ ok: true })
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
    expect(await sendMail(account(), { ...mail, template: 'receipt' })).toEqual({
      ok: false,
      why: 'There is no template for receipt',
    })
  })

  test.each([
    [{ allowServers: false }, {}, 'The mail service answered 403: API calls are disabled for non-browser applications'],
    [
      { requirePrivateKey: true },
      { EMAILJS_PRIVATE_KEY: undefined },
      'The mail service answered 403: API calls in strict mode, but no private key was passed',
    ],
  ])('that a setting of the account forbids says which: %o', async (settings, environment, why) => {
    await service.control('settings', settings)
    setEnvironment(environment)
    expect(await sendMail(account(), mail)).toEqual({ ok: false, why })
  })

  test.each([
    ['fail', 'The mail service answered 500: Internal Server Error'],
    ['refuse', 'The mail service answered 429: Too Many Requests'],
    ['garbage', 'The mail service answered 200 with something else than OK'],
  ] as const)('is not taken for sent when the service does this: %s', async (mode, why) => {
    await service.behave({ mode, times: 1 })
    expect(await sendMail(account(), mail)).toEqual({ ok: false, why })
  })

  test('is not taken for sent when the connection breaks', async () => {
    await service.behave({ mode: 'drop', times: 1 })
    expect(await sendMail(account(), mail)).toMatchObject({
      ok: false,
      why: expect.stringMatching(/^The mail service could not be reached/),
    })
  })

  test('to a service that is nowhere says so', async () => {
    expect(await sendMail({ ...account(), apiBase: 'http://127.0.0.1:9' }, mail)).toMatchObject({ ok: false })
  })
})

describe('A mail service that answers oddly', () => {
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

  test.each<[string, Behaviour, boolean]>([
    ['OK with a line break', answersText('OK\n'), true],
    ['ok in small letters', answersText('ok'), false],
    ['201', answersText('OK', 201), false],
    ['a redirect', redirects, false],
    ['a megabyte', floods, false],
    ['nothing', answersText(''), false],
  ])('with %s is judged rightly', async (_, behaviour, ok) => {
    upstream.behave(behaviour)
    expect((await sendMail({ ...account(), apiBase: upstream.url }, mail)).ok).toBe(ok)
  })

  test('never repeats a page of HTML, or what is long, into the log', async () => {
    upstream.behave(answersText('<html>amina@example.org</html>', 502))
    expect(await sendMail({ ...account(), apiBase: upstream.url }, mail)).toEqual({
      ok: false,
      why: 'The mail service answered 502',
    })
  })

  test('is waited for no longer than ten seconds', async () => {
    const asked: number[] = []
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      asked.push(milliseconds)
      return AbortSignal.abort(new DOMException('late', 'TimeoutError'))
    })
    upstream.behave(neverAnswers)
    expect(await sendMail({ ...account(), apiBase: upstream.url }, mail)).toEqual({
      ok: false,
      why: 'The mail service did not answer within 10 s',
    })
    expect(asked).toEqual([10_000])
  })
})
