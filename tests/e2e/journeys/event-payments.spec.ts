/** What is paid for an event: sponsorships, by card or invoice, and tickets. */
import type { Page, Route } from '@playwright/test'
import { violations } from '../../support/axe.ts'
import { expect, open, takeTime, test, touch } from '../../support/browser-test.ts'
import { cardFrame, cards, leaveCardEntry, newEmail, payBy, problem } from '../../support/donor.ts'
import { enquiriesWith, giftsOf, ordersOf } from '../../support/ledger.ts'
import { linksIn } from '../../support/mail-text.ts'
import { mailsAbout, mailsTo } from '../../support/sandbox.ts'
import { addStaff, signIn } from '../../support/staff.ts'
import { expectNoOwnTexts, translate } from '../../support/translated-page.ts'

const marathon = (page: Page) => page.getByRole('checkbox', { name: /^Marathon/, includeHidden: true })
const bigWheel = (page: Page) => page.getByRole('checkbox', { name: /^Big Wheel/ })
const address = (page: Page) => page.getByRole('textbox', { name: 'Address', exact: true })

async function fillSponsor(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ruth Lee')
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByRole('textbox', { name: 'Telephone' }).fill('+1 423 555 0100')
  await address(page).fill('1 River Street, Chattanooga, TN 37402')
}

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

test('a sponsor on a translated page follows the total, corrects the form, cannot change the levels of a payment that is prepared, and pays by card', async ({
  page,
}) => {
  const email = newEmail()
  await page.goto('/Race')
  await page.getByRole('main').locator('a[href="/Event5kSponsorship"]').first().click()
  await expect(page).toHaveURL(/\/Event5kSponsorship$/)
  await touch(page)
  await translate(page)
  const total = page.getByLabel('Total', { exact: true })
  await expect(total).toHaveText('$0')
  await marathon(page).check()
  await bigWheel(page).check()
  await expect(total).toHaveText('$5,750')
  await marathon(page).uncheck()
  await expect(total).toHaveText('$750')
  const pay = page.getByRole('button', { name: 'Sponsor with $750' })
  for (const _ of ['at once', 'once the errors are translated']) {
    await pay.click()
    await expect(problem(page)).toBeFocused()
    await expect(page).toHaveTitle(/^Error: /)
  }
  await problem(page).getByRole('link', { name: 'Enter your address' }).click()
  await expect(address(page)).toBeFocused()
  await expect(bigWheel(page)).toBeChecked()
  await fillSponsor(page, email)
  await expect(problem(page)).toBeHidden()

  const release = await holdResponse(page)
  await pay.click()
  await expect(page.getByRole('button', { name: 'Preparing the payment form…' })).toBeVisible()
  await marathon(page).scrollIntoViewIfNeeded()
  const box = await marathon(page).boundingBox()
  if (!box) throw new Error('The level is not shown')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await expect(marathon(page)).not.toBeChecked()
  // As an extension of the browser might.
  await page.locator('input[value=marathon]').evaluate((level: HTMLInputElement) => level.click())
  release()
  await expect(problem(page)).toContainText('Your answers changed')
  await expectNoOwnTexts(page)
  const payBoth = page.getByRole('button', { name: 'Sponsor with $5,750' })
  await payBoth.click()
  await expect(page.getByRole('heading', { name: 'Sponsor with $5,750' })).toBeVisible()
  await expect(cardFrame(page).getByText('$5,750').first()).toBeVisible()
  await page.goBack()
  await expect(address(page)).toBeVisible()
  await leaveCardEntry(page)
  await expect(address(page)).toHaveValue(/^1 River Street/)
  await payBoth.dblclick()
  await payBy(cards.accepted, cardFrame(page))
  await expect(page).toHaveURL(/\/Event5kSponsorship\/thank-you/)
  await expect(page.getByText('Your sponsorship of $5,750 has arrived.')).toBeVisible()
  await expect(page.getByText('Marathon, Big Wheel')).toBeVisible()
  await expect.poll(() => giftsOf(email)).toHaveLength(1)
  expect(giftsOf(email)).toMatchObject([{ kind: 'sponsorship', status: 'paid', currency: 'USD', amount: 575_000 }])

  await open(page, '/Event5kSponsorship')
  await expect(total).toHaveText('$0')
  await expect(address(page)).toHaveValue('')
})

