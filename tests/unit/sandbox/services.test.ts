import { sandboxKeys } from '#sandbox/index.ts'
import { startTestSite, type TestSite } from './support.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  await Promise.all(Object.values(site.sandbox.urls).map((url) => post(`${url}/_sandbox/reset`, {})))
})

const post = (url: string, body: unknown) => fetch(url, { method: 'POST', body: JSON.stringify(body) })

describe('every service', () => {
  test('says on its own page what it is and what it can be told to do', async () => {
    for (const [name, url] of Object.entries(site.sandbox.urls)) {
      const response = await fetch(url)
      const page = await response.text()
      expect({ name, status: response.status }).toEqual({ name, status: 200 })
      expect(page).toContain('/_sandbox/behaviour')
      expect(page).not.toMatch(/ style=|<script/)
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })

  test('answers on 127.0.0.1 and, where there is IPv6, on ::1, and nowhere else', async () => {
    const { port } = new URL(site.sandbox.urls.camps)
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
    const six = await fetch(`http://[::1]:${port}/`).then(
      (response) => response.status,
      (error: Error & { cause?: { code?: string } }) => error.cause?.code,
    )
    expect([200, 'EADDRNOTAVAIL', 'EAFNOSUPPORT']).toContain(six)
  })

  test('refuses a control that does not exist or does not fit, and says why', async () => {
    const { camps } = site.sandbox.urls
    expect((await post(`${camps}/_sandbox/nonsense`, {})).status).toBe(404)
    const wrong = await post(`${camps}/_sandbox/behaviour`, { mode: 'explode' })
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('mode')
    const unreadable = await fetch(`${camps}/_sandbox/behaviour`, { method: 'POST', body: '{' })
    expect(unreadable.status).toBe(400)
  })
})

describe('the camp API', () => {
  const summary = async () => (await fetch(`${site.sandbox.urls.camps}/api/country-wise-camps-summary`)).json()

  test('answers figures that are not the embedded ones', async () => {
    expect(await summary()).toMatchObject({
      totalSurgeryCount: 1261,
      totalCampCount: 82,
      totalCountryCount: 7,
      countryWiseCamps: { INDIA: { surgeryCount: 641 }, AFRICA: { surgeryCount: 74 } },
    })
  })

  test('answers whatever it was told, until it is reset', async () => {
    await post(`${site.sandbox.urls.camps}/_sandbox/summary`, { totalSurgeryCount: 'many' })
    expect(await summary()).toEqual({ totalSurgeryCount: 'many' })
    await post(`${site.sandbox.urls.camps}/_sandbox/reset`, {})
    expect(await summary()).toMatchObject({ totalSurgeryCount: 1261 })
  })
})

describe('the IP service', () => {
  const look = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${site.sandbox.urls.ip}${path}`, { headers })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  test('knows the documented addresses and puts every other one in the United States', async () => {
    for (const [address, country] of [
      ['203.0.113.1', 'IN'],
      ['203.0.113.2', 'KE'],
      ['203.0.113.3', 'US'],
      ['198.51.100.7', 'US'],
      ['2001:db8::1', 'US'],
    ]) {
      expect((await look(`/${address}/json?token=sandbox`)).body).toMatchObject({ ip: address, country })
      expect((await look(`/${address}?token=sandbox`)).body).toMatchObject({ country })
    }
  })

  test('gives a code and a name in the lite API, and takes the token as a bearer token too', async () => {
    const { body } = await look('/lite/203.0.113.2', { authorization: 'Bearer sandbox' })
    expect(body).toMatchObject({ country_code: 'KE', country: 'Kenya' })
  })

  test('answers 403 without its token, 404 for what is no address, and no country for a private one', async () => {
    expect((await look('/203.0.113.1/json')).status).toBe(403)
    expect((await look('/203.0.113.1/json?token=other')).status).toBe(403)
    expect((await look('/not-an-address/json?token=sandbox')).status).toBe(404)
    expect((await look('/192.168.1.4/json?token=sandbox')).body).toEqual({ ip: '192.168.1.4', bogon: true })
  })

  test('learns further addresses, and keeps the token out of its log', async () => {
    await post(`${site.sandbox.urls.ip}/_sandbox/countries`, { '203.0.113.9': 'ZW' })
    expect((await look('/203.0.113.9/json?token=sandbox')).body).toMatchObject({ country: 'ZW' })
    const log = await (await fetch(`${site.sandbox.urls.ip}/_sandbox/requests`)).json()
    expect(log).toMatchObject({ requests: [{ path: '/203.0.113.9/json', query: { token: 'hidden' }, status: 200 }] })
  })
})

describe('EmailJS', () => {
  const { emailjs } = sandboxKeys
  const mail = {
    service_id: emailjs.serviceId,
    template_id: 'template_enquiry',
    user_id: emailjs.publicKey,
    accessToken: emailjs.privateKey,
    template_params: { firstname: 'Asha', message: '<b>Hello</b>' },
  }
  const send = async (body: unknown) => {
    const response = await post(`${site.sandbox.urls.emailjs}/api/v1.0/email/send`, body)
    return { status: response.status, text: await response.text() }
  }
  const settle = (settings: Record<string, unknown>) => post(`${site.sandbox.urls.emailjs}/_sandbox/settings`, settings)

  test('takes a mail with OK, keeps it, and shows it escaped', async () => {
    expect(await send(mail)).toEqual({ status: 200, text: 'OK' })
    const kept = await (await fetch(`${site.sandbox.urls.emailjs}/_sandbox/mails`)).json()
    expect(kept).toMatchObject({ mails: [{ template: 'template_enquiry', params: mail.template_params }] })
    const page = await (await fetch(site.sandbox.urls.emailjs)).text()
    expect(page).toContain('&lt;b&gt;Hello&lt;/b&gt;')
  })

  test('takes one request a second', async () => {
    expect((await send(mail)).status).toBe(200)
    expect(await send(mail)).toEqual({ status: 429, text: 'Too Many Requests' })
    const kept = (await (await fetch(`${site.sandbox.urls.emailjs}/_sandbox/mails`)).json()) as { mails: unknown[] }
    expect(kept.mails).toHaveLength(1)
  })

  test('refuses wrong names and keys in the words of EmailJS', async () => {
    await settle({ minIntervalMs: 0 })
    const { accessToken, ...withoutPrivateKey } = mail
    expect(accessToken).toBe('private_sandbox')
    for (const [body, status, words] of [
      [{ ...mail, service_id: 'x' }, 400, 'The service ID not found.'],
      [{ ...mail, template_id: 'x' }, 400, 'The template ID not found.'],
      [{ ...mail, user_id: 'x' }, 400, 'The Public Key is invalid.'],
      [{ ...mail, accessToken: 'x' }, 403, 'The private key is invalid'],
      [{ service_id: 1 }, 400, 'The parameters are invalid'],
    ] as const) {
      const answer = await send(body)
      expect(answer).toEqual({ status, text: expect.stringContaining(words) })
    }
    expect((await send(withoutPrivateKey)).status).toBe(200)
    await settle({ requirePrivateKey: true })
    expect((await send(withoutPrivateKey)).status).toBe(403)
    await settle({ allowServers: false })
    expect(await send(mail)).toEqual({ status: 403, text: 'API calls are disabled for non-browser applications' })
  })
})
