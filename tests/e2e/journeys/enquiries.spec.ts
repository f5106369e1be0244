/** What visitors write: applications, offers, the newsletter, and a family that asks for a surgery. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { violations } from '../../support/axe.ts'
import { expect, open, takeTime, test } from '../../support/browser-test.ts'
import { problem } from '../../support/donor.ts'
import { type EnquiryRow, enquiriesWith, enquiryOf } from '../../support/ledger.ts'
import { linksIn } from '../../support/mail-text.ts'
import { mailsAbout, mailsTo } from '../../support/sandbox.ts'
import { translate } from '../../support/translated-page.ts'

const newVisitor = () => `visitor-${randomUUID().slice(0, 8)}@example.org`
const firstName = (where: Page | Locator) => where.getByRole('textbox', { name: 'First name' })
const emailIn = (where: Page | Locator) => where.getByRole('textbox', { name: 'Email address' }).last()

async function sign(where: Page | Locator, email: string): Promise<void> {
  await firstName(where).fill('Asha')
  await where.getByRole('textbox', { name: 'Last name' }).fill("O'Neill-Rao")
  await emailIn(where).fill(email)
}

const fieldsOf = (enquiry: EnquiryRow | undefined): Record<string, string> => JSON.parse(enquiry?.fields ?? '{}')

async function expectThanks(page: Page, email: string): Promise<EnquiryRow | undefined> {
  const dialog = page.getByRole('dialog', { name: 'Thank you' })
  await expect(dialog).toContainText(/We appreciate your kindness, generosity and support/)
  const kept = enquiriesWith(email)
  expect(kept).toHaveLength(1)
  await expect(dialog).toContainText(kept[0]?.reference ?? 'no reference')
  return kept[0]
}

test('a volunteer corrects an application on a translated page, and sends it once, with the time stamp of its first use', async ({
  page,
}) => {
  const email = newVisitor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await open(page, '/EventVolunteers')
  await translate(page)
  const title = await page.title()
  expect(asked).not.toContain('/api/enquiries/start')
  const begun = page.waitForResponse('**/api/enquiries/start')
  await sign(page, 'asha at home')
  const { startedAt } = (await (await begun).json()) as { startedAt: string }

  const send = page.getByRole('button', { name: 'Send my application' })
  for (const _ of ['at once', 'once the errors are translated']) {
    await firstName(page).fill('')
    await send.click()
    await expect(problem(page)).toBeFocused()
    await expect(problem(page).getByRole('link', { name: 'Enter your first name', exact: true })).toBeVisible()
    await expect(firstName(page)).toHaveAccessibleDescription('Error: Enter your first name')
    await expect(page).toHaveTitle(`Error: ${title}`)
    await page.evaluate(() => (document.title = 'Fehler: Freiwillige'))
    await firstName(page).fill('Asha')
    await expect(firstName(page)).toHaveAccessibleDescription('')
  }
  await problem(page)
    .getByRole('link', { name: /^Enter your email address/ })
    .click()
  await expect(emailIn(page)).toBeFocused()
  await expect(emailIn(page)).toHaveAccessibleDescription(/name@example.org/)
  await expect(emailIn(page)).toHaveValue('asha at home')
  await emailIn(page).fill(email)
  const message = page.getByRole('textbox', { name: 'What would you like to do, and when?' })
  await message.fill('I can fold tables in September.')
  await page.getByRole('textbox', { name: 'Telephone' }).fill('+91 22 5555 0100')
  await expect(problem(page)).toHaveCount(0)
  await expect(page).toHaveTitle(title)

  await takeTime(page)
  const sent = page.waitForRequest('**/api/enquiries')
  await send.dblclick()
  expect((await sent).postDataJSON()).toMatchObject({ startedAt })
  const enquiry = await expectThanks(page, email)
  expect(asked.filter((address) => address === '/api/enquiries/start')).toHaveLength(1)
  expect(enquiry).toMatchObject({ form: 'volunteer', state: 'stored' })
  expect(fieldsOf(enquiry)).toMatchObject({ firstname: 'Asha', lastname: "O'Neill-Rao", message: expect.any(String) })
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(message).toHaveValue('')
})

