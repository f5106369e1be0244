/** Staff at work in the office: with and without JavaScript, on a phone and a desktop, light and dark. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'
import { mailsTo } from '../../support/sandbox.ts'
import { served, siteUrl } from '../../support/served.ts'
import { invoiceOf } from '../../support/sponsor.ts'
import { addStaff, askForLink, signIn } from '../../support/staff.ts'

test.use({ expectedNoise: [/status of (?:404|422)/] })
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

const family = (visitor: string) =>
  send(
    'get-surgery',
    {
      firstname: 'Wanjiru',
      number: '+254 20 555 0177',
      how: 'whatsapp',
      age: '4 months',
      place: 'Nyeri, Kenya',
      asking: 'family',
      consent: 'yes',
    },
    visitor,
  )

const message = (visitor: string) =>
  send(
    'contact',
    {
      firstname: 'Amina',
      lastname: 'Otieno',
      email: `amina-${visitor.replaceAll(':', '')}@example.org`,
      message: 'Hello',
    },
    visitor,
  )

const newMark = () => randomUUID().slice(0, 8)
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

for (const javaScriptEnabled of [true, false])
  test(`a nurse ${javaScriptEnabled ? 'with' : 'without'} JavaScript calls a family, writes a note, and answers a message`, async ({
    browser,
    visitor,
  }) => {
    const context = await browser.newContext({
      javaScriptEnabled,
      extraHTTPHeaders: { 'x-forwarded-for': visitor },
      viewport: { width: 360, height: 740 },
    })
    const page = await context.newPage()
    const [asked, written] = [await family(visitor), await message(visitor)]
    await signIn(page, addStaff('families'))

    await page.getByRole('link', { name: asked }).click()
    await expect(heading(page)).toHaveText('Wanjiru')
    await expect(page.getByRole('link', { name: 'Call', exact: true })).toHaveAttribute('href', 'tel:+254205550177')
    await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', 'https://wa.me/254205550177')
    await page.getByRole('textbox', { name: 'Note' }).fill('Calls back on Monday')
    await page.getByRole('button', { name: 'Add the note' }).click()
    await expect(page.getByRole('article')).toContainText('Calls back on Monday')
    await page.getByLabel('State').selectOption('called')
    await page.getByLabel('Next call').fill('2026-01-05')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('status').first()).toHaveText('Done.')
    await page.goto('/office/families?state=called&country=KE')
    await expect(page.getByRole('row').filter({ hasText: 'Wanjiru' }).first()).toBeVisible()

    await page.goto('/office/messages')
    await page.getByRole('searchbox').fill(written)
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('row').filter({ hasText: 'Amina' }).getByRole('link').click()
    await page.getByRole('button', { name: 'Mark as answered' }).click()
    await expect(page.getByRole('button', { name: 'Mark as answered' })).toHaveCount(0)

    await page.goto('/office/staff')
    await expect(heading(page)).toHaveText('You may not open this desk')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('status').first()).toHaveText('You are signed out.')
    await page.goto(`/office/families/${asked}`)
    await expect(heading(page)).toHaveText('Sign in to the office')
    await context.close()
  })

/** A cheque of somebody new. Opens the page of the gift. */
async function recordCheque(page: Page, name: string, email = ''): Promise<void> {
  await page.goto('/office/gifts/new')
  await page.getByLabel('Amount').fill('2500')
  await page.getByLabel('Currency').selectOption('INR')
  await page.getByLabel('Name (optional)', { exact: true }).fill(name)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Citizen of India').selectOption('yes')
  await page.getByRole('button', { name: 'Record a gift' }).click()
}

