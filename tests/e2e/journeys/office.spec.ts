/**
 * Staff at work in the office: a nurse without JavaScript on a phone, a treasurer with it; passkeys, what strangers see, and every page on
 * a narrow screen. What each desk does is in tests/unit/office.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'
import { mailsTo, oneConnection } from '../../support/sandbox.ts'
import { served, siteUrl } from '../../support/served.ts'
import { addStaff, signIn } from '../../support/staff.ts'

test.use({ expectedNoise: /status of (?:404|422)/ })
const narrow = { width: 360, height: 740 }

/** Posts JSON as a visitor. @returns the reference. */
async function send(address: string, fields: object, visitor: string): Promise<string> {
  const response = await fetch(siteUrl + address, {
    method: 'POST',
    headers: { ...oneConnection, 'content-type': 'application/json', 'x-forwarded-for': visitor },
    body: JSON.stringify(fields),
  })
  return ((await response.json()) as { reference: string }).reference
}
const call = { firstname: 'Wanjiru', number: '+254 20 555 0177', how: 'whatsapp', consent: 'yes' }
const patient = { age: 'under-1-year', place: 'Nyeri, Kenya', asking: 'family' }
const family = (visitor: string) => send('/api/enquiries', { form: 'get-surgery', ...call, ...patient }, visitor)
const message = (visitor: string) => {
  const email = `amina-${visitor.replaceAll(':', '')}@example.org`
  const amina = { firstname: 'Amina', lastname: 'Otieno', email, message: 'Hello' }
  return send('/api/enquiries', { form: 'contact', ...amina }, visitor)
}
/** A sponsorship of $750. */
const invoice = (firstName: string, visitor: string) => {
  const garage = { email: 'peter@example.org', phone: '+1 423 555 0100', website: 'garage.example.org' }
  const address = '2 Hill Road, Chattanooga, TN 37402'
  const sponsor = { firstName, ...garage, address, levels: ['big-wheel'], comments: 'In lower case' }
  return send('/api/sponsorship-invoice', { event: '5k-run', ...sponsor }, visitor)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const result = (page: Page) => page.getByRole('status').first()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const openDesk = async (page: Page, group: string, desk: string) => {
  const menu = page.getByRole('navigation')
  await menu.locator('summary').filter({ hasText: group }).click()
  await menu.getByRole('link', { name: desk }).click()
}
const newMark = () => randomUUID().slice(0, 8)
const cookiesOf = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: narrow })

  test('a treasurer records the cheques of a deposit slip, which must add up', async ({ page }) => {
    const names = [`Asha ${newMark()}`, `Ravi ${newMark()}`]
    await signIn(page, addStaff('money'))
    await page.goto('/office/gifts')
    await page.getByRole('link', { name: 'Record a deposit slip' }).click()
    await page.getByLabel('Total of the deposit slip').fill('3500')
    await page.getByLabel('Currency').selectOption('INR')
    await page.getByLabel('Citizen of India').selectOption('yes')
    for (const [index, name] of names.entries()) {
      const cheque = page.getByRole('group', { name: `Cheque ${index + 1}`, exact: true })
      await cheque.getByLabel('Amount').fill('2500')
      await cheque.getByLabel('Name (optional)', { exact: true }).fill(name)
    }
    await press(page, 'Add up')
    await expect(result(page)).toHaveText('2 gifts: ₹5,000. The slip says ₹3,500: a difference of ₹1,500.')
    await press(page, 'Record all')
    await expect(page.getByRole('alert')).toContainText('a difference of ₹1,500')
    await page.getByRole('group', { name: 'Cheque 2', exact: true }).getByLabel('Amount').fill('1000')
    await press(page, 'Record all')
    await expect(page.getByRole('alert')).toContainText(
      `2. ₹1,000 (One thousand Indian rupees) by cheque from ${names[1]}`,
    )
    await press(page, 'Yes: Record all')
    await expect(result(page)).toHaveText('All gifts of the slip were recorded.')
    await page.goto(`/office/gifts?search=${encodeURIComponent(names[1] ?? '')}`)
    await expect(row(page, names[1] ?? '')).toContainText('₹1,000')
  })

  test('a nurse calls a family, writes a note, answers a message, and opens no other desk', async ({
    page,
    visitor,
  }) => {
    const [asked, written] = [await family(visitor), await message(visitor)]
    await signIn(page, addStaff('families'))

    await page.locator(`main [href="/office/families/${asked}"]`).first().click()
    await expect(heading(page)).toHaveText('Wanjiru')
    await page.getByRole('textbox', { name: 'Note' }).fill('Calls back on Monday')
    await press(page, 'Add the note')
    await expect(page.getByRole('article')).toContainText('Calls back on Monday')
    await page.getByLabel('State').selectOption('called')
    await page.getByLabel('Next call').fill('2026-01-05')
    await press(page, 'Save')
    await expect(result(page)).toHaveText('The state and days of this family were saved.')
    await page.goto('/office/families?state=called&country=KE')
    await expect(page.getByRole('row').filter({ hasText: 'Wanjiru' }).first()).toBeVisible()

    await page.goto('/office/messages')
    await page.getByRole('searchbox').fill(written.toLowerCase().replaceAll('-', ' '))
    await press(page, 'Show')
    await page.getByRole('row').filter({ hasText: 'Amina' }).getByRole('link').click()
    await press(page, 'Mark as answered')
    await expect(page.getByRole('button', { name: 'Mark as answered' })).toHaveCount(0)

    await page.goto('/office/gifts/pi_1')
    await expect(heading(page)).toHaveText('You may not open this desk')
    const cookie = await cookiesOf(page.context())
    const open = (address: string, more = {}) =>
      served(address, { headers: { cookie, 'x-forwarded-for': visitor, ...more } })
    expect((await open('/office/families')).html).toContain('Wanjiru')
    expect((await open('/office/families', { 'sec-purpose': 'prefetch' })).status).toBe(403)
    for (const id of [
      asked,
      '%E0%A',
      '%25E0%25A',
      '%00',
      '__proto__',
      'constructor',
      "x'%20or%201=1",
      `${written}/notes`,
    ])
      expect([id, (await open(`/office/messages/${id}`)).status]).toEqual([id, 404])
    for (const desk of ['nothing', '__proto__', 'constructor']) expect((await open(`/office/${desk}`)).status).toBe(404)
    await press(page, 'Sign out')
    await expect(result(page)).toHaveText('You are signed out.')
    for (const address of ['/office', '/office/families', `/office/families/${asked}`]) {
      const { html } = await open(address)
      expect([address, html.includes('Sign in to the office'), html.includes('Wanjiru')]).toEqual([
        address,
        true,
        false,
      ])
    }
  })
})

