import { buildRoutes, resolve } from '#lib/content/addresses.ts'
import { fixedPage } from '#lib/content/code-pages.ts'
import { page } from '#lib/content/index.ts'
import { printed } from '#tests/support/printed-addresses.ts'

const routes = buildRoutes({
  pages: Object.entries(printed)
    .filter(([address]) => !fixedPage(address))
    .map(([address, aliases]) => ({ address, aliases: [...aliases], blocks: page(address)?.blocks ?? [] })),
  stories: [{ address: '/India/stories/the-500th' }],
})
const canonical = (pathname: string) => resolve(routes, pathname)

const addresses = [...Object.keys(printed), '/India/stories/the-500th', '/DonateIndia/thank-you', '/give']

test.each(addresses)('%s is canonical, so it never redirects', (address) => {
  expect(canonical(address)).toEqual({ kind: 'canonical' })
})

const spellings = addresses.flatMap((address): [string, string][] =>
  [address, ...(printed[address] ?? [])].flatMap((spelling) => [
    [spelling.toLowerCase(), address],
    [spelling.toUpperCase(), address],
    [`${spelling}/`, address],
    [`${spelling}//`, address],
    [`/${spelling}`, address],
    [encodeURI(spelling), address],
    [`${encodeURI(spelling)}%20`, address],
    [`${spelling.replaceAll(' ', '+')}+`, address],
    [spelling, address],
  ]),
)

test.each(spellings.filter(([spelling, address]) => spelling !== address))('%s leads to %s', (spelling, address) => {
  expect(canonical(spelling)).toEqual({ kind: 'redirect', to: address })
})

test.each([
  '/India/stories/the-501st',
  '/Indi',
  '/India/stories',
  '/%E0%A4%A',
  '/%',
  '/evil.com',
  '//evil.com',
  '/(.)',
])('%s is unknown', (pathname) => {
  expect(canonical(pathname)).toEqual({ kind: 'unknown' })
})

test('every spelling redirects in one step, and stays on this site', () => {
  for (const [spelling] of spellings) {
    const answer = canonical(spelling)
    if (answer.kind !== 'redirect') continue
    expect(canonical(answer.to)).toEqual({ kind: 'canonical' })
    expect(answer.to).toMatch(/^\/(?!\/)/)
  }
})

test('an address takes precedence over an alias of another page, and a page without content is unknown', () => {
  const two = buildRoutes({
    pages: [
      { address: '/A', aliases: ['/b'], blocks: [] },
      { address: '/B', aliases: [], blocks: [] },
    ],
    stories: [],
  })
  expect(resolve(two, '/b')).toEqual({ kind: 'redirect', to: '/B' })
  expect(resolve(two, '/Director')).toEqual({ kind: 'unknown' })
})
