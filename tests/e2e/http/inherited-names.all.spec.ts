/**
 * Whatever a visitor sends may be "constructor" or "__proto__", which every object inherits: sent as each part of an address, each query, each
 * header and each field of each form, they are no failure of the server.
 */
import { apiRoutes, everyAddress, givingAddresses, inParallel, onePerKind } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { inheritedNames } from '../../support/inherited-names.ts'
import { served, siteUrl, tagsOf } from '../../support/served.ts'

type Fields = Record<string, string>
type Asked = { address: string; headers?: Fields; fields?: Fields; type?: 'json' | 'form' }

async function statusOf({ address, headers = {}, fields, type }: Asked, visitor: Fields): Promise<number> {
  if (!fields) return (await served(address, { headers: { ...visitor, ...headers } })).status
  const json = type === 'json'
  const response = await fetch(siteUrl + address, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...visitor, ...(json && { 'content-type': 'application/json' }), ...headers },
    body: json ? JSON.stringify(fields) : new URLSearchParams(fields),
  })
  return response.status
}

/** Each request is another visitor's, so that no limit ends the sweep. */
async function expectNoFailure(requests: readonly Asked[]) {
  expect(requests.length).toBeGreaterThan(50)
  const failed: string[] = []
  await inParallel([...requests.entries()], async ([number, asked]) => {
    const visitor = { 'x-forwarded-for': `198.${18 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}` }
    const status = await statusOf(asked, visitor)
    if (status >= 500) failed.push(`${status} ${JSON.stringify(asked)}`)
  })
  expect(failed).toEqual([])
}

const queries = [
  ...['link', 'gift', 'sign-up', 'result', 'statement', 'session_id', 'invoice', 'levels', 'reference'],
  ...['returned', 'cancelled', 'attempt', 'about', 'frequency', 'amount', 'reason', 'campaign', 'tribute', 'currency'],
  ...['page', 'section', 'preset', 'q', 'limited', 'language', 'version', 'download'],
]

test('in queries of every page', async () => {
  const giving = givingAddresses().flatMap((address) => [address, `${address}/thank-you`])
  const answering = ['/your-gifts', '/stop-gift', '/forms/newsletter/yours', '/give', '/search', '/forms/contact']
  const all = queries.map((query) => `${query}=constructor`).join('&')
  await expectNoFailure([
    ...(await everyAddress()).map((address) => ({ address: `${address}${address.includes('?') ? '&' : '?'}${all}` })),
    ...inheritedNames.flatMap((name) =>
      [...answering, '/forms/contact/sent', ...(name === 'constructor' ? giving : [])].flatMap((address) =>
        [...queries, name].map((query) => ({ address: `${address}?${query}=${name}` })),
      ),
    ),
  ])
})

const addressesOf = (name: string) => [
  ...[`/${name}`, `/hi/${name}`, `/${name}/stories/${name}`, `/India/stories/${name}`, `/India/page/${name}`],
  ...[`/${name}/thank-you`, `/forms/${name}`, `/forms/${name}/sent`, `/icons/${name}`, `/og/${name}.png`],
  ...[`/og/${name}`, `/calendar/${name}.ics`, `/gallery/stored/${name}`, `/FatherDaughterDanceGallery/photo/${name}`],
  ...[`/photos/${name}`, `/api/${name}`, `/media/${name}`, `/_next/static/${name}`, `/_next/static/a.${name}`],
]
const headersOf = (name: string): Fields[] => [
  { cookie: `version=${name}; ${name}=${name}; paid=${name}` },
  ...[
    ...['accept', 'accept-encoding', 'accept-language', 'referer', 'if-none-match', 'sec-fetch-site', 'origin'],
    ...['cf-ipcountry', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'authorization', name],
  ].map((header) => ({ [header]: name })),
]

test('in addresses, headers and cookies', async () => {
  const fields = { name: 'Amina', email: 'amina@example.org' }
  await expectNoFailure(
    inheritedNames.flatMap((name): Asked[] => [
      ...addressesOf(name).map((address) => ({ address })),
      ...headersOf(name).flatMap((headers) => ['/', '/give', '/api/health'].map((address) => ({ address, headers }))),
      ...[...headersOf(name), { 'content-type': name }, { 'idempotency-key': name }].map((headers) => ({
        ...{ address: '/api/newsletter', headers, fields },
        type: 'json' as const,
      })),
    ]),
  )
})

const address = { line1: '12 Lake Road', city: 'Mumbai', state: 'MH', postal_code: '400001', country: 'IN' }
const donor = { firstName: 'Asha', lastName: 'Rao', email: 'asha@example.org', phone: '+91 22 5555 0100' }
const gift = { paymenttype: 'once', money: '1000', otherMoney: '1000', reason: '2', donorType: '1', citizen: 'yes' }
const sponsor = { event: '5k-run', levels: 'big-wheel', ...donor, address: '1 River Street', totalAmount: '', day: '' }
const enquiry = { firstname: 'Amina', lastname: 'Otieno', email: 'amina@example.org', number: '', message: 'Hello' }
/** Valid answers, so that the word that replaces one of them is read. */
const answers: Record<string, Fields[]> = {
  '/api/enquiries': ['contact', 'get-surgery'].map((form) => ({ form, ...enquiry })),
  '/api/newsletter': [{ name: 'Amina', email: 'amina@example.org' }],
  '/api/create-checkout-session': [
    { ...donor, ...gift, ...address, paymentMethod: 'card', currency: 'INR', uiMode: 'embedded', address: '' },
    { ...donor, ...gift, ...address, paymentMethod: 'bank', currency: 'USD', country: 'US', state: 'NV', amount: '' },
  ],
  '/api/create-checkout-session-usa': [{ ...sponsor, paymentMethod: 'card', uiMode: 'embedded' }],
  '/api/sponsorship-invoice': [sponsor],
  '/api/your-gifts': [{ intent: 'request', email: 'asha@example.org' }],
}
const ofEveryForm = ['intent', 'language', 'idempotencyKey', 'startedAt', 'website2', 'cf-turnstile-response']

/** The names of the fields that forms of the pages post, by the address they post to. */
async function postedFields(): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  for (const page of [...onePerKind(), '/your-gifts', '/forms/get-surgery', '/forms/newsletter']) {
    let action = ''
    for (const { name, attributes } of tagsOf((await served(page)).html)) {
      if (name === 'form') action = attributes.action ?? ''
      if (attributes.name && /^(?:input|select|textarea|button)$/.test(name))
        found.set(action, (found.get(action) ?? new Set()).add(attributes.name))
    }
  }
  return found
}

test('in every field of every form', async () => {
  const posted = await postedFields()
  const routes = apiRoutes().flatMap(({ method, address }) => (method === 'POST' ? [address] : []))
  for (const action of posted.keys()) if (action.startsWith('/api/')) expect(routes).toContain(action)
  await expectNoFailure(
    routes.flatMap((address) =>
      (answers[address] ?? [{}]).flatMap((valid) => {
        const fields = new Set([...Object.keys(valid), ...(posted.get(address) ?? []), ...ofEveryForm])
        return [...fields, ...inheritedNames].flatMap((field) =>
          inheritedNames.flatMap((name): Asked[] => {
            const sent = Object.fromEntries([...Object.entries(valid), [field, name]])
            // A form without JavaScript is answered with its page, which takes longer.
            const types =
              name === '__proto__' || name === 'constructor' ? (['json', 'form'] as const) : ['json' as const]
            return types.map((type) => ({ address, fields: sent, type }))
          }),
        )
      }),
    ),
  )
})