for (const javaScriptEnabled of [true, false])
  test(`a treasurer ${javaScriptEnabled ? 'with' : 'without'} JavaScript records a cheque, prints and corrects its receipt, and tidies a donor`, async ({
    browser,
    visitor,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled, extraHTTPHeaders: { 'x-forwarded-for': visitor } })
    const page = await context.newPage()
    const [name, email] = [`Meera ${newMark()}`, `meera-${newMark()}@example.org`]
    await signIn(page, addStaff('money'))
    await page.getByRole('link', { name: 'Gifts', exact: true }).click()
    await page.getByRole('link', { name: 'Record a gift' }).click()

    await recordCheque(page, '')
    await expect(page.getByRole('alert')).toBeFocused()
    await page.getByRole('alert').getByRole('link').first().click()
    await expect(page.getByLabel('Name (optional)', { exact: true })).toHaveAccessibleDescription(/The name is empty/)
    await expect(page.getByLabel('Amount')).toHaveValue('2500')
    await page.getByLabel('Name (optional)', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Record a gift' }).click()
    await expect(heading(page)).toHaveText(`₹2,500, ${name}`)
    await expect(page.getByText('nothing is mailed. Print the receipt.')).toBeVisible()

    const gift = page.url().split('?')[0] ?? ''
    await page.getByRole('link', { name: 'Receipt to print' }).click()
    await expect(page.locator('body')).toContainText(`Thank you, ${name}. Your gift of ₹2,500`)

    await page.goto(gift)
    await page.getByText('Correct the donor or the purpose').click()
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Address', { exact: false }).last().fill('12 Lake Road\nMumbai')
    await page.getByRole('button', { name: 'Correct' }).click()
    await expect(page.getByRole('table', { name: 'Receipts' }).getByRole('link')).toHaveCount(2)
    await expect.poll(() => mailsTo(email), { timeout: 30_000 }).not.toHaveLength(0)

    await page.goto('/office/gifts')
    await page.getByRole('searchbox').fill(name)
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('link', { name }).click()
    await page.getByRole('link', { name: 'The donor' }).click()
    await page.getByText('Give everything to another email address').click()
    await page.getByLabel('The other email address').fill(`other-${email}`)
    await page.getByRole('button', { name: 'Make them one donor' }).click()
    await expect(page.getByRole('main')).toContainText(`other-${email}`)
    await page.getByText('Erase what the law does not keep').click()
    await expect(page.getByText('This keeps: 1 gift, 2 receipts, 1 transfer, no tickets.')).toBeVisible()
    await page.getByRole('button', { name: 'Erase this person' }).click()
    await expect(page.getByRole('status').first()).toHaveText('Done.')

    await page.goto(gift)
    await page.getByText('Undo this gift').click()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByRole('main')).toContainText('Undone')
    await context.close()
  })

test('the mailed link is of no use in another browser, and after it was used', async ({ browser, page, visitor }) => {
  const link = await askForLink(page, addStaff('families'))
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': visitor } })
  const elsewhere = await context.newPage()
  for (const [where, expected] of [
    [elsewhere, 'cannot be used'],
    [page, ''],
    [page, 'cannot be used'],
  ] as const) {
    await where.goto(link)
    await where.getByRole('button', { name: 'Sign in' }).click()
    if (expected) await expect(where.getByRole('status').first()).toContainText(expected)
    else await expect(heading(where)).toHaveText('Today')
  }
  await context.close()
})

test('an administrator registers a passkey, and in the next session shows it before staff and log open', async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const email = addStaff('admin')
  await signIn(page, email)
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Register a passkey' }).click()
  await expect(page.getByText('it was used in this session')).toBeVisible()
  await page.getByRole('button', { name: 'End all my sessions' }).click()

  await signIn(page, email)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Staff' })).toHaveCount(0)
  await page.goto('/office/log')
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(heading(page)).toHaveText('Log')
  await expect(page.getByRole('row').filter({ hasText: 'passkey.show' }).first()).toBeVisible()
})

