/** The way from the form in one currency to that in the other. */
import { prerender } from 'react-dom/static'
import { donationBlocks } from '#components/blocks/donation.tsx'
import { ContentPage } from '#components/layout/content-page.tsx'
import type { Currency } from '#lib/platform/money.ts'
import { donationForm } from '#lib/site/content/index.ts'
import { useFreshStore as inFreshStores } from '#tests/support/store.ts'

inFreshStores()

async function linksFrom(currency: Currency, query: Record<string, string>): Promise<string[]> {
  const { page } = donationForm(currency)
  const giving = donationBlocks({ query, cookieHeader: '' })
  const { prelude } = await prerender(<ContentPage page={page} giving={giving} />)
  const html = await new Response(prelude).text()
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
}

test.each([
  ['USD', { amount: '50', reason: '2', frequency: 'monthly' }, '/DonateIndia?amount=1000&reason=2&frequency=monthly'],
  ['INR', { amount: '5000', campaign: 'in-honor' }, '/Donate?amount=250&campaign=in-honor'],
  // An amount that the donor typed has no counterpart.
  ['INR', { amount: '777', reason: '7' }, '/Donate?reason=7'],
  ['USD', {}, '/DonateIndia'],
] as const)(
  'from the form in %s with %j the other one opens with the same choices: %s',
  async (currency, query, href) => {
    expect(await linksFrom(currency, query)).toContain(href)
  },
)
