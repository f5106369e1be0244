import { buildRoutes, fixedPage, resolve } from '#lib/site/content/addresses.ts'
import { page } from '#lib/site/content/index.ts'
import { printed } from '#tests/support/printed-addresses.ts'

const routes = buildRoutes({
  pages: Object.entries(printed)
    .filter(([address]) => !fixedPage(address))
    .map(([address, aliases]) => ({ address, aliases: [...aliases], blocks: page(address)?.blocks ?? [] })),
  stories: [{ address: '/India/stories/the-500th' }],
})
const canonical = (pathname: string) => resolve(routes, pathname)

const addresses = [...Object.keys(printed), '/India/stories/the-500th', '/DonateIndia/thank-you', '/give']

const spellings = addresses.flatMap((address): [string, string][] =>
  [address, ...(printed[address] ?? [])].flatMap((spelling) => [
    [spelling.toLowerCase(), address],
    [spelling.toUpperCase(), address],
    [`${spelling}/`, address],
    [`${encodeURI(spelling)}%20`, address],
    [`${spelling.replaceAll(' ', '+')}+`, address],
    [spelling, address],
  ]),
)

test('every address is canonical, so it never redirects', () => {
  for (const address of addresses) expect([address, canonical(address)]).toEqual([address, { kind: 'canonical' }])
})

test('every other spelling redirects to its address in one step', () => {
  for (const [spelling, to] of spellings)
    if (spelling !== to) expect([spelling, canonical(spelling)]).toEqual([spelling, { kind: 'redirect', to }])
})

test.each([...['/India/stories/the-501st', '/Indi', '/India/stories', '/%E0%A4%A', '//evil.com']])(
  '%s is unknown',
  (pathname) => expect(canonical(pathname)).toEqual({ kind: 'unknown' }),
)

test('an address that a page had before leads to it, with what is below it', () => {
  const moved = buildRoutes({
    pages: [
      { address: '/Give', aliases: [], blocks: page('/Donate')?.blocks ?? [] },
      { address: '/Grace', aliases: [], blocks: [] },
    ],
    stories: [],
    posts: [{ address: '/Grace/a-name' }],
    redirects: [
      { from: '/Donate', to: '/Give' },
      { from: '/Hope', to: '/Grace' },
      { from: '/Grace', to: '/Give' },
    ],
  })
  expect(resolve(moved, '/donate/')).toEqual({ kind: 'redirect', to: '/Give' })
  expect(resolve(moved, '/Donate/thank-you')).toEqual({ kind: 'redirect', to: '/Give/thank-you' })
  expect(resolve(moved, '/hope/A-name')).toEqual({ kind: 'redirect', to: '/Grace/a-name' })
  for (const nowhere of ['/Hope/another', '/Hope/a-name/x', `/Hope${'/x'.repeat(4000)}`])
    expect(resolve(moved, nowhere)).toEqual({ kind: 'unknown' })
  expect(resolve(moved, '/Grace')).toEqual({ kind: 'canonical' })
})
