/** Staff at work in the office: a nurse without JavaScript on a phone, a treasurer with it; passkeys, what strangers see, and every page on a narrow screen. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'
import { mailsTo } from '../../support/sandbox.ts'
import { served, siteUrl } from '../../support/served.ts'
import { invoiceOf } from '../../support/sponsor.ts'
import { addStaff, signIn } from '../../support/staff.ts'

test.use({ expectedNoise: [/status of (?:404|422)/], viewport: { width: 360, height: 740 } })
// Each adds staff and waits for a mail.
test.slow()

const send = async (form: string, fields: Record<string, string>, visitor: string): Promise<string> => {
  const response = await fetch(`${siteUrl}/api/enquiries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': visitor },
    body: JSON.stringify({ form, ...fields }),
  })
  return ((await response.json()) as { reference: string }).reference
}
const call = { firstname: 'Wanjiru', number: '+254 20 555 0177', how: 'whatsapp', consent: 'yes' }
const patient = { age: '4 months', place: 'Nyeri, Kenya', asking: 'family' }
const family = (visitor: string) => send('get-surgery', { ...call, ...patient }, visitor)
const message = (visitor: string) => {
  const email = `amina-${visitor.replaceAll(':', '')}@example.org`
  return send('contact', { firstname: 'Amina', lastname: 'Otieno', email, message: 'Hello' }, visitor)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const result = (page: Page) => page.getByRole('status').first()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const cookiesOf = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

test('a nurse without JavaScript calls a family, writes a note, answers a message, and opens no other desk', async ({
  browser,
  visitor,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    extraHTTPHeaders: { 'x-forwarded-for': visitor },
    viewport: { width: 360, height: 740 },
  })
  const page = await context.newPage()
  const [asked, written] = [await family(visitor), await message(visitor)]
  await signIn(page, addStaff('families'))

  await page.getByRole('link', { name: asked }).click()
  await expect(heading(page)).toHaveText('Wanjiru')
  await page.getByRole('textbox', { name: 'Note' }).fill('Calls back on Monday')
  await press(page, 'Add the note')
  await expect(page.getByRole('article')).toContainText('Calls back on Monday')
  await page.getByLabel('State').selectOption('called')
  await page.getByLabel('Next call').fill('2026-01-05')
  await press(page, 'Save')
  await expect(result(page)).toHaveText('Done.')
  await page.goto('/office/families?state=called&country=KE')
  await expect(page.getByRole('row').filter({ hasText: 'Wanjiru' }).first()).toBeVisible()

  await page.goto('/office/messages')
  await page.getByRole('searchbox').fill(written.toLowerCase().replaceAll('-', ' '))
  await press(page, 'Show')
  await page.getByRole('row').filter({ hasText: 'Amina' }).getByRole('link').click()
  await press(page, 'Mark as answered')
  await expect(page.getByRole('button', { name: 'Mark as answered' })).toHaveCount(0)

  for (const closed of ['/office/staff', '/office/gifts/pi_1']) {
    await page.goto(closed)
    await expect(heading(page)).toHaveText('You may not open this desk')
  }
  const cookie = await cookiesOf(context)
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
    expect([address, html.includes('Sign in to the office'), html.includes('Wanjiru')]).toEqual([address, true, false])
  }
  await context.close()
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
const newMark = () => randomUUID().slice(0, 8)

test('a treasurer records a cheque, prints and corrects its receipt, and tidies a donor', async ({ page }) => {
  const [name, email] = [`Meera ${newMark()}`, `meera-${newMark()}@example.org`]
  await signIn(page, addStaff('money'))
  await recordCheque(page, '')
  await expect(page.getByRole('alert')).toBeFocused()
  await page.getByRole('alert').getByRole('link').first().click()
  await expect(page.getByLabel('Name (optional)', { exact: true })).toHaveAccessibleDescription(/The name is empty/)
  await expect(page.getByLabel('Amount')).toHaveValue('2500')
  await page.getByLabel('Name (optional)', { exact: true }).fill(name)
  await press(page, 'Record a gift')
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
  await expect.poll(() => mailsTo(email), { timeout: 30_000 }).not.toHaveLength(0)

  await page.goto('/office/gifts')
  await page.getByRole('searchbox').fill(name)
  await press(page, 'Show')
  await page.getByRole('link', { name }).click()
  await page.getByRole('link', { name: 'The donor' }).click()
  await page.getByText('Erase what the law does not keep').click()
  await expect(page.getByText('This keeps: 1 gift, 2 receipts, 1 transfer, no tickets.')).toBeVisible()
  await press(page, 'Erase this person')
  await expect(result(page)).toHaveText('Done.')
  await page.goto(gift)
  await page.getByText('Undo this gift').click()
  await press(page, 'Undo')
  await expect(page.getByRole('main')).toContainText('Undone')
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
  await expect(heading(page)).toHaveText('You may not open this desk')
  await page.goto('/office/log')
  await press(page, 'Use your passkey')
  await expect(heading(page)).toHaveText('Log')
  await expect(page.getByRole('row').filter({ hasText: 'passkey.show' }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'log.list' }).first()).toBeVisible()
})

for (const [colorScheme, rules] of [
  ['light', undefined],
  ['dark', ['color-contrast', 'link-in-text-block']],
] as const)
  test(`every page of the office is accessible and fits on a narrow screen, ${colorScheme}`, async ({
    page,
    visitor,
  }) => {
    const [asked, written] = [await family(visitor), await message(visitor)]
    const sponsor = await invoiceOf('Peter', visitor)
    await page.emulateMedia({ colorScheme })
    const found: string[] = []
    const look = async (address: string) => {
      await page.goto(`/office${address}`)
      found.push(...(await violations(page, rules ? { rules } : {})).map((violation) => `${address} ${violation}`))
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (overflow > 0) found.push(`${address} is ${overflow} px too wide`)
    }
    await look('')
    await signIn(page, addStaff('families', 'money', 'admin'))
    await recordCheque(page, `Ruth ${newMark()}`)
    const payment = new URL(page.url()).pathname.split('/').at(-1)
    const desks = ['families', 'messages', 'gifts', 'donors', 'mails', 'claims', 'newsletter', 'pledges', 'transfers']
    const entries = [`families/${asked}`, `messages/${written}`, `gifts/${payment}`, `donors/${payment}`, 'gifts/new']
    const more = ['sponsors', 'lists', 'staff', 'log', 'account', `sponsors/${sponsor}`, 'lists/books']
    for (const address of ['', ...[...desks, ...entries, ...more].map((name) => `/${name}`)]) await look(address)
    const checks = `Cleared on,Name,Check number,Reference,Dollars\n2026-11-05,Peter,7,${sponsor},"1,000.00"\n`
    await page.goto('/office/transfers')
    const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(checks) }
    await page.getByLabel('Statement: Excel, CSV or text').setInputFiles(file)
    await press(page, 'Read the statement')
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