/** A cheque of somebody new. Opens the page of the gift. */
async function recordCheque(page: Page, name: string): Promise<void> {
  await page.goto('/office/gifts/new')
  await page.getByLabel('Amount').fill('2500')
  await page.getByLabel('Currency').selectOption('INR')
  await page.getByLabel('Name (optional)', { exact: true }).fill(name)
  await page.getByLabel('Citizen of India').selectOption('yes')
  await press(page, 'Record a gift')
}

async function uploadStatement(page: Page, text: string): Promise<void> {
  await page.goto('/office/transfers')
  const file = { name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('Statement: Excel, CSV or text').setInputFiles(file)
  await press(page, 'Read the statement')
}

async function download(page: Page, button: string): Promise<string> {
  const began = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFileSync(await (await began).path(), 'utf8')
}

/** For docs/office.md, by `npm run docs:screenshots`. */
async function picture(page: Page, name: string): Promise<void> {
  if (test.info().config.updateSnapshots !== 'all') return
  const folder = path.join(import.meta.dirname, '../../../docs/pictures/office')
  mkdirSync(folder, { recursive: true })
  const png = sharp(await page.screenshot()).png({ palette: true, colours: 128, effort: 10 })
  await png.toFile(path.join(folder, `${name}.png`))
}

test('a treasurer records a cheque, corrects its receipt, books a statement, and downloads what others ask for', async ({
  page,
  visitor,
}) => {
  const [name, email] = [`Meera ${newMark()}`, `meera-${newMark()}@example.org`]
  const sponsor = `River Garage ${newMark()}`
  const reference = await invoice(sponsor, visitor)
  await signIn(page, addStaff('money'))
  await recordCheque(page, '')
  await expect(page.getByRole('alert')).toBeFocused()
  await page.getByRole('alert').getByRole('link').first().click()
  const nameField = page.getByLabel('Name (optional)', { exact: true })
  await expect(nameField).toHaveAccessibleDescription(/The name is empty/)
  await expect(page.getByLabel('Amount')).toHaveValue('2500')
  await nameField.fill(name)
  await press(page, 'Record a gift')
  const look = `(Two thousand five hundred Indian rupees) by cheque from ${name}`
  await expect(page.getByRole('alert')).toContainText(look)
  await press(page, 'Yes: Record a gift')
  await expect(heading(page)).toHaveText(`₹2,500, ${name}`)
  const gift = page.url().split('?')[0] ?? ''
  await page.getByRole('link', { name: 'Receipt to print' }).click()
  await expect(page.locator('body')).toContainText(`Thank you, ${name}. Your gift of ₹2,500`)
  await page.goto(gift)
  await page.getByText('Correct the donor or the purpose').click()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Address', { exact: false }).last().fill('12 Lake Road\nMumbai')
  await press(page, 'Correct')
  await expect(page.getByRole('table', { name: 'Receipts' }).getByRole('link')).toHaveCount(2)
  await expect.poll(() => mailsTo(email)).not.toHaveLength(0)
  await page.getByText('Undo this gift').click()
  await press(page, 'Undo')
  await expect(page.getByRole('main')).toContainText('Undone')

  // The newest first: other tests leave more than a page of them.
  await page.goto('/office/pledges?sort=day&order=down')
  await expect(row(page, reference)).toContainText('Invoice')
  await uploadStatement(
    page,
    `Cleared on,Name,Check number,Reference,Dollars\n2026-11-05,${sponsor},7,${reference},750.00\n2026-11-05,Ruth Lee,${newMark()},,70.00\n`,
  )
  await expect(row(page, reference)).toContainText(`${reference} of ${sponsor}: reference, amount, name`)
  await expect(row(page, reference).getByRole('checkbox')).toBeChecked()
  await picture(page, 'transfers')
  await press(page, 'Confirm the ticked lines')
  await expect(result(page)).toHaveText('The ticked lines are being confirmed.')
  await expect(row(page, reference)).toContainText('Confirmed')
  await press(page, 'Put the statement away')

  await openDesk(page, 'People', 'Sponsors')
  await page.getByLabel('Event').selectOption('5k-run')
  await page.getByRole('searchbox').fill(sponsor)
  await press(page, 'Show')
  await row(page, sponsor).getByRole('link').click()
  await page.getByRole('textbox', { name: 'Logo' }).fill('garage.svg')
  await press(page, 'Save')
  await page.goto('/office/sponsors?event=5k-run')
  await picture(page, 'sponsors')
  expect(await download(page, 'Download for the printer')).toContain(`"${sponsor}"`)
  await openDesk(page, 'Money', 'Lists')
  await page.getByRole('link', { name: 'The accountant' }).click()
  await page.getByLabel('From').fill('2026-11-05')
  await page.getByLabel('Until').fill('2026-11-05')
  expect(await download(page, 'Download (CSV)')).toContain(reference)
})

test('an administrator registers a passkey, and in the next session nothing opens before it', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const device = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true, ...device },
  })
  const email = addStaff('admin', 'families')
  await signIn(page, email)
  await page.getByRole('link', { name: 'Your account' }).click()
  await press(page, 'Register a passkey')
  await expect(page.getByText('it was used in this session')).toBeVisible()
  await press(page, 'End all my sessions')

  await signIn(page, email, 'Your account')
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText(['Today', 'Your account'])
  await page.goto('/office/families')
  await expect(heading(page)).toHaveText('Your account')
  await page.goto('/office/log')
  await press(page, 'Use your passkey')
  await expect(heading(page)).toHaveText('Log')
  await expect(page.getByRole('row').filter({ hasText: 'The passkey was shown.' }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'Log: list seen' }).first()).toBeVisible()
})

