import path from 'node:path'
import { siteEnvironment, testPorts } from '../../scripts/support/sandbox-environment.ts'
import { listedAddresses } from '../support/addresses.ts'
import { violations } from '../support/axe.ts'
import { expect, test } from '../support/browser-test.ts'
import { cardFrame, cards, payBy } from '../support/donor.ts'
import { giftsOf } from '../support/ledger.ts'
import { root, runProgram } from '../support/programs.ts'
import { mailsTo } from '../support/sandbox.ts'
import { charity } from './playwright.config.ts'

/** Names, countries, money and legal terms of the charity that this code was written for. */
const ofTheFirst =
  /love will|LWR|cleft|traffick|chattanooga|\bindia|kenya|zimbabwe|uganda|south africa|hindi|swahili|rupee|₹|dollar|US\$|80G|501\(c|FCRA|aadhaar|\bPAN\b|\bEIN\b|citizen/i

/** The HTML without the countries of an address, the texts of all currencies that a payment form brings along, and the cloths below drawn objects. */
const ownHtml = (html: string) =>
  html.replace(/<option[\s\S]*?<\/option>| data-props="[^"]*"|<svg y="306"[\s\S]*?<\/svg><\/svg>/g, '')

test('every page opens, is accessible, and says nothing of another charity', async ({ page, request }) => {
  test.setTimeout(240_000)
  const addresses = await listedAddresses()
  expect(addresses).toEqual(expect.arrayContaining(['/', '/AboutUs', '/Donate', '/Volunteer', '/Transparency']))
  const unlisted = ['/forms/newsletter', '/forms/contact', '/search?q=heart', '/your-gifts', '/forms/volunteer/sent']
  for (const address of [...addresses, ...unlisted]) {
    const response = await page.goto(address)
    expect(`${response?.status()} ${address}`).toBe(`200 ${address}`)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    // Structured data and what is folded, too.
    expect(ownHtml(await (await request.get(address)).text())).not.toMatch(ofTheFirst)
    expect(await violations(page)).toEqual([])
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(`${wide} px too wide at ${address}`).toBe(`0 px too wide at ${address}`)
    }
  }
})

test('the manifest and the pictures are the new charity’s, and nothing of the first charity can be reached', async ({
  request,
}) => {
  const manifest = await (await request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'Warm Hearts Nepal', short_name: 'WHN', theme_color: '#123a4a' })
  for (const address of ['/icons/192.png', '/apple-icon', '/og/Home.png', '/og/Donate.png'])
    expect((await request.get(address)).headers()['content-type']).toBe('image/png')
  for (const address of [
    '/India',
    '/DonateIndia',
    '/FatherDaughterDance',
    '/Event5kSponsorship',
    '/forms/get-surgery',
    '/feed.xml',
    '/calendar/all.ics',
    '/api/country-wise-camps-summary',
  ]) {
    const response = await request.get(address)
    expect(`${response.status()} ${address}`).toBe(`404 ${address}`)
    expect(ownHtml(await response.text()).replaceAll(address, '')).not.toMatch(ofTheFirst)
  }
  const sponsorship = { event: '5k-run', levels: ['x'] }
  const response = await request.post('/api/create-checkout-session-usa', { data: sponsorship })
  expect([response.status(), await response.text()]).toEqual([
    422,
    expect.stringContaining('This event has no sponsorship form'),
  ])
})

test('a visitor gives £25 through the Donate button, and the ledger has it in pounds', async ({ page }) => {
  const email = `donor-${Date.now()}@example.org`
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Donate' }).first().click()
  await expect(page).toHaveURL(/\/Donate/)
  await page.getByRole('radio', { name: 'Once' }).check()
  await page.getByRole('radio', { name: /£25/ }).check()
  await page.getByRole('textbox', { name: 'First name' }).fill('Maya')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Gurung')
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByRole('button', { name: 'Next: your address' }).click()
  await page.getByRole('textbox', { name: 'Street address' }).fill('1 Lake Road')
  await page.getByRole('textbox', { name: 'Town or city' }).fill('Leeds')
  await page.getByRole('textbox', { name: 'ZIP or postal code' }).fill('LS1 4AP')
  await expect(page.getByText(/PAN|citizen/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Give £25' }).click()
  await payBy(cards.accepted, cardFrame(page))
  await expect(page).toHaveURL(/\/Donate\/thank-you/)
  await expect(page.getByText('£25').first()).toBeVisible()
  await expect.poll(() => giftsOf(email)).toMatchObject([{ status: 'paid', currency: 'GBP', amount: 2500, reason: 1 }])
  await expect.poll(async () => (await mailsTo(email)).length).toBeGreaterThan(0)
  const mails = [...(await mailsTo(email)), ...(await mailsTo('office@example.org'))]
  expect(JSON.stringify(mails)).not.toMatch(ofTheFirst)
})

test('the commands say nothing of another charity, in their help and of what they find', async () => {
  test.setTimeout(300_000)
  const env = { ...siteEnvironment(testPorts), DATA_DIR: path.join(root, 'test-results', 'data'), CHARITY_DIR: charity }
  const help = ['gifts', 'outbox', 'staff', 'backup', 'restore', 'move', 'launch-check', 'demo', 'edit'].concat(
    ['check', 'translate'].map((name) => `content-${name}`),
  )
  const found = ['gifts --csv', 'outbox', 'launch-check', 'content-check --samples', 'content-check --lawyer']
  for (const line of [...help.map((name) => `${name} --help`), ...found]) {
    const [name, ...words] = line.split(' ')
    const { stdout, stderr } = await runProgram(`scripts/${name}.ts`, words, { env })
    expect(stdout).not.toBe('')
    expect(`${name}: ${stdout}${stderr}`).not.toMatch(ofTheFirst)
  }
})
