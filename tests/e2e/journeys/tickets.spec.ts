import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'
import { cards, newDonor, payBy } from '../../support/donor.ts'
import { giftsOf } from '../../support/ledger.ts'
import { linksIn } from '../../support/mail-text.ts'
import { mailsTo } from '../../support/sandbox.ts'
import { addStaff, signIn } from '../../support/staff.ts'

test.use({ expectedNoise: [/status of 422/] })
test.slow()

test('a family registers for the run without JavaScript, and each of its tickets lets one person in, once', async ({
  browser,
  page: door,
  visitor,
}) => {
  const { email } = newDonor()
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
    extraHTTPHeaders: { 'x-forwarded-for': visitor },
  })
  const page = await context.newPage()
  await page.goto('/Race')
  await page.getByRole('main').locator('a[href="/RaceRegistration"]').first().click()
  await page.getByRole('combobox', { name: 'How many (5K)' }).selectOption('2')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveTitle(/^Error: /)
  await expect(page.getByRole('alert')).toContainText('Enter the names for 5K')
  await expect(page.getByRole('combobox', { name: 'How many (5K)' })).toHaveValue('2')
  await page.locator('[name="names-5k"]').fill('Ruth Lee\nAmy Lee')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ruth Lee')
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await payBy(cards.accepted, page)
  await expect(page).toHaveURL(/\/RaceRegistration\/thank-you/)
  await expect.poll(() => giftsOf(email)).toHaveLength(1)
  expect(giftsOf(email)[0]).toMatchObject({ kind: 'ticket', status: 'paid', currency: 'USD' })
  await page.reload()
  const codes = page.getByRole('img', { name: /^QR code of the ticket T-/ })
  await expect(codes).toHaveCount(2)
  const code = (await codes.first().getAttribute('aria-label'))?.split(' ').at(-1) ?? ''
  await context.close()

  await signIn(door, addStaff('families'))
  await door.goto(`/office/tickets/${code}`)
  await expect(door.getByRole('heading', { level: 1 })).toHaveText('Ruth Lee: 5K')
  expect(await violations(door)).toEqual([])
  await door.getByRole('button', { name: 'Let in' }).click()
  await expect(door.getByRole('button', { name: 'Let in' })).toHaveCount(0)
})

for (const javaScriptEnabled of [true, false])
  test(`who wants only free tickets keeps them by the link in a mail, and may give them back, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    visitor,
  }) => {
    const { email } = newDonor()
    const extraHTTPHeaders = { 'x-forwarded-for': visitor }
    const context = await browser.newContext({
      javaScriptEnabled,
      viewport: { width: 360, height: 740 },
      extraHTTPHeaders,
    })
    const page = await context.newPage()
    await page.goto('/RaceRegistration')
    await page.getByRole('combobox', { name: 'How many (Child under six' }).selectOption('1')
    await page.locator('[name="names-under-six"]').fill('Tim Lee')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ruth Lee')
    await page.getByRole('textbox', { name: 'Email address' }).fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/RaceRegistration\/thank-you\?session_id=free_/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step: check your email')
    if (javaScriptEnabled) expect(await violations(page)).toEqual([])
    await expect.poll(() => mailsTo(email), { timeout: 30_000 }).toHaveLength(1)
    const [mail] = await mailsTo(email)
    await page.goto(linksIn(mail)['Keep my places'] ?? '')
    await page.getByRole('button', { name: 'Keep my places' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are registered')
    await expect(page.getByRole('img', { name: /^QR code of the ticket T-/ })).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Add to calendar' })).toBeVisible()
    if (javaScriptEnabled) expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Give the tickets back' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There are no tickets here')
    expect(giftsOf(email)).toEqual([])
    await context.close()
  })
