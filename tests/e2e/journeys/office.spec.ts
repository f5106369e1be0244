/** Staff at work in the office: with and without JavaScript, on a phone and a desktop, light and dark. */
import type { Page } from '@playwright/test'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'
import { served, siteUrl } from '../../support/served.ts'
import { addStaff, askForLink, signIn } from '../../support/staff.ts'

test.use({ expectedNoise: [/status of 404/] })
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
      ...{ firstname: 'Wanjiru', number: '+254 20 555 0177', how: 'whatsapp', age: '4 months' },
      ...{ place: 'Nyeri, Kenya', asking: 'family', consent: 'yes' },
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
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
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

const opened = { families: ['families'], money: [], admin: ['staff', 'log'] }
for (const [role, own] of Object.entries(opened))
  test(`the role ${role} opens its own desks, and no entry of another`, async ({ page, visitor }) => {
    const asked = await family(visitor)
    await signIn(page, addStaff(role))
    for (const desk of ['families', 'messages', 'mails', 'staff', 'log']) {
      await page.goto(`/office/${desk}`)
      const isOpen = ['messages', 'mails', ...own].includes(desk)
      const title = `${desk.charAt(0).toUpperCase()}${desk.slice(1)}`
      await expect(heading(page)).toHaveText(isOpen ? title : 'You may not open this desk')
    }
    await page.goto(`/office/families/${asked}`)
    await expect(heading(page)).toHaveText(role === 'families' ? 'Wanjiru' : 'You may not open this desk')
    const response = await page.goto(`/office/messages/${asked}`)
    expect(response?.status()).toBe(404)
  })

for (const width of [360, 1280])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`every page of the office is accessible and fits at ${width} px, ${colorScheme}`, async ({
      page,
      visitor,
    }) => {
      const [asked, written] = [await family(visitor), await message(visitor)]
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
      for (const address of [
        '',
        '/families',
        `/families/${asked}`,
        '/messages',
        `/messages/${written}`,
        '/mails',
        '/claims',
        '/staff',
        '/log',
        '/account',
      ])
        await look(`/office${address}`)
      expect(found).toEqual([])
    })

test('pages of the office are never stored or indexed, show a stranger nothing, and allow only our own files', async ({
  visitor,
}) => {
  addStaff('admin')
  const asked = await family(visitor)
  for (const address of ['/office', '/office/families', `/office/families/${asked}`, '/office/staff', '/office/log'])
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