test.describe('when an answer is lost', () => {
  test.use({ expectedNoise: /Failed to load resource/ })

  test('links in a page open its forms over the page; a card writes its line above what was typed; the form says whom to call, and creates one enquiry', async ({
    page,
  }) => {
    const email = newVisitor()
    await open(page, '/CorporateSponsors')
    const partner = page.getByRole('main').getByRole('link', { name: 'BECOME A PARTNER', exact: true }).first()
    await expect(partner).toHaveAttribute('aria-haspopup', 'dialog')
    await partner.click()
    await expect(page.getByRole('dialog', { name: 'Partnership form' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(partner).toBeFocused()

    const dialog = page.getByRole('dialog', { name: 'Medical camp sponsorship form' })
    const message = dialog.getByRole('textbox', { name: 'What would you like to sponsor?' })
    const card = (name: string) => page.getByRole('link', { name })
    await card('Sponsor five days').click()
    await expect(message).toHaveValue(/^I would like to sponsor one person .*\(\$3,500\)\./)
    await sign(dialog, email)
    await message.press('Control+End')
    await message.pressSequentially('For my son.')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(card('Sponsor five days')).toBeFocused()
    await card('Sponsor three weeks').click()
    await expect(message).toHaveValue(/\(\$6,500\)\.\n\nFor my son\.$/)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await card('Would you Like to Sponsor a Medical Camp').click()
    await expect(message).toHaveValue(/\$75,000\.\n\nFor my son\.$/)

    const send = dialog.getByRole('button', { name: 'Send to the camp team' })
    await page.route(
      '**/api/enquiries',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await send.click()
    const summary = dialog.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect(summary).toBeFocused()
    await expect(summary).toContainText(/What you typed is still here.*@.*\+1 423 555 0100/)
    await expect(message).toHaveValue(/For my son\.$/)
    await send.click()
    const enquiry = await expectThanks(page, email)
    expect(fieldsOf(enquiry).message).toMatch(/^I would like to sponsor a Medical Camp/)
  })
})

test('a reader signs up, confirms by the button behind the mailed link, and unsubscribes by the same link', async ({
  page,
}) => {
  const email = newVisitor()
  await open(page, '/')
  const address = page.getByRole('textbox', { name: /mail address/ })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Asha')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(address).toHaveAccessibleDescription(/name@example.org/)
  await address.fill(email)
  await takeTime(page)
  await page.getByRole('button', { name: 'Sign up' }).click()
  expect(await expectThanks(page, email)).toMatchObject({ form: 'newsletter', state: 'unconfirmed' })

  await expect.poll(() => mailsTo(email)).toHaveLength(1)
  const [mail] = await mailsTo(email)
  const found: string[] = []
  const heading = page.getByRole('heading', { level: 1 })
  for (let visits = 0; visits < 2; visits += 1) {
    await page.goto(Object.values(linksIn(mail))[0] ?? '')
    await expect(heading).toHaveText('Do you want our newsletter?')
  }
  await expect(page.locator('body')).not.toContainText(/Asha|visitor-/)
  found.push(...(await violations(page)))
  await page.getByRole('button', { name: 'Yes, send me the newsletter' }).click()
  await expect(heading).toHaveText('You are signed up for our newsletter')
  expect(enquiriesWith(email)).toMatchObject([{ state: 'confirmed' }])
  await expect.poll(() => mailsAbout(email)).toHaveLength(1)
  found.push(...(await violations(page)))
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(heading).toHaveText('You are not signed up for our newsletter')
  expect(enquiriesWith(email)).toMatchObject([{ state: 'unsubscribed' }])
  expect(found).toEqual([])
})

test.describe('a family asks for a surgery on a small phone', () => {
  test.use({ viewport: { width: 360, height: 640 } })

  const form = (page: Page) => page.locator('form[data-posted="get-surgery"]')

  async function answer(page: Page): Promise<void> {
    await form(page).locator('[name=number]').fill('+254 20 555 0177')
    await form(page).locator('[name=place]').fill('Nyeri, Kenya')
    await form(page).locator('[name=age][value=under-1-year]').check()
    await form(page).locator('[name=asking][value=family]').check()
    await form(page).locator('[name=firstname]').fill('Wanjiru')
  }

  function expectSealed(text: string | null): void {
    const [reference = ''] = /E-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(text ?? '') ?? []
    expect(enquiryOf(reference)).toMatchObject({ form: 'get-surgery', state: 'stored' })
    expect(enquiryOf(reference)?.fields).not.toMatch(/\b(?:Wanjiru|Nyeri)\b|5550177/)
  }

  test('in the page, by keyboard: what is missing is said beside its question, and nobody is thanked before it is stored', async ({
    page,
  }) => {
    await open(page, '/GetSurgery')
    await answer(page)
    const button = form(page).getByRole('button', { name: 'Ask for a call' })
    await button.press('Enter')
    await expect(problem(page)).toBeFocused()
    await expect(problem(page)).toContainText('Tick the box')
    await expect(problem(page)).toContainText('Choose how we should answer')
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await form(page).locator('[name=how][value=sms]').check()
    await expect(problem(page)).not.toContainText('Choose how we should answer')
    await form(page).locator('[name=consent]').press('Space')
    await expect(problem(page)).toHaveCount(0)
    await takeTime(page)
    await button.press('Enter')
    const thanks = page.getByRole('dialog', { name: 'Thank you' })
    await expect(thanks).toContainText('go to a hospital at once')
    expectSealed(await thanks.textContent())
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false, expectedNoise: /status of 422/ })

    test('a form in Hindi comes back with its answers, and then it is stored', async ({ page }) => {
      await page.goto('/hi/GetSurgery')
      await answer(page)
      await form(page).locator('[name=how][value=whatsapp]').check()
      await form(page).getByRole('button').click()
      await expect(form(page).locator('[name=place]')).toHaveValue('Nyeri, Kenya')
      await expect(form(page).locator('[name=asking]:checked')).toHaveValue('family')
      await takeTime(page)
      await form(page).locator('[name=consent]').check()
      await form(page).getByRole('button').click()
      await expect(page.locator('main')).toContainText('आपका अनुरोध हमें मिल गया है')
      expectSealed(await page.locator('main').textContent())
    })
  })
})
