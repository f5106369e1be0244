import { createHash } from 'node:crypto'
import { compareGivingPages } from '#lib/jobs/giving-pages.ts'
import { contentPolicy } from '#lib/platform/http/csp.ts'
import { staticHeaders } from '#lib/platform/http/security-headers.ts'
import { log } from '#lib/platform/log.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { failureStreak } from '#lib/platform/warnings.ts'
import { setEnvironment, stripeKeys, useFreshStore } from '#tests/support/store.ts'
import { answersText, type Behaviour, dropsTheConnection, sharedUpstream } from '#tests/support/upstream.ts'

const script = 'start()'
const main = '/_next/static/behaviours/main-1.js'
const declared = {
  main,
  needs: ['/_next/static/behaviours/chunk-2.js'],
  sha256: { 'main-1.js': createHash('sha256').update(script).digest('base64') },
}
const page = `<link rel="modulepreload" href="${declared.needs[0]}"/><script type="application/ld+json">{}</script>
<script type="module" src="${main}"></script>`

/** The site behind its proxy. */
const serves =
  ({ html = page, code = script, headers = {} as Record<string, string> } = {}): Behaviour =>
  ({ url }, response) => {
    const policy = contentPolicy({ live: {}, frames: [], needs: ['card-form'] })
    const own = Object.fromEntries(staticHeaders.map(({ key, value }) => [key, value]))
    response.writeHead(200, { ...own, 'Content-Security-Policy': policy, ...headers })
    response.end(url?.startsWith('/_next/') ? code : html)
  }

const differences = () => (log.error as jest.Mock).mock.calls.flatMap(([, fields]) => fields.differences)

describe('What a visitor gets of the giving pages', () => {
  useFreshStore()
  const site = sharedUpstream(serves())
  beforeEach(() => {
    resetProcessState('failure-streaks')
    setEnvironment({ SITE_URL: site.url, ...stripeKeys })
    jest.spyOn(log, 'error').mockReturnValue()
    jest.spyOn(log, 'warn').mockReturnValue()
  })
  afterEach(() => jest.restoreAllMocks())

  test('as it was built is no trouble, and every form and script is looked at', async () => {
    await compareGivingPages(declared)
    expect(failureStreak('giving-pages')).toBeNull()
    const asked = site.requests.map(({ url }) => url)
    expect(asked).toEqual(expect.arrayContaining(['/Donate', '/DonateIndia', '/Event5kSponsorship', main]))
  })

  const policy = () => contentPolicy({ live: {}, frames: [], needs: ['card-form'] })
  test.each<[string, () => Parameters<typeof serves>[0], string]>([
    [
      'a script from elsewhere',
      () => ({ html: `${page}<script src="https://evil.test/x.js"></script>` }),
      'script https://evil.test/x.js',
    ],
    ['an inline script', () => ({ html: `${page}<script>steal()</script>` }), 'script inline'],
    ['another script under the old name', () => ({ code: 'steal()' }), 'main-1.js has other contents'],
    ['no policy', () => ({ headers: { 'Content-Security-Policy': '' } }), 'policy: no script-src'],
    [
      'a policy that allows more',
      () => ({
        headers: {
          'Content-Security-Policy': policy().replace("script-src 'self'", "script-src 'self' https://evil.test"),
        },
      }),
      'policy: script-src https://evil.test',
    ],
    ['another header', () => ({ headers: { 'X-Frame-Options': 'ALLOWALL' } }), 'X-Frame-Options'],
  ])('with %s is a trouble that names it', async (_name, changed, difference) => {
    site.behave(serves(changed()))
    await compareGivingPages(declared)
    expect(failureStreak('giving-pages')).toBeTruthy()
    expect(differences()).toContainEqual(expect.stringContaining(difference))
  })

  test.each([
    ['cannot be reached', dropsTheConnection],
    ['answers with an error', answersText('Bad gateway', 502)],
  ])('that %s is another trouble, and no change', async (_name, behaviour) => {
    site.behave(behaviour)
    await compareGivingPages(declared)
    expect(failureStreak('giving-pages')).toBeUndefined()
    expect(failureStreak('giving-pages-unreached')).toBeTruthy()
  })

  test('is not compared in development, where nothing is built', async () => {
    await compareGivingPages(undefined)
    expect(failureStreak('giving-pages')).toBeUndefined()
  })
})
