/** Starts the server as a separate program. */
import { runProgram } from '#tests/support/programs.ts'

test('with live payment keys the server does not start while the organisation is a sample or a sponsorship has no confirmed value, and names each', async () => {
  const { code, stderr, stdout } = await runProgram('scripts/serve.ts', [], {
    env: {
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_q7Rk2mX9vB4nT6yL8pZ3sD5fG1hJ0wCe',
      SITE_URL: 'https://mendedbowl.org',
    },
  })
  expect(code).toBe(78)
  const said = stdout + stderr
  for (const sample of [
    'site.yaml:2 names',
    'INR.registrations[3] {law:approval}',
    'USD.registrations[1] EIN',
    'USD.legalName',
    'Event5kSponsorship.yaml:27 blocks[2].levels[1]: Headliner has no confirmed `fairValue`',
  ])
    expect(said).toContain(sample)
  expect(said).not.toContain('USD.gift')
})
