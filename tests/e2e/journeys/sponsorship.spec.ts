import type { Page, Route } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'
import { cardFrame, cards, payBy } from '../../support/donor.ts'
import { attemptsOf, enquiriesWith, giftsOf } from '../../support/ledger.ts'
import { fillSponsor, newEmail } from '../../support/payment-forms.ts'
import { mailsAbout } from '../../support/sandbox.ts'

test('the total rises and falls with the levels of the run, errors are summarised, and a sponsor pays by card', async ({
  page,
}) => {
  const email = newEmail()
  await page.goto('/Race')
  await page.getByRole('main').locator('a[href="/Event5kSponsorship"]').first().click()
  const total = page.getByLabel('Total', { exact: true })
  await expect(total).toHaveText('$0')
  await page.getByRole('checkbox', { name: /^Marathon/ }).check()
  await page.getByRole('checkbox', { name: /^Big Wheel/ }).check()
  await expect(total).toHaveText('$5,750')
  await page.getByRole('checkbox', { name: /^Marathon/ }).uncheck()
  await expect(total).toHaveText('$750')
  await page.getByRole('checkbox', { name: /^Running Circle/ }).check()
  await page.getByRole('button', { name: 'Sponsor with $1,250' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
  await summary.getByRole('link', { name: 'Enter your address' }).click()
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toBeFocused()
  await expect(page.getByRole('checkbox', { name: /^Big Wheel/ })).toBeChecked()
  await fillSponsor(page, email)
  await page.getByRole('button', { name: 'Sponsor with $1,250' }).dblclick()
  await payBy(cards.accepted, cardFrame(page))
  await expect(page).toHaveURL(/\/Event5kSponsorship\/thank-you/)
  await expect(page.getByText('Your sponsorship of $1,250 has arrived.')).toBeVisible()
  await expect(page.getByText('Big Wheel, Running Circle')).toBeVisible()
  await expect.poll(() => giftsOf(email)).toHaveLength(1)
  expect(giftsOf(email)[0]).toMatchObject({ kind: 'sponsorship', status: 'paid', currency: 'USD', amount: 125_000 })
  expect(attemptsOf(email)).toHaveLength(1)

  await page.goto('/Event5kSponsorship')
  await page.getByRole('checkbox', { name: /^Marathon/ }).check()
  await expect(total).toHaveText('$5,000')
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue('')
})

/** Delays the server's response until it is released. */
async function holdResponse(page: Page) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  }
  await page.route('**/api/create-checkout-session-usa', hold, { times: 1 })
  return release
}

test('levels cannot be changed while the card form is prepared, and one that was prepared for other levels does not open', async ({
  page,
}) => {
  await page.goto('/Event5kSponsorship')
  const marathon = page.getByRole('checkbox', { name: /^Marathon/, includeHidden: true })
  await page.getByRole('checkbox', { name: /^Big Wheel/ }).check()
  await fillSponsor(page, newEmail())
  const release = await holdResponse(page)
  await page.getByRole('button', { name: 'Sponsor with $750' }).click()
  await expect(page.getByRole('button', { name: 'Preparing the payment form…' })).toBeVisible()
  await marathon.scrollIntoViewIfNeeded()
  const box = await marathon.boundingBox()
  if (!box) throw new Error('The level is not shown')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await expect(marathon).not.toBeChecked()
  // As an extension of the browser might.
  await page.locator('input[value=marathon]').evaluate((level: HTMLInputElement) => level.click())
  release()
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toContainText('Your answers changed')
  await page.getByRole('button', { name: 'Sponsor with $5,750' }).click()
  await expect(page.getByRole('heading', { name: 'Sponsor with $5,750' })).toBeVisible()
  await expect(cardFrame(page).getByText('$5,750').first()).toBeVisible()
})