test.describe('when an answer is lost', () => {
  test.use({ expectedNoise: /ERR_FAILED/ })

  test('a sponsor asks for the invoice again, by a double click, and the office gets one mail', async ({ page }) => {
    const email = newEmail()
    await open(page, '/Event5kSponsorship')
    await marathon(page).check()
    await bigWheel(page).check()
    await fillSponsor(page, email)
    const comments = page.getByRole('textbox', { name: 'Comments' })
    await comments.fill('With love')
    await takeTime(page)
    const lose = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/api/sponsorship-invoice', lose, { times: 1 })
    const ask = page.getByRole('button', { name: 'Send me an invoice' })
    await ask.click()
    await expect(problem(page)).toContainText(/write to events@example\.org or call \+1 423/)
    await expect(comments).toHaveValue('With love')
    await ask.dblclick()
    await expect(page).toHaveURL(/\/Event5kSponsorship\/thank-you\?invoice=E-/)
    await expect(page.getByText('Nothing has been paid yet.')).toBeVisible()
    const [row, ...more] = enquiriesWith(email)
    expect(more).toEqual([])
    expect(row).toMatchObject({ form: 'sponsorship-invoice', state: 'stored' })
    await expect(page.getByText(row?.reference ?? '', { exact: true })).toBeVisible()
    await expect.poll(() => mailsAbout(email)).toHaveLength(1)
    const [letter] = await mailsAbout(email)
    expect(letter?.subject).toContain(`(${row?.reference})`)
    expect(ordersOf(email)).toEqual([{ state: 'waiting', page_id: null }])
    // Whoever uses the computer next reads nothing about the sponsor.
    await page.goBack()
    await expect(page).toHaveURL(/\/Event5kSponsorship$/)
    for (const name of ['Name', 'Email address', 'Address', 'Comments'])
      await expect(page.getByRole('textbox', { name, exact: name !== 'Comments' })).toHaveValue('')
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  })
})

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('a family registers for the run, and each of its tickets lets one person in, once', async ({
      browser,
      page,
      visitor,
    }) => {
      const email = newEmail()
      await page.goto('/Race')
      await page.getByRole('main').locator('a[href="/RaceRegistration"]').first().click()
      await page.getByRole('combobox', { name: 'How many (5K)' }).selectOption('2')
      await page.locator('[name="names-5k"]').fill('Ruth Lee\nAmy Lee')
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ruth Lee')
      await page.getByRole('textbox', { name: 'Email address' }).fill(email)
      await page.getByRole('button', { name: 'Continue' }).click()
      await payBy(cards.accepted, page)
      await expect(page).toHaveURL(/\/RaceRegistration\/thank-you/)
      await expect.poll(() => giftsOf(email)).toMatchObject([{ kind: 'ticket', status: 'paid', currency: 'USD' }])
      await page.reload()
      const codes = page.getByRole('img', { name: /^QR code of the ticket T-/ })
      await expect(codes).toHaveCount(2)
      const code = (await codes.first().getAttribute('aria-label'))?.split(' ').at(-1) ?? ''

      const context = await browser.newContext({
        javaScriptEnabled: true,
        extraHTTPHeaders: { 'x-forwarded-for': visitor },
      })
      const door = await context.newPage()
      await signIn(door, addStaff('families'))
      await door.goto(`/office/tickets/${code}`)
      await expect(door.getByRole('heading', { level: 1 })).toHaveText('Ruth Lee: 5K')
      expect(await violations(door)).toEqual([])
      await door.getByRole('button', { name: 'Let in' }).click()
      await expect(door.getByRole('button', { name: 'Let in' })).toHaveCount(0)
      await context.close()
    })
  })

  test('who wants only free tickets keeps them by the link in a mail, and may give them back', async ({ page }) => {
    const email = newEmail()
    await page.goto('/RaceRegistration')
    await page.getByRole('combobox', { name: 'How many (Child under six' }).selectOption('1')
    await page.locator('[name="names-under-six"]').fill('Tim Lee')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ruth Lee')
    await page.getByRole('textbox', { name: 'Email address' }).fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/RaceRegistration\/thank-you\?session_id=free_/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step: check your email')
    expect(await violations(page)).toEqual([])
    await expect.poll(() => mailsTo(email)).toHaveLength(1)
    const [mail] = await mailsTo(email)
    await page.goto(linksIn(mail)['Keep my places'] ?? '')
    await page.getByRole('button', { name: 'Keep my places' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are registered')
    await expect(page.getByRole('img', { name: /^QR code of the ticket T-/ })).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Add to calendar' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Give the tickets back' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There are no tickets here')
    expect(giftsOf(email)).toEqual([])
  })
})
