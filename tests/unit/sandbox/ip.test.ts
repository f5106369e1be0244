import { resetProcessState } from '#lib/platform/process-state.ts'
import { visitorCountry } from '#lib/site/visitor/country.ts'
import { sandboxKeys } from '#sandbox/index.ts'
import { sandboxForTests } from '#tests/support/sandbox-for-tests.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'

keepEnvironment()
const site = sandboxForTests()
beforeEach(() => setEnvironment({ IPINFO_TOKEN: sandboxKeys.ipToken, IPINFO_API_BASE: site.sandbox.urls.ip }))
afterEach(() => resetProcessState('visitor-countries'))

const countryOf = (address: string) => visitorCountry(new Headers({ 'x-client-address': address }))
const choose = (country: string) =>
  fetch(`${site.sandbox.urls.ip}/visitors`, { method: 'POST', body: new URLSearchParams({ country }) })

test('the page of the IP service puts visitors from this machine in a country, until another is chosen', async () => {
  expect(await countryOf('127.0.0.1')).toBeNull()
  for (const country of ['IN', 'KE', 'US']) {
    const page = await (await choose(country)).text()
    expect(page).toContain(`value="${country}" checked`)
    expect(await Promise.all(['127.0.0.1', '::1', '10.0.0.1'].map(countryOf))).toEqual([country, country, null])
  }
  await choose('')
  expect(await countryOf('::1')).toBeNull()
})

test('the page knows no other country', async () => expect((await choose('FR')).status).toBe(400))