test('a sponsor requests an invoice with a double click, and the office gets one mail', async ({ page }) => {
  test.slow()
  const email = newEmail()
  await page.goto('/Event5kSponsorship')
  await page.getByRole('checkbox', { name: /^Marathon/ }).check()
  await page.getByRole('checkbox', { name: /^Big Wheel/ }).check()
  await fillSponsor(page, email)
  await page.getByRole('textbox', { name: 'Comments' }).fill('With love')
  // A form that is filled in within a second of its time stamp waits in quarantine for a look.
  await page.locator('[name=startedAt]').waitFor({ state: 'attached' })
  await page.waitForTimeout(1100)
  await page.getByRole('button', { name: 'Send me an invoice' }).dblclick()
  await expect(page).toHaveURL(/\/Event5kSponsorship\/thank-you\?invoice=E-/)
  await expect(page.getByText('Nothing has been paid yet.')).toBeVisible()
  await page.reload()
  const [row, ...more] = enquiriesWith(email)
  expect(more).toEqual([])
  await expect(page.getByText(row?.reference ?? '', { exact: true })).toBeVisible()
  expect(row).toMatchObject({ form: 'sponsorship-invoice', state: 'stored' })
  const letters = () => mailsAbout(email)
  await expect.poll(letters, { timeout: 90_000 }).toHaveLength(1)
  const [letter] = await letters()
  expect(letter?.subject).toContain(`(${row?.reference})`)
  expect(letter?.text).toContain('  Marathon: $5,000\n  Big Wheel: $750\n  Total: $5,750')
  expect(attemptsOf(email)).toHaveLength(0)
  // Whoever uses the computer next reads nothing about the sponsor.
  await page.goBack()
  await expect(page).toHaveURL(/\/Event5kSponsorship$/)
  for (const name of ['Name', 'Email address', 'Address', 'Comments'])
    await expect(page.getByRole('textbox', { name, exact: name !== 'Comments' })).toHaveValue('')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: [/status of 422/] })

  test('errors come back with everything that was typed, and then the sponsor pays on the payment page', async ({
    page,
  }) => {
    const email = newEmail()
    await page.goto('/Event5kSponsorship')
    await page.getByRole('checkbox', { name: /^Big Wheel/ }).check()
    await page.getByRole('checkbox', { name: /^Running Circle/ }).check()
    await page.getByRole('textbox', { name: 'Comments' }).fill('With love')
    await page.getByRole('button', { name: 'Sponsor online' }).click()
    await expect(page).toHaveTitle(/^Error: /)
    await expect(page.getByRole('alert')).toContainText('Please fill out all the required fields.')
    await expect(page.getByRole('checkbox', { name: /^Big Wheel/ })).toBeChecked()
    await expect(page.getByRole('textbox', { name: 'Comments' })).toHaveValue('With love')
    await fillSponsor(page, email)
    await page.getByRole('button', { name: 'Sponsor with $1,250' }).click()
    await payBy(cards.accepted, page)
    await expect(page).toHaveURL(/\/Event5kSponsorship\/thank-you/)
    await expect.poll(() => giftsOf(email)).toHaveLength(1)
  })

  test('an invoice request is corrected and confirmed on separate pages', async ({ page }) => {
    const email = newEmail()
    await page.goto('/Event5kSponsorship')
    await page.getByRole('checkbox', { name: /^Marathon/ }).check()
    await page.getByRole('button', { name: 'Send me an invoice' }).click()
    await expect(page.getByRole('alert')).toContainText('Please fill out all the required fields.')
    await expect(page.getByRole('checkbox', { name: /^Marathon/ })).toBeChecked()
    await fillSponsor(page, email)
    await page.getByRole('button', { name: 'Send me an invoice' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
    const [row] = enquiriesWith(email)
    await expect(page.getByText(row?.reference ?? '', { exact: true })).toBeVisible()
    expect(JSON.parse(row?.fields ?? '{}')).toMatchObject({ levels: 'marathon', amount: '500000', currency: 'USD' })
  })

  test('returning from the payment page says that no money was taken', async ({ page }) => {
    const email = newEmail()
    await page.goto('/Event5kSponsorship')
    await page.getByRole('checkbox', { name: /^Cross Country/ }).check()
    await fillSponsor(page, email)
    await page.getByRole('button', { name: 'Sponsor online' }).click()
    await page.getByRole('link', { name: /back/i }).click()
    await expect(page.getByText('You came back without paying. No money was taken.')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /^Cross Country/ })).toBeChecked()
    await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue(/^1 River Street/)
    expect(giftsOf(email)).toHaveLength(0)
  })
})
