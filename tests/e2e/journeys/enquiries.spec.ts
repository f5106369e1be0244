import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'
import { type EnquiryRow, enquiriesWith } from '../../support/ledger.ts'

const newVisitor = () => `visitor-${randomUUID().slice(0, 8)}@example.org`
const thanks = /We appreciate your kindness, generosity and support/
/** Next announces each page in its own alert element. */
const summaryIn = (where: Page | Locator) => where.getByRole('alert').filter({ hasText: 'There is a problem' })

async function sign(where: Page | Locator, email: string): Promise<void> {
  await where.getByRole('textbox', { name: 'First name' }).fill('Asha')
  await where.getByRole('textbox', { name: 'Last name' }).fill("O'Neill-Rao")
  await where.getByRole('textbox', { name: 'Email address' }).last().fill(email)
  const telephone = where.getByRole('textbox', { name: 'Telephone' })
  if ((await telephone.count()) > 0) await telephone.fill('+91 22 5555 0100')
}

/** A click before the script has loaded would post the form without it, which these tests do not cover. */
async function openWithScript(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('form[data-posted]:not([data-behaves])')).toHaveCount(0)
}

/** A form completed within a second of its time stamp counts as spam. */
async function takeTime(page: Page): Promise<void> {
  await expect(page.locator('input[name=startedAt]').first()).toBeAttached()
  await page.waitForTimeout(1100)
}

function fieldsOf(enquiry: EnquiryRow | undefined): Record<string, string> {
  return JSON.parse(enquiry?.fields ?? '{}')
}

async function expectThanks(page: Page, email: string): Promise<EnquiryRow | undefined> {
  const dialog = page.getByRole('dialog', { name: 'Thank you' })
  await expect(dialog).toContainText(thanks)
  const kept = enquiriesWith(email)
  expect(kept).toHaveLength(1)
  await expect(dialog).toContainText(kept[0]?.reference ?? 'no reference')
  return kept[0]
}

test('a volunteer applies in the page: the time stamp is requested at first use, and the thanks name the stored reference', async ({
  page,
}) => {
  const email = newVisitor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openWithScript(page, '/EventVolunteers')
  await page.waitForLoadState('networkidle')
  expect(asked).not.toContain('/api/enquiries/start')
  const begun = page.waitForResponse('**/api/enquiries/start')
  await sign(page, email)
  const message = page.getByRole('textbox', { name: 'What would you like to do, and when?' })
  await message.fill('I can fold tables in September.')
  const { startedAt } = (await (await begun).json()) as { startedAt: string }
  await takeTime(page)
  const sent = page.waitForRequest('**/api/enquiries')
  // A double click is one enquiry.
  await page.getByRole('button', { name: 'Send my application' }).dblclick()
  expect((await sent).postDataJSON()).toMatchObject({ startedAt })
  const enquiry = await expectThanks(page, email)
  expect(asked.filter((address) => address === '/api/enquiries/start')).toHaveLength(1)
  expect(enquiry).toMatchObject({ form: 'volunteer', state: 'stored' })
  expect(fieldsOf(enquiry)).toMatchObject({ firstname: 'Asha', lastname: "O'Neill-Rao", message: expect.any(String) })
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(message).toHaveValue('')
})

