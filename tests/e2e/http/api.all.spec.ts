/**
 * The routes under /api have one handler each and two servers: ours, and Next's own, which `npm run dev` uses. Both must respond alike, except
 * with the page of a refused form, which only ours finishes (refused-forms.spec.ts).
 */
import { tool } from '../../../scripts/support/processes.ts'
import { expect, test } from '../../support/browser-test.ts'
import { startSecondSite } from '../../support/second-site.ts'

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const amina = { form: 'contact', firstname: 'Amina', lastname: 'Otieno', email: 'amina@example.org', message: 'Hello' }
const post = (body: string, headers: Record<string, string>) => ({ method: 'POST', body, headers })

const requests: [string, RequestInit][] = [
  ['/api/enquiries', post(JSON.stringify(amina), json)],
  ['/api/enquiries', post(JSON.stringify({ ...amina, email: 'amina' }), json)],
  ['/api/enquiries', post(JSON.stringify({ ...amina, form: 'unknown' }), json)],
  ['/api/enquiries', post(String(new URLSearchParams(amina)), form)],
  [
    '/api/enquiries',
    post(JSON.stringify(amina), { ...json, 'sec-fetch-site': 'cross-site', origin: 'https://a.example' }),
  ],
  ['/api/enquiries', post('{"form":', json)],
  ['/api/enquiries', post(' '.repeat(40_000), json)],
  ['/api/enquiries', post('Hello', { 'content-type': 'text/plain' })],
  ['/api/enquiries', post('', {})],
  ['/api/enquiries/start', {}],
  ['/api/newsletter', post('name=Amina&email=amina%40example.org', form)],
  ['/api/newsletter-choice', post('sign-up=forged&choice=confirm', form)],
  ['/api/newsletter-choice?sign-up=forged.', post('--x', { 'content-type': 'multipart/form-data; boundary=y' })],
  ['/api/newsletter-choice?sign-up=forged', {}],
  ['/api/page-version', post('version=light', { ...form, referer: 'http://localhost/india/?a=1' })],
  ['/api/reports', post('{}', { 'content-type': 'application/csp-report' })],
  ['/api/stop-gift', post('token=forged&intent=stop', form)],
  ['/api/your-gifts', post('link=forged&intent=erase', form)],
  ['/api/stripe/webhook', post('{}', { ...json, 'stripe-signature': 't=1,v1=00' })],
  ['/api/create-checkout-session', post('{}', json)],
  ['/api/camp-outcomes', {}],
  ['/api/receipt-code?code=forged', {}],
  ['/api/country-wise-camps-summary', {}],
  ['/api/visitor-country', {}],
  ['/api/health', { method: 'HEAD' }],
]

/** How the response is sent, not what it says. Next's router selects by the names in its Vary; no route under /api does. */
const ofTheServer = /^(connection|content-length|date|keep-alive|transfer-encoding|vary)$/

/** New for every response: references, time stamps, keys. */
const without = (text: string) =>
  text
    // Only our server names the request in a 5xx problem.
    .replaceAll(/,"reference":"F(-[2-9A-Z]{4}){2}"/g, '')
    .replaceAll(/\b[EF](-[2-9A-Z]{4}){2}\b/g, 'REFERENCE')
    .replaceAll(/"startedAt":"[^"]*"|"(checkedAt|time)":"[^"]*"/g, '"TIME"')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'KEY')

async function askBoth(urls: string[], [address, init]: [string, RequestInit]) {
  return Promise.all(
    urls.map(async (url) => {
      const response = await fetch(url + address, { redirect: 'manual', ...init })
      const headers = [...response.headers].filter(([name]) => !ofTheServer.test(name))
      return {
        status: response.status,
        headers: headers.map(([name, value]) => `${name}: ${without(value)}`).sort(),
        body: without(await response.text()),
      }
    }),
  )
}

test('our server and Next respond alike to every kind of request', async () => {
  const [ours, ofNext] = await Promise.all([
    startSecondSite(),
    startSecondSite(undefined, (port) => [tool('next'), 'start', '--port', String(port)]),
  ])
  const statuses = new Set<number>()
  try {
    for (const request of requests) {
      const [here, there] = await askBoth([ours.url, ofNext.url], request)
      expect(here, `${request[0]} ${String(request[1].body).slice(0, 60)}`).toEqual(there)
      statuses.add(here?.status ?? 0)
    }
    expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 202, 204, 303, 400, 403, 413, 415, 422]))
  } finally {
    await Promise.all([ours.close(), ofNext.close()])
  }
})
