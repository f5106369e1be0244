/**
 * Lighthouse gives 100 for accessibility, best practices and search engines. A page takes two to three seconds, one of them for
 * Lighthouse's own measure of the machine: so the suite asks one page of each kind, and `npm run lighthouse` every page.
 */
import { type Lighthouse, startLighthouse } from '../../../scripts/support/lighthouse.ts'
import { everyAddress, listedAddresses, nowhere } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { named } from '../../support/names.ts'
import { siteUrl } from '../../support/served.ts'

/** One page for each template, block of weight, form and state. */
const kinds = [
  '/',
  '/India',
  '/India/stories/the-500th',
  '/CorporateSponsors',
  '/DonateIndia',
  '/Event5kSponsorship',
  '/FatherDaughterDanceGallery',
  named('/{secondSlug}/a-name'),
  '/PeopleNotProducts',
  '/forms/contact',
]

const everything = Boolean(process.env.LIGHTHOUSE_ALL)
const shares = everything ? [0, 1, 2, 3] : [0, 1]

test.describe.configure({ timeout: everything ? 600_000 : 120_000 })

for (const which of shares)
  test(`Lighthouse finds no problems (share ${which + 1})`, async () => {
    // Lighthouse judges no page that is answered with 404.
    const all = everything ? (await everyAddress()).filter((address) => address !== nowhere) : kinds
    const listed = new Set([...(await listedAddresses()), '/FatherDaughterDanceGallery/photo/001'])
    const lighthouse: Lighthouse = await startLighthouse()
    try {
      const faults: string[] = []
      for (const address of all.filter((_, place) => place % shares.length === which))
        for (const fault of await lighthouse.audit(`${siteUrl}${address}`, listed.has(address)))
          faults.push(`${address}: ${fault}`)
      expect(faults).toEqual([])
    } finally {
      await lighthouse.close()
    }
  })