test('each desk opens for its roles only, and so does each of its entries', async ({ browser, page, visitor }) => {
  const asked = await family(visitor)
  await signIn(page, addStaff('families', 'money', 'admin'))
  const links = await page.getByRole('navigation').getByRole('link').all()
  const desks = (await Promise.all(links.map((link) => link.getAttribute('href')))).filter(
    (href) => href !== '/office' && href !== '/office/account',
  )
  for (const role of ['families', 'money', 'admin']) {
    const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': visitor } })
    const own = await context.newPage()
    await signIn(own, addStaff(role))
    for (const desk of desks) {
      const isOpen = (await own.getByRole('navigation').locator(`[href="${desk}"]`).count()) > 0
      const { html, status } = await served(desk ?? '', {
        headers: { cookie: await cookiesOf(context), 'x-forwarded-for': visitor },
      })
      expect([role, desk, status, html.includes('You may not open this desk')]).toEqual([role, desk, 200, !isOpen])
    }
    await own.goto(`/office/families/${asked}`)
    await expect(heading(own)).toHaveText(role === 'families' ? 'Wanjiru' : 'You may not open this desk')
    await context.close()
  }
  const cookie = await cookiesOf(page.context())
  const open = (address: string) => served(address, { headers: { cookie, 'x-forwarded-for': visitor } })
  expect((await open('/office/families')).html).toContain('Wanjiru')
  for (const id of [asked, '%E0%A', '%25E0%25A', '%00', '__proto__', 'constructor', "x'%20or%201=1", `${asked}/notes`])
    for (const desk of ['messages', 'gifts', 'lists', 'staff'])
      expect([desk, id, (await open(`/office/${desk}/${id}`)).status]).toEqual([desk, id, 404])
  for (const desk of ['nothing', '__proto__', 'constructor']) expect((await open(`/office/${desk}`)).status).toBe(404)

  await page.goto('/office')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('status').first()).toHaveText('You are signed out.')
  for (const address of ['/office', ...desks, `/office/families/${asked}`]) {
    const { html } = await open(address ?? '')
    expect([address, html.includes('Sign in to the office'), html.includes('Wanjiru')]).toEqual([address, true, false])
  }
})

const cookiesOf = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

for (const width of [360, 1280])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`every page of the office is accessible and fits at ${width} px, ${colorScheme}`, async ({
      page,
      visitor,
    }) => {
      const [asked, written] = [await family(visitor), await message(visitor)]
      const sponsor = await invoiceOf('Peter', visitor)
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      const found: string[] = []
      const look = async (address: string) => {
        await page.goto(address)
        found.push(...(await violations(page)).map((violation) => `${address} ${violation}`))
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (overflow > 0) found.push(`${address} is ${overflow} px too wide`)
      }
      await look('/office')
      await signIn(page, addStaff('families', 'money', 'admin'))
      await recordCheque(page, `Ruth ${newMark()}`)
      const payment = new URL(page.url()).pathname.split('/').at(-1)
      for (const address of [
        '',
        '/families',
        `/families/${asked}`,
        '/messages',
        `/messages/${written}`,
        '/gifts',
        '/gifts/new',
        `/gifts/${payment}`,
        '/donors',
        `/donors/${payment}`,
        '/mails',
        '/claims',
        '/newsletter',
        '/pledges',
        '/transfers',
        '/sponsors',
        `/sponsors/${sponsor}`,
        '/lists',
        '/lists/books',
        '/staff',
        '/log',
        '/account',
      ])
        await look(`/office${address}`)
      const checks = `Cleared on,Name,Check number,Reference,Dollars\n2026-11-05,Peter,7,${sponsor},"1,000.00"\n`
      await page.goto('/office/transfers')
      await page
        .getByLabel('Statement: Excel, CSV or text')
        .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(checks) })
      await page.getByRole('button', { name: 'Read the statement' }).click()
      const line = await page
        .getByRole('row')
        .getByRole('link', { name: /^Peter/ })
        .getAttribute('href')
      for (const address of ['/office/transfers', line ?? '']) await look(address)
      expect(found).toEqual([])
    })

test('pages of the office are never stored or indexed, show a stranger nothing, and allow only our own files', async ({
  visitor,
}) => {
  addStaff('admin')
  const asked = await family(visitor)
  for (const address of [
    '/office',
    '/office/families',
    `/office/families/${asked}`,
    '/office/staff',
    '/office/gifts',
    '/office/donors',
  ])
    for (const cookie of ['', `office=${'x'.repeat(43)}`]) {
      const { status, headers, html } = await served(address, { headers: { cookie, 'x-forwarded-for': visitor } })
      expect([status, headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([
        200,
        'no-store',
        'noindex, nofollow',
      ])
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('permissions-policy')).toContain('publickey-credentials-get=(self)')
      expect(html).toContain('Sign in to the office')
      expect(html).not.toMatch(/Wanjiru|E-[2-9A-Z]{4}-/)
    }
  for (const address of ['/sitemap.xml', '/robots.txt']) expect((await served(address)).html).not.toContain('office')
})
