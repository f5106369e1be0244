import type { Page } from '@playwright/test'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'
import { cardFrame, cards, fillAddress, fillDonation, newDonor, payBy } from '../../support/donor.ts'
import { giftsOf, letAnHourPass } from '../../support/ledger.ts'
import { factsIn, linksIn } from '../../support/mail-text.ts'
import { mailsTo } from '../../support/sandbox.ts'

const fees = (page: Page) => page.getByRole('checkbox', { name: 'Add 3% for the card fees' })
const reminder = (page: Page) => page.getByRole('checkbox', { name: /^Remind me once/ })

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'With JavaScript' : 'Without JavaScript', () => {
    test.use({ javaScriptEnabled, expectedNoise: [/status of 422/] })
    const payment = (page: Page) => (javaScriptEnabled ? cardFrame(page) : page)

    test('a donor adds the fees by a tick, which a refused form keeps, and gives the whole', async ({ page }) => {
      const donor = newDonor()
      await fillDonation(page, donor)
      await expect(fees(page)).not.toBeChecked()
      await expect(page.getByText('₹30 more, ₹1,030 a month in all')).toBeVisible()
      await fees(page).check()
      await expect(page.getByRole('button', { name: 'Give ₹1,030 a month' })).toBeVisible()
      if (javaScriptEnabled) {
        await expect(page.getByRole('complementary', { name: 'Your gift' })).toContainText('In all₹1,030')
        expect(await violations(page)).toEqual([])
      }
      await page.getByRole('textbox', { name: 'PIN code' }).fill('4')
      await page.getByRole('button', { name: 'Give ₹1,030 a month' }).click()
      await expect(page.getByRole('alert')).toContainText('Enter your PIN code')
      await expect(fees(page)).toBeChecked()
      await fillAddress(page, donor)
      await page.getByRole('button', { name: 'Give ₹1,030 a month' }).click()
      await payBy(cards.accepted, payment(page))
      await expect(page.getByText('Payment Successful! Subscription active.').first()).toBeVisible()
      await expect(page.getByRole('main')).toContainText('₹1,030 a month')
      await expect(page.getByRole('main')).toContainText('Including card fees₹30')
      await expect.poll(() => giftsOf(donor.email)).toMatchObject([{ amount: 103_000, kind: 'monthly' }])
      const receipts = async () =>
        (await mailsTo(donor.email)).filter(({ text }) => /added\sfor\sthe\scard\sfees/.test(text))
      await expect.poll(receipts, { timeout: 60_000 }).toHaveLength(1)
      expect(factsIn((await receipts())[0]).Amount).toBe('₹1,030')
    })

    test('a donor who asked for it is reminded of an unfinished gift, by a link to the form with the gift selected', async ({
      page,
    }) => {
      test.slow()
      const donor = newDonor({ frequency: 'Once', reason: 'Project Butterfly' })
      await fillDonation(page, donor)
      await expect(reminder(page)).not.toBeChecked()
      await reminder(page).check()
      await page.getByRole('button', { name: 'Give ₹1,000' }).click()
      await expect(payment(page).getByLabel('Card number')).toBeVisible()
      expect(await mailsTo(donor.email)).toEqual([])
      letAnHourPass()
      await expect.poll(() => mailsTo(donor.email), { timeout: 60_000 }).toHaveLength(1)
      const [mail] = await mailsTo(donor.email)
      expect(mail?.subject).toBe('You can still finish your gift')
      expect(JSON.stringify(mail)).not.toMatch(/\b(?:Asha|O.Neill|Lake Road)\b/)
      await page.goto(linksIn(mail)['Finish my gift'] ?? '')
      await expect(page.getByRole('radio', { name: 'Once' })).toBeChecked()
      await expect(page.getByRole('radio', { name: '₹1,000' })).toBeChecked()
      await expect(page.getByRole('combobox', { name: 'What is your gift for?' })).toHaveValue('6')
    })
  })

test('the tick comes along to the form in the other currency, and that for the reminder does not', async ({ page }) => {
  await fillDonation(page, newDonor({ frequency: 'Once' }))
  await fees(page).check()
  await reminder(page).check()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('link', { name: 'Give in US dollars' }).first().click()
  await expect(page).toHaveURL(/\/Donate\?/)
  await expect(fees(page)).toBeChecked()
  await expect(reminder(page)).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Give $51.50' })).toBeVisible()
})

test('with a card and without a tax receipt a donor types into eight fields at most, and in dollars into three', async ({
  page,
}) => {
  for (const address of ['/DonateIndia', '/Donate']) {
    await page.goto(`${address}?amount=${address === '/Donate' ? 25 : 500}`)
    const fields = page
      .locator('[data-island] form')
      .locator('input:not([type=hidden], [type=radio], [type=checkbox]), textarea')
    const typed = await fields.evaluateAll((all) =>
      all.filter(
        (one) =>
          one.checkVisibility() &&
          !one.closest('details') &&
          !/^(?:otherMoney|org_name|pan)$/.test(one.getAttribute('name') ?? ''),
      ),
    )
    expect(typed.length).toBeLessThanOrEqual(address === '/Donate' ? 3 : 8)
  }
})