test('a link in a page opens its form over the page, and the focus returns to it', async ({ page }) => {
  const email = newVisitor()
  for (const [where, links] of Object.entries({
    '/PersonalProperty': { 'Contact Us': 'Send to the gifts team' },
    '/LegacyPlannedGifts': { 'Write to us about a legacy': 'Send to the gifts team' },
    '/Inkind': { 'Give goods or services': 'Send my offer' },
    '/CorporateSponsors': {
      'BECOME A PARTNER': 'Send to the partnership team',
      'BECOME A SPONSOR': 'Send to the sponsorship team',
    },
  })) {
    await openWithScript(page, where)
    for (const [link, submit] of Object.entries(links)) {
      const opener = page.getByRole('main').getByRole('link', { name: link, exact: true }).first()
      await expect(opener).toHaveAttribute('aria-haspopup', 'dialog')
      await opener.click()
      await expect(page.getByRole('dialog').getByRole('button', { name: submit })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(opener).toBeFocused()
    }
  }
  const opener = page.getByRole('main').getByRole('link', { name: 'BECOME A SPONSOR', exact: true }).first()
  await opener.click()
  const dialog = page.getByRole('dialog')
  await sign(dialog, email)
  await dialog.getByRole('textbox').last().fill('A box of sutures.')
  await dialog.getByRole('button', { name: 'Send to the sponsorship team' }).click()
  const enquiry = await expectThanks(page, email)
  expect(enquiry).toMatchObject({ form: 'sponsor' })
  expect(fieldsOf(enquiry)).toMatchObject({ firstname: 'Asha' })
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('each card of camp sponsorship writes its own line, and typed text is kept when another is pressed', async ({
  page,
}) => {
  const email = newVisitor()
  await openWithScript(page, '/CorporateSponsors')
  const dialog = page.getByRole('dialog', { name: 'Medical camp sponsorship form' })
  const message = dialog.getByRole('textbox', { name: 'What would you like to sponsor?' })
  const open = (name: string) => page.getByRole('link', { name }).click()

  await open('Sponsor five days')
  await expect(message).toHaveValue(/^I would like to sponsor one person .*\(\$3,500\)\./)
  await sign(dialog, email)
  await message.press('Control+End')
  await message.pressSequentially('For my son.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Sponsor five days' })).toBeFocused()

  await open('Sponsor three weeks')
  await expect(message).toHaveValue(/\(\$6,500\)\.\n\nFor my son\.$/)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await open('Would you Like to Sponsor a Medical Camp')
  await expect(message).toHaveValue(/\$75,000\.\n\nFor my son\.$/)
  await dialog.getByRole('button', { name: 'Send to the camp team' }).click()
  const enquiry = await expectThanks(page, email)
  expect(fieldsOf(enquiry).message).toMatch(/^I would like to sponsor a Medical Camp/)
})

test('errors are shown beside each field and summarised, and typed values are kept', async ({ page }) => {
  await openWithScript(page, '/forms/contact')
  await page.getByRole('textbox', { name: 'First name' }).fill('Asha')
  await page.getByRole('textbox', { name: 'Email address' }).fill('asha at home')
  await page.getByRole('button', { name: 'Send my message' }).click()
  const summary = summaryIn(page)
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^Error: Contact form/)
  await summary.getByRole('link', { name: /^Enter your email address/ }).click()
  await expect(page.getByRole('textbox', { name: 'Email address' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveAccessibleDescription(/name@example.org/)
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Asha')
  await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue('asha at home')

  const email = newVisitor()
  await sign(page, email)
  await page.getByRole('textbox', { name: 'Your message' }).fill('Hello.')
  await page.getByRole('button', { name: 'Send my message' }).click()
  await expectThanks(page, email)
  await expect(page).toHaveTitle(/^Contact form/)
  await expect(page.getByRole('textbox', { name: 'Email address', includeHidden: true })).not.toHaveAttribute(
    'aria-invalid',
  )

  // In another language.
  await openWithScript(page, '/hi/forms/contact')
  await page.locator('form[data-posted] button[type=submit]').click()
  await expect(page).toHaveTitle(/^त्रुटि: /)
  await page.getByRole('alert').getByRole('link', { name: 'अपना ई-मेल पता लिखें, जैसे name@example.org' }).click()
  const address = page.getByRole('textbox', { name: 'ई-मेल पता' })
  await expect(address).toBeFocused()
  await expect(address).toHaveAccessibleDescription('त्रुटि: अपना ई-मेल पता लिखें, जैसे name@example.org')
})

test.describe('while the server cannot be reached', () => {
  test.use({ expectedNoise: [/Failed to load resource/] })

  test('says whom to write to or call, keeps the text, and creates one enquiry when it is sent again', async ({
    page,
  }) => {
    const email = newVisitor()
    await openWithScript(page, '/CorporateSponsors')
    const opener = page.getByRole('main').getByRole('link', { name: 'BECOME A PARTNER' }).first()
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Partnership form' })
    await sign(dialog, email)
    await dialog.getByRole('textbox').last().fill('A hospital with two theatres.')
    // The enquiry is kept, and its answer is lost on the way.
    await page.route('**/api/enquiries', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await dialog.getByRole('button', { name: 'Send to the partnership team' }).click()
    await expect(summaryIn(dialog)).toBeFocused()
    await expect(summaryIn(dialog)).toContainText(/What you typed is still here.*@.*\+1 423 555 0100/)
    await expect(dialog.getByRole('textbox').last()).toHaveValue('A hospital with two theatres.')
    await page.unroute('**/api/enquiries')
    await dialog.getByRole('button', { name: 'Send to the partnership team' }).click()
    await expectThanks(page, email)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: [/status of 422/] })

  test('a card leads to the form’s own page with its line, and errors come back with everything that was typed', async ({
    page,
  }) => {
    const email = newVisitor()
    await page.goto('/CorporateSponsors')
    await page.getByRole('link', { name: 'Sponsor two weeks' }).click()
    await expect(page).toHaveURL(/\/forms\/camp-sponsor\?about=two-weeks$/)
    const message = page.getByRole('textbox', { name: 'What would you like to sponsor?' })
    await expect(message).toHaveValue(/\(\$5,000\)\./)
    await page.getByRole('textbox', { name: 'First name' }).fill('Asha')
    await page.getByRole('button', { name: 'Send to the camp team' }).click()

    await expect(page).toHaveTitle(/^Error: /)
    await expect(page).toHaveURL('/forms/camp-sponsor')
    await expect(page.getByRole('alert')).toContainText('Enter your email address')
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Asha')
    await expect(message).toHaveValue(/\(\$5,000\)\./)
    await sign(page, email)
    await page.getByRole('button', { name: 'Send to the camp team' }).click()

    await expect(page).toHaveURL(/\/forms\/camp-sponsor\/sent\?reference=E-/)
    await expect(page.getByText(thanks)).toBeVisible()
    const [enquiry] = enquiriesWith(email)
    await expect(page.getByText(enquiry?.reference ?? 'no reference')).toBeVisible()
    expect(enquiry).toMatchObject({ form: 'camp-sponsor' })
    await page.getByRole('main').getByRole('link', { name: 'Sponsors and partners' }).click()
    await expect(page).toHaveURL(/\/CorporateSponsors$/)
  })

  test('a form in a page is sent from there, and comes back on its own page with the same boxes ticked', async ({
    page,
  }) => {
    const email = newVisitor()
    await page.goto('/Inkind')
    await page.getByRole('checkbox', { name: /Ambu bags/ }).check()
    await page.getByRole('checkbox', { name: 'Tape' }).check()
    await page.getByRole('button', { name: 'Send my offer' }).click()
    await expect(page).toHaveTitle(/^Error: /)
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
    await sign(page, email)
    await page.getByRole('textbox', { name: 'How much, and where is it?' }).fill('Two boxes.')
    await page.getByRole('button', { name: 'Send my offer' }).click()
    await expect(page.getByText(thanks)).toBeVisible()
    expect(fieldsOf(enquiriesWith(email)[0])).toMatchObject({ checkbox: 'Ambu bags adult, infant and pediatric, Tape' })
  })
})
