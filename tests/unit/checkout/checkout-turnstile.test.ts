import type { Service } from '#sandbox/http.ts'
import { sandboxKeys } from '#sandbox/keys.ts'
import { startTurnstile } from '#sandbox/turnstile.ts'
import { stopInWindow } from '#tests/support/limit-window.ts'
import { returnedIn } from '#tests/support/returned-form.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { asha, ashaForm, by, givingSite, postForm, postJson, postSponsorship, ruth } from './support.ts'

afterEach(() => jest.restoreAllMocks())

const site = givingSite()

let cloudflare: Service
const control = (path: string, body: object = {}) =>
  fetch(`${cloudflare.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) })
beforeAll(async () => {
  cloudflare = await startTurnstile({ port: 0 })
})
beforeEach(async () => {
  await control('reset')
  setEnvironment({
    TURNSTILE_SITE_KEY: sandboxKeys.turnstile.siteKey,
    TURNSTILE_SECRET_KEY: sandboxKeys.turnstile.secretKey,
    TURNSTILE_API_BASE: cloudflare.url,
  })
})
afterAll(() => cloudflare.close())

/** As the widget in a form that gives is given one. */
async function token(action = 'giving'): Promise<{ turnstileToken: string }> {
  const query = new URLSearchParams({ sitekey: sandboxKeys.turnstile.siteKey, action, origin: 'http://localhost:3000' })
  const frame = await (await fetch(`${cloudflare.url}/turnstile/v0/frame?${query}`)).text()
  return { turnstileToken: /token&#34;:&#34;([\w-]+)/.exec(frame)?.[1] ?? '' }
}

test('a payment with a valid Turnstile token is started from every form', async () => {
  expect((await postJson({ ...asha, ...(await token()) }, by(7))).status).toBe(200)
  expect((await postSponsorship({ ...ruth, ...(await token()) }, by(7))).status).toBe(200)
  const plain = await postForm({ ...ashaForm, ...(await token()) }, by(7))
  expect(plain.headers.get('location')).toMatch(/\/pay\/cs_test_/)
})

test.each([
  ['that somebody made up', async () => ({ turnstileToken: 'made-up' })],
  ['of another form', () => token('contact')],
])('a payment with a token %s is refused with a sentence, and Stripe is not asked', async (_, given) => {
  for (const response of [
    await postJson({ ...asha, ...(await given()) }, by(7)),
    await postSponsorship({ ...ruth, ...(await given()) }, by(7)),
  ]) {
    expect(response.status).toBe(403)
    expect((await response.json()).detail).toMatch(
      /^We could not confirm .* No money was taken\. Please reload the page/,
    )
  }
  const plain = await postForm({ ...ashaForm, ...(await given()) }, by(7))
  expect([plain.status, (await returnedIn(plain)).values.firstName]).toEqual([403, 'Asha'])
  expect(await site.sessions()).toEqual([])
})

test('without a token fifteen payments may be started in ten minutes, with one sixty', async () => {
  await stopInWindow()
  const start = async (visitor: number, count: number, more = {}) =>
    (await postJson({ ...asha, email: `a${count}@example.org`, ...more }, by(visitor))).status
  for (let count = 0; count < 15; count += 1) expect(await start(7, count)).toBe(200)
  expect(await start(7, 15)).toBe(429)
  expect(await start(7, 15, await token())).toBe(200)
  expect(await start(8, 15)).toBe(200)
})

test('while Cloudflare does not answer, payments go on within the tighter limit', async () => {
  await control('behaviour', { mode: 'fail' })
  expect((await postJson({ ...asha, ...(await token().catch(() => ({ turnstileToken: 'x' }))) }, by(7))).status).toBe(
    200,
  )
})