test('every page of the office is accessible in light and dark colours, and fits on a narrow screen', async ({
  page,
  visitor,
}) => {
  await page.setViewportSize(narrow)
  const [asked, written] = [await family(visitor), await message(visitor)]
  const sponsor = await invoice('Peter', visitor)
  const found: string[] = []
  const look = async (address: string) => {
    await page.goto(`/office${address}`)
    for (const [colorScheme, only] of [
      ['light', {}],
      ['dark', { rules: ['color-contrast', 'link-in-text-block'] }],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      found.push(...(await violations(page, only)).map((violation) => `${address} ${colorScheme} ${violation}`))
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (overflow > 0) found.push(`${address} is ${overflow} px too wide`)
  }
  await look('')
  await signIn(page, addStaff('families', 'money', 'admin'))
  await recordCheque(page, `Ruth ${newMark()}`)
  await press(page, 'Yes: Record a gift')
  await expect(heading(page)).toContainText('Ruth')
  const payment = new URL(page.url()).pathname.split('/').at(-1)
  const desks = ['families', 'messages', 'gifts', 'donors', 'mails', 'claims', 'newsletter', 'pledges', 'totals']
  const entries = [`families/${asked}`, `messages/${written}`, `gifts/${payment}`, `donors/${payment}`, 'gifts/new']
  const more = [
    'persons',
    'families/new',
    'gifts/slip-10',
    'sponsors',
    'lists',
    'staff',
    'log',
    'account',
    `sponsors/${sponsor}`,
    'lists/books',
  ]
  for (const address of ['', ...[...desks, ...entries, ...more].map((name) => `/${name}`)]) await look(address)
  await uploadStatement(
    page,
    `Cleared on,Name,Check number,Reference,Dollars\n2026-11-05,Peter,7,${sponsor},"1,000.00"\n`,
  )
  const line = page.getByRole('row').getByRole('link', { name: /^Peter/ })
  const opened = ((await line.getAttribute('href')) ?? '').replace('/office', '')
  for (const address of ['/transfers', opened]) await look(address)
  expect(found).toEqual([])
})

test('pages of the office are never stored or indexed, show a stranger nothing, and allow only our own files', async ({
  visitor,
}) => {
  addStaff('admin')
  const asked = await family(visitor)
  for (const address of ['', '/families', `/families/${asked}`, '/staff', '/gifts', '/donors'])
    for (const cookie of ['', `office=${'x'.repeat(43)}`]) {
      const { status, headers, html } = await served(`/office${address}`, {
        headers: { cookie, 'x-forwarded-for': visitor },
      })
      const [stored, robots] = [headers.get('cache-control'), headers.get('x-robots-tag')]
      expect([status, stored, robots]).toEqual([200, 'no-store', 'noindex, nofollow'])
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('permissions-policy')).toContain('publickey-credentials-get=(self)')
      expect(headers.get('speculation-rules')).toBeNull()
      expect(html).toContain('Sign in to the office')
      expect(html).not.toMatch(/Wanjiru|\bE-[2-9A-Z]{4}-[2-9A-Z]{4}\b/)
    }
  for (const address of ['/sitemap.xml', '/robots.txt']) expect((await served(address)).html).not.toContain('office')
})
