/**
 * Lighthouse gives 100 for accessibility, best practices and search engines: here on two pages, with `npm run lighthouse` on every
 * page. A page takes two to three seconds, one of them for Lighthouse's own measure of the machine.
 */
import { startLighthouse } from '../../../scripts/support/lighthouse.ts'
import { everyAddress, listedAddresses, nowhere } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { siteUrl } from '../../support/served.ts'

const everything = Boolean(process.env.LIGHTHOUSE_ALL)
const shares = everything ? [0, 1, 2, 3] : [0]

for (const share of shares)
  test(`Lighthouse finds no problems (part ${share + 1} of ${shares.length})`, async () => {
    test.setTimeout(everything ? 600_000 : 180_000)
    const listed = new Set([...(await listedAddresses()), '/FatherDaughterDanceGallery/photo/001'])
    // Lighthouse judges no page that is answered with 404.
    const addresses = everything
      ? (await everyAddress()).filter((address) => address !== nowhere)
      : ['/', '/DonateIndia']
    const lighthouse = await startLighthouse()
    try {
      const faults: string[] = []
      for (const address of addresses.filter((_, index) => index % shares.length === share))
        for (const fault of await lighthouse.audit(`${siteUrl}${address}`, listed.has(address)))
          faults.push(`${address}: ${fault}`)
      expect(faults).toEqual([])
    } finally {
      await lighthouse.close()
    }
  })
