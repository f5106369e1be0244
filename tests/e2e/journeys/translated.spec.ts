/** Payment forms in a page that the browser translates, or that something else changes. An enquiry and a sponsorship: their own files. */
import type { Page } from '@playwright/test'
import { expect, open, test, touch } from '../../support/browser-test.ts'
import {
  cardFrame,
  cards,
  fillAddress,
  fillGift,
  fillTribute,
  leaveCardEntry,
  newDonor,
  newEmail,
  nextButton,
  payBy,
  problem,
} from '../../support/donor.ts'
import { giftsOf, ordersOf } from '../../support/ledger.ts'
import { expectNoOwnTexts, translate } from '../../support/translated-page.ts'

const otherAmount = (page: Page) => page.getByRole('textbox', { name: 'Other amount, in rupees' })
const street = (page: Page) => page.getByRole('textbox', { name: 'Street address' })
const partsOfServer = (page: Page) => page.locator('[data-island] .contents:not(dl .contents)').allInnerTexts()

test('no text of the form in dollars is one that React would look for', async ({ page }) => {
  await page.goto('/Donate')
  await translate(page)
  const words = await partsOfServer(page)
  await touch(page)
  expect(await partsOfServer(page)).toEqual(words)
  await expectNoOwnTexts(page)
  await page.locator('[data-island] button[type=submit]').filter({ visible: true }).first().click()
  await expect(problem(page)).toBeVisible()
  await expectNoOwnTexts(page)
})

test.describe('while the connection fails', () => {
  test.use({ expectedNoise: /status of 409|ERR_FAILED/ })

  test('a gift is given on a translated page, once, in spite of open questions, changes of mind, an outdated total and lost answers', async ({
    page,
  }) => {
    const donor = newDonor({ frequency: 'Once' })
    await page.goto('/DonateIndia')
    await translate(page)
    const words = await partsOfServer(page)
    await page.getByRole('radio', { name: '₹1,000' }).check()
    await touch(page)
    expect(await partsOfServer(page)).toEqual(words)
    for (const _ of ['at once', 'once the errors are translated']) {
      await nextButton(page).click()
      await expect(problem(page)).toContainText('Please fill out all the required fields.')
      await expect(page.getByRole('radio', { name: '₹1,000' })).toBeChecked()
    }
    await page.getByRole('radio', { name: 'Every month' }).check()
    await page.getByRole('radio', { name: 'Other amount' }).check()
    await otherAmount(page).fill('20,000')
    await fillGift(page, { ...donor, organisation: 'Lotus Trust' })
    await fillGift(page, donor)
    await fillTribute(page, newEmail())
    await page.getByRole('textbox', { name: 'Who receives a card?' }).fill('The Rao family in Pune')
    await expectNoOwnTexts(page)
    await nextButton(page).click()
    await page.getByRole('button', { name: 'Give ₹1,000' }).click()
    await expect(problem(page)).toBeVisible()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await nextButton(page).click()
    await fillAddress(page, donor)
    await page.getByRole('checkbox', { name: /for the card fees/ }).check()
    await expectNoOwnTexts(page)

    const give = page.getByRole('button', { name: 'Give ₹1,030' })
    const failures: [words: string, attempts: number, answer: Parameters<Page['route']>[1]][] = [
      [
        'do not match',
        0,
        (route) => {
          const body = route.request().postDataJSON()
          return route.continue({ postData: JSON.stringify({ ...body, amount: body.amount + 100 }) })
        },
      ],
      ['connection', 0, (route) => route.abort()],
      [
        'connection',
        1,
        async (route) => {
          await route.fetch()
          await route.abort()
        },
      ],
    ]
    for (const [sentence, attempts, answer] of failures) {
      await page.route('**/api/create-checkout-session', answer, { times: 1 })
      await give.click()
      await expect(problem(page)).toBeFocused()
      await expect(problem(page)).toContainText(sentence)
      await expect(street(page)).toHaveValue('12 Lake Road')
      expect(ordersOf(donor.email)).toHaveLength(attempts)
    }
    await give.click()
    await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
    await expectNoOwnTexts(page)
    await page.getByRole('button', { name: 'Back to your address' }).click()
    await leaveCardEntry(page)
    await give.click()
    await payBy(cards.accepted, cardFrame(page))
    await expect(page.getByText('Payment Successful!').first()).toBeVisible()
    await expect.poll(() => giftsOf(donor.email)).toHaveLength(1)
    expect(ordersOf(donor.email)).toHaveLength(1)
  })
})

test.describe('when React fails', () => {
  test.use({ expectedNoise: /uncaught: (?:NotFoundError|Error: Minified React error #418)/ })
  /** The form of the server, which takes the focus as it comes back. */
  const expectGivenBack = (page: Page) => expect(page.locator('[data-island][tabindex="-1"]')).toBeAttached()

  test('as it arrives, the form keeps its answers and the parts of the server', async ({ page }) => {
    await page.goto('/DonateIndia')
    const words = await partsOfServer(page)
    const { promise: filled, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/behaviours/donation-*', async (route) => {
      await filled
      await route.continue()
    })
    // As a password manager might.
    await page
      .locator('[data-island] label')
      .first()
      .evaluate((label) => label.prepend(document.createElement('i')))
    await fillGift(page, newDonor({ frequency: 'Once', amount: '1234' }))
    release()
    await expectGivenBack(page)
    await expect(otherAmount(page)).toHaveValue('1234')
    expect(await partsOfServer(page)).toEqual(words)
    await nextButton(page).click()
    await expect(street(page)).toBeVisible()
  })

  test('later, the form of the server takes its place, with all answers, and is paid', async ({ page }) => {
    const donor = newDonor({ frequency: 'Once' })
    await open(page, '/DonateIndia')
    await fillGift(page, donor)
    await nextButton(page).click()
    await fillAddress(page, donor)
    await page.getByRole('checkbox', { name: /for the card fees/ }).check()
    await page.getByRole('textbox', { name: 'PIN code' }).fill('')
    // React inserts the errors before the form, which is no longer where it was.
    await page.locator('[data-hydrated] form').evaluate((form) => {
      const font = document.createElement('font')
      form.replaceWith(font)
      font.append(form)
    })
    await page.getByRole('button', { name: 'Give ₹1,030' }).click()
    await expectGivenBack(page)
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Asha')
    await expect(page.getByRole('radio', { name: '₹1,000' })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'Once' })).toBeChecked()
    await nextButton(page).click()
    await expect(street(page)).toHaveValue('12 Lake Road')
    await touch(page)
    await page.getByRole('textbox', { name: 'PIN code' }).fill('400001')
    await page.getByRole('button', { name: 'Give ₹1,030' }).click()
    await payBy(cards.accepted, cardFrame(page))
    await expect(page.getByText('Payment Successful!').first()).toBeVisible()
  })
})
