/** Gifts in rupees and in dollars, from the first page to the thanks. tests/e2e/journeys/translated.spec.ts has lost connections. */
import type { Page } from '@playwright/test'
import { testPorts } from '../../../scripts/support/sandbox-environment.ts'
import { violations } from '../../support/axe.ts'
import { alive, expect, open, test, touch } from '../../support/browser-test.ts'
import {
  cardFrame,
  cards,
  fillAddress,
  fillDonation,
  fillGift,
  fillTribute,
  leaveCardEntry,
  newDonor,
  newEmail,
  nextButton,
  payBy,
  problem,
} from '../../support/donor.ts'
import { giftsOf, letAnHourPass, ordersOf, panOf } from '../../support/ledger.ts'
import { linksIn } from '../../support/mail-text.ts'
import { named } from '../../support/names.ts'
import { mailsTo, settle } from '../../support/sandbox.ts'

const fees = (page: Page) => page.getByRole('checkbox', { name: 'Add 3% for the card fees' })
const firstName = (page: Page) => page.getByRole('textbox', { name: 'First name' })
const street = (page: Page) => page.getByRole('textbox', { name: 'Street address' })
const back = (page: Page) => page.getByRole('button', { name: 'Back', exact: true })
const step2 = (page: Page) => page.getByRole('region', { name: 'Step 2 of 3: your address' })
const payment = (page: Page) => page.getByRole('region', { name: 'Secure payment' })

async function openIndia(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('navigation').getByText('Countries').click()
  await page.getByRole('navigation').getByRole('link', { name: 'India', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'India' })).toBeVisible()
}
const readStory = (page: Page) =>
  page
    .getByRole('link', { name: /READ FULL STORY/ })
    .first()
    .click()

test('a visitor lands on Home, reads a story, corrects the form, and gives every month with the fees, by a second card, once', async ({
  page,
}) => {
  const donor = newDonor()
  await openIndia(page)
  await alive(page)
  await readStory(page)
  const story = page.getByRole('dialog')
  await expect(story).toBeVisible()
  await story.getByRole('button', { name: 'Close' }).first().click()
  await expect(story).toBeHidden()
  // Closing goes back in the history, which would abort the next navigation.
  await expect(page).toHaveURL('/India')

  await open(page, '/DonateIndia')
  const lastName = page.getByRole('textbox', { name: 'Last name' })
  await lastName.fill('Rao')
  await nextButton(page).click()
  await expect(problem(page)).toBeFocused()
  await expect(problem(page)).toContainText('Please fill out all the required fields.')
  await expect(page).toHaveTitle(/^Error: /)
  await problem(page).getByRole('link', { name: 'Enter your first name' }).click()
  await expect(firstName(page)).toBeFocused()
  await expect(lastName).toHaveValue('Rao')
  await expect(firstName(page)).toHaveAccessibleDescription(/Enter your first name/)
  await firstName(page).fill('Asha')
  await expect(firstName(page)).not.toHaveAccessibleDescription(/Enter your first name/)
  await expect(firstName(page)).toBeFocused()
  await fillGift(page, donor)
  await nextButton(page).click()

  await fillAddress(page, donor)
  await expect(fees(page)).not.toBeChecked()
  await fees(page).check()
  await expect(page.getByRole('complementary', { name: 'Your gift' })).toContainText('In all₹1,030')
  const pan = page.getByRole('textbox', { name: 'Your PAN (optional)' })
  await expect(pan).toHaveAccessibleDescription(/^For a tax receipt in India/)
  await pan.fill('abcpe 1234 f')
  const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
  expect(kept).toContain(donor.email)
  expect(kept).not.toMatch(/abcpe.{0,3}1234/i)
  expect(await violations(page)).toEqual([])
  // An error of the first step leads there, and Back from the second one still does so at once.
  await page.locator('[name=firstName]').evaluate((field: HTMLInputElement) => {
    field.value = ''
  })
  const give = page.getByRole('button', { name: 'Give ₹1,030 a month' })
  await give.click()
  await expect(problem(page)).toContainText('Enter your first name')
  await firstName(page).fill('Asha')
  await nextButton(page).click()
  await expect(step2(page)).toBeFocused()
  await back(page).click()
  await nextButton(page).click()
  await expect(step2(page)).toBeFocused()
  await expect(fees(page)).toBeChecked()
  await give.dblclick()

  await payBy(cards.declined, cardFrame(page))
  await expect(cardFrame(page).getByText('Your card was declined.').first()).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Payment unsuccessful!' })).toBeVisible()
  expect(giftsOf(donor.email)).toEqual([])
  await payBy(cards.accepted, cardFrame(page))
  await expect(page).toHaveURL(/\/DonateIndia\/thank-you/)
  const main = page.getByRole('main')
  await expect(main).toContainText('Payment Successful! Subscription active.')
  await expect(main).toContainText('₹1,030 a month')
  await expect(main).toContainText('Including card fees₹30')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Asha')
  expect(await violations(page)).toEqual([])
  await expect.poll(() => giftsOf(donor.email)).toHaveLength(1)
  expect(ordersOf(donor.email)).toHaveLength(1)
  const gift = { kind: 'monthly', status: 'paid', currency: 'INR', amount: 103_000, reason: 2 }
  expect(giftsOf(donor.email)).toMatchObject([gift])
  expect(panOf(donor.email)).toMatch(/^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]{35}$/)
  expect(page.url()).not.toMatch(/abcpe.{0,3}1234/i)
  const [whatsApp] = await page.getByRole('link', { name: /WhatsApp/ }).all()
  expect(await whatsApp?.getAttribute('href')).not.toContain('cs_test_')

  await page.goto('/DonateIndia')
  await expect(page.getByText('You gave ₹1,030 a month just now. Give again?')).toBeVisible()
  await page.getByRole('link', { name: 'see its confirmation' }).click()
  await expect(page.getByRole('link', { name: /stop this gift/ })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', { name: 'Who was paid' })).toBeVisible()
  await expect(main.locator('button:visible, .pill:visible')).toHaveCount(0)
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(sheets).toHaveLength(1)
})

test('a reload, Back and Forward keep all answers, by the buttons and by the browser, and payment continues with one session', async ({
  page,
}) => {
  const donor = newDonor({ frequency: 'Once', amount: '16000', reason: 'Project Butterfly' })
  const purpose = page.getByRole('combobox', { name: 'What is your gift for?' })
  const telephone = page.getByRole('textbox', { name: 'Telephone' })
  await open(page, '/DonateIndia?reason=7')
  await expect(purpose).toHaveValue('7')
  await telephone.fill('12345')
  await page.reload()
  await touch(page)
  await expect(telephone).toHaveValue('12345')
  await fillGift(page, donor)
  await nextButton(page).click()
  await fillAddress(page, donor)

  const give = page.getByRole('button', { name: 'Give ₹16,000' })
  const expectAnswers = async () => {
    await leaveCardEntry(page)
    await expect(give).toBeVisible()
    await expect(payment(page)).toBeHidden()
    await expect(street(page)).toHaveValue('12 Lake Road')
  }
  await page.reload()
  await expectAnswers()
  const historyLength = () => page.evaluate(() => history.length)
  const length = await historyLength()
  await give.click()
  await expect(payment(page)).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Give ₹16,000' })).toBeInViewport()
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
  await page.goBack()
  await expect(step2(page)).toBeFocused()
  await expectAnswers()
  await page.goForward()
  await expectAnswers()
  await give.click()
  await expect(page.getByText('Step 3 of 3')).toBeVisible()
  await page.getByRole('button', { name: 'Back to your address' }).click()
  await expect(step2(page)).toBeFocused()
  await expectAnswers()
  await give.click()
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
  expect(ordersOf(donor.email)).toHaveLength(1)
  await page.reload()
  await expectAnswers()
  expect(await historyLength()).toBe(length + 1)

  await back(page).click()
  await expect(firstName(page)).toBeVisible()
  await expect(firstName(page)).toHaveValue('Asha')
  await expect(page.getByRole('textbox', { name: 'Other amount, in rupees' })).toHaveValue('16000')
  await expect(purpose).toHaveValue('6')
  await nextButton(page).click()
  await expect(step2(page)).toBeFocused()
  await page.goBack()
  await expect(nextButton(page)).toBeVisible()
  await page.goto('/PrivacyPolicy')
  await open(page, '/DonateIndia')
  await nextButton(page).click()
  await expectAnswers()
})

test('a donor reaches the card form with the keyboard alone; a bank debit is confirmed later, and the page then says so by itself', async ({
  page,
}) => {
  const donor = newDonor({ frequency: 'Once' })
  await page.clock.install()
  await open(page, '/DonateIndia')
  await page.getByRole('radio', { name: 'Once' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: '₹500' })).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '₹1,000' })).toBeChecked()
  // Past the link to the other form.
  for (let stop = 0; stop < 2; stop++) await page.keyboard.press('Tab')
  // Typing a name would end where a busy machine lets a second pass between two letters.
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('combobox', { name: 'What is your gift for?' })).not.toHaveValue('')
  // Past the folded tribute and the kind of donor, to the citizenship.
  for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  for (const words of ['Asha', 'Rao', donor.email, '+91 22 5555 0100']) {
    await page.keyboard.type(words)
    await page.keyboard.press('Tab')
  }
  await expect(nextButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(step2(page)).toBeFocused()
  await page.keyboard.press('Tab')
  for (const words of ['12 Lake Road', 'Mumbai', '', '400001', '']) {
    await page.keyboard.type(words)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: /for the card fees/ })).toBeChecked()
  for (let stop = 0; stop < 2; stop++) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Give ₹1,030' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()

  await cardFrame(page).getByRole('button', { name: 'Pay by test bank debit' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We are confirming your gift')
  expect(await violations(page)).toEqual([])
  await expect.poll(() => giftsOf(donor.email)).toMatchObject([{ status: 'pending' }])
  await settle(new URL(page.url()).searchParams.get('session_id') ?? '', 'succeeded')
  await expect.poll(() => giftsOf(donor.email)).toMatchObject([{ status: 'paid' }])
  // The page looks every twenty seconds.
  await page.clock.fastForward(20_000)
  await expect(page.getByText('Payment Successful!')).toBeVisible()
})

test.describe('when the card form does not load', () => {
  test.use({ expectedNoise: /ERR_FAILED|ChunkLoadError|Failed to load/ })

  test('the donor finds the payment service’s own page, and leaves; who asked for it is reminded by a link with the gift selected', async ({
    page,
  }) => {
    const donor = newDonor({ frequency: 'Once', reason: 'Project Butterfly' })
    await fillDonation(page, donor)
    const reminder = page.getByRole('checkbox', { name: /^Remind me once/ })
    await expect(reminder).not.toBeChecked()
    await reminder.check()
    await page.route('**/behaviours/card-payment-*', (route) => route.abort())
    const give = page.getByRole('button', { name: 'Give ₹1,000' })
    await give.click()
    await expect(problem(page)).toContainText('could not be opened here')
    await expect(street(page)).toHaveValue('12 Lake Road')
    await leaveCardEntry(page)
    await give.click()
    await expect(page.getByLabel('Card number')).toBeVisible()
    expect(await mailsTo(donor.email)).toEqual([])
    letAnHourPass()
    await expect.poll(() => mailsTo(donor.email)).toHaveLength(1)
    await page.goto(linksIn((await mailsTo(donor.email))[0])['Finish my gift'] ?? '')
    await expect(page.getByRole('radio', { name: 'Once' })).toBeChecked()
    await expect(page.getByRole('radio', { name: '₹1,000' })).toBeChecked()
    await expect(page.getByRole('combobox', { name: 'What is your gift for?' })).toHaveValue('6')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor reads a story, comes back from the payment page without paying, gives with the fees, asks for reports, and is asked once to give every month', async ({
    page,
  }) => {
    const donor = newDonor({ frequency: 'Once' })
    await openIndia(page)
    await readStory(page)
    await expect(page).toHaveURL(/\/India\/stories\//)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    await page.goto('/DonateIndia')
    const gift = page.getByRole('complementary', { name: 'Your gift' })
    const stop = gift.getByText(/^You can stop a monthly gift/)
    await expect(stop).toBeHidden()
    await page.getByRole('radio', { name: 'Every month' }).check()
    await expect(stop).toBeVisible()
    await fillGift(page, donor)
    await nextButton(page).click()
    await expect(page).toHaveURL('/DonateIndia')
    await expect(gift).toContainText(/Once\s*₹1,000/, { useInnerText: true })
    await fillAddress(page, donor)
    await expect(page.getByRole('button', { name: 'Give ₹1,000' })).toBeVisible()
    await fees(page).check()
    await page.getByRole('button', { name: 'Give ₹1,030' }).click()
    await page.getByRole('link', { name: /back/i }).click()
    await expect(page.getByText('You came back without paying. No money was taken.')).toBeVisible()
    await expect(street(page)).toHaveValue('12 Lake Road')
    expect(giftsOf(donor.email)).toEqual([])
    await page.getByRole('button', { name: 'Give ₹1,030' }).click()
    await payBy(cards.accepted, page)
    await expect(page.getByRole('main')).toContainText('Payment Successful!')
    await expect(page.getByRole('main')).toContainText('Including card fees₹30')
    await expect.poll(() => giftsOf(donor.email)).toMatchObject([{ kind: 'one-off', amount: 103_000 }])

    await page.getByRole('checkbox', { name: /^Yes, mail me these reports/ }).check()
    await page.getByRole('button', { name: 'Mail me the reports' }).click()
    await expect(page).toHaveURL(/\/DonateIndia\/thank-you\?session_id=\w+#hear$/)
    await expect(page.getByText('We mail you the report of each camp')).toBeVisible()
    await page.getByRole('link', { name: 'Make it monthly: ₹250' }).click()
    await expect(page.getByRole('radio', { name: 'Every month' })).toBeChecked()
    await expect(page.getByRole('textbox', { name: 'Other amount' })).toHaveValue('250')
  })
})

test.describe('in dollars', () => {
  const partnersForm = named('{link:giving-form-usa}')
  test.use({ expectedNoise: new RegExp(`outside request: ${new URL(partnersForm).origin}/`) })

  test('a campaign presets a gift, beside the partner’s form, which is loaded on demand; it is given in memory of somebody', async ({
    page,
  }) => {
    await page.route(`${new URL(partnersForm).origin}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Give</title><p>Form of the partner</p>' }),
    )
    const [email, family] = [newEmail(), newEmail()]
    const behaviour = page.waitForResponse('**/behaviours/partner-form-*')
    await page.goto('/Donate?campaign=in-honor')
    await (await behaviour).finished()
    // What has arrived before React runs before it.
    await touch(page)
    const dialog = page.getByRole('dialog', { name: "Our giving partner's form" })
    await expect(page.locator('iframe')).toHaveCount(0)
    const link = page.getByRole('link', { name: /partner's form/ })
    await expect(link).toHaveAttribute('href', /^https:/)
    await link.click()
    await expect(dialog.locator('iframe')).toHaveAttribute('src', /frequency=monthly&amount=100&campaign=8479$/)
    await expect(page.frameLocator('dialog iframe').getByText('Form of the partner')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Open the form on its own page' })).toHaveAttribute('href', /^https:/)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()

    await expect(page.getByRole('radio', { name: 'Every month' })).toBeChecked()
    await page.getByRole('radio', { name: /^\$50/ }).check()
    await page.getByRole('combobox', { name: 'What is your gift for?' }).selectOption('Cleft-Free World')
    await firstName(page).fill('Ruth')
    await page.getByRole('textbox', { name: 'Last name' }).fill('Lee')
    await page.getByRole('textbox', { name: 'Email address' }).fill(email)
    await fillTribute(page, family)
    const message = page.getByRole('textbox', { name: 'Your message' })
    await message.fill('See evil.example')
    await page.getByText('in memory of somebody').click()
    const give = page.getByRole('button', { name: 'Give $50 a month' })
    await give.click()
    // The folded part opens.
    await expect(message).toHaveAccessibleDescription(/Leave out web/)
    await page.getByRole('link', { name: /Leave out web and email addresses/ }).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('She mended all of us.')
    await page.reload()
    await expect(message).toHaveValue('She mended all of us.')
    await give.click()
    await payBy(cards.accepted, cardFrame(page))
    await expect(page).toHaveURL(/\/Donate\/thank-you/)
    for (const words of ['Subscription active.', 'In memory of', 'Meera Rao', 'The Rao family', 'Campaign'])
      await expect(page.getByRole('main')).toContainText(words)
    await expect.poll(() => giftsOf(email)).toHaveLength(1)
    const gift = { kind: 'monthly', status: 'paid', currency: 'USD', amount: 5000, reason: 2, campaign: 'in-honor' }
    expect(giftsOf(email)).toMatchObject([gift])
  })
})

test('a donor with a wallet gives without typing; a browser that can have none asks Stripe for nothing, and a broken script leaves the form', async ({
  page,
}) => {
  const wallet = page.getByRole('button', { name: 'Donate with a test wallet' })
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).port === String(testPorts.stripe)) asked.push(request.url())
  })
  // A phone, on which the button is near the first screen.
  await page.setViewportSize({ width: 390, height: 844 })
  const once = '/Donate?frequency=once&amount=50'
  await open(page, once)
  await page.waitForLoadState('networkidle')
  expect([asked, await wallet.count()]).toEqual([[], 0])

  await page.addInitScript(() => Object.assign(window, { ApplePaySession: { canMakePayments: () => true } }))
  await page.route('**/sandbox-stripe.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "window.Stripe = Object.assign(() => ({ registerAppInfo() {}, _registerWrapper() {} }), { version: 'endive' })",
    }),
  )
  await page.goto(once)
  await expect(page.locator('[data-wallet]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Give', exact: true })).toBeVisible()

  await page.unroute('**/sandbox-stripe.js')
  await page.goto(once)
  await expect(wallet).toBeVisible()
  await page.getByRole('radio', { name: 'Every month' }).check()
  await expect(wallet).toBeHidden()
  await page.getByRole('radio', { name: 'Once' }).check()
  await page.getByRole('radio', { name: '$100' }).check()
  expect(await violations(page)).toEqual([])
  await wallet.click()
  await expect(page).toHaveURL(/\/Donate\/thank-you\?session_id=pi_/)
  await expect(page.getByRole('main')).toContainText('$100')
  await expect(page.getByRole('main')).toContainText('Wanda Wallet')
  const gift = { kind: 'one-off', status: 'paid', currency: 'USD', amount: 10_000, donor_name: 'Wanda Wallet' }
  expect(giftsOf('wanda@example.org')).toMatchObject([gift])
})

test('a visitor in India is shown the circle in rupees; the tier comes along to the form, and what is chosen there to the one in dollars and back', async ({
  page,
}) => {
  await page.route('**/api/visitor-country', (route) => route.fulfill({ json: { country: 'IN' } }))
  await page.goto(named('/{founderSlug}ian'))
  const tiers = page.getByRole('link', { name: /^Give ₹[\d,]+ a month$/ })
  await expect(tiers).toHaveCount(4)
  await tiers.nth(2).click()
  await expect(page).toHaveURL(/\/DonateIndia\?frequency=monthly&amount=2000&reason=\d&campaign=monthly-circle/)
  const monthly = page.getByRole('radio', { name: 'Every month' })
  await expect(page.getByRole('radio', { name: '₹2,000' })).toBeChecked()
  await expect(monthly).toBeChecked()
  await touch(page)
  await page.getByRole('radio', { name: '₹500' }).check()
  await page.getByRole('link', { name: 'Give in US dollars' }).first().click()
  await expect(page).toHaveURL(/\/Donate\?/)
  await expect(monthly).toBeChecked()
  await expect(page.getByRole('radio', { name: /^\$/ }).first()).toBeChecked()

  await touch(page)
  await page.getByRole('radio', { name: 'Other amount' }).check()
  await page.getByRole('link', { name: 'Give in rupees' }).first().click()
  await expect(page).toHaveURL(/\/DonateIndia\?/)
  await expect(monthly).toBeChecked()
  await expect(page.getByRole('radio', { name: '₹1,000' })).toBeChecked()

  // A link that presets a gift overrides what was chosen before.
  for (const visit of [() => page.goto('/DonateIndia?frequency=once&amount=2000'), () => page.reload()]) {
    await visit()
    await touch(page)
    await expect(page.getByRole('radio', { name: 'Once' })).toBeChecked()
    await expect(page.getByRole('radio', { name: '₹2,000' })).toBeChecked()
  }
})

test('on a phone the amounts begin in the first 500 px, with one chosen, below the ways to pay; in rupees a donor types into eight fields at most, in dollars into three', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [address, chosen, ways, most] of [
    ['/Donate', /^\$100/, 'Ways to pay: Card · Apple Pay · Google Pay · Link', 3],
    ['/DonateIndia', /^₹1,000/, 'Ways to pay: Card', 8],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('radio', { name: chosen })).toBeChecked()
    await expect(page.getByText(ways, { exact: true })).toBeInViewport()
    const amounts = page.locator('label', { has: page.locator('[name=money]') })
    expect((await amounts.first().boundingBox())?.y).toBeLessThan(500)
    const pays = await page.locator('label', { has: page.locator('[data-preset]') }).allInnerTexts()
    expect(new Set(pays.map((text) => text.replace(/^\S+/, ''))).size).toBe(4)
    const typed = await page
      .locator('[data-island] form')
      .locator('input:not([type=hidden], [type=radio], [type=checkbox]), textarea')
      .evaluateAll((all) =>
        all.filter(
          (one) =>
            one.checkVisibility() &&
            !one.closest('details') &&
            !/^(?:otherMoney|org_name|pan)$/.test(one.getAttribute('name') ?? ''),
        ),
      )
    expect(typed.length).toBeLessThanOrEqual(most)
  }
})

test('the four amounts leave no gap beside them at any width, below the step', async ({ page }) => {
  await page.goto('/Donate')
  const amounts = page.locator('label:has([data-preset])')
  for (const width of [320, 390, 560, 700, 768, 1024, 1100, 1280, 1500, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const boxes = await amounts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()))
    const rows = [...Map.groupBy(boxes, ({ y }) => Math.round(y)).values()].map((row) => row.length)
    expect([width, [[4], [2, 2], [1, 1, 1, 1]].some((shape) => String(shape) === String(rows))]).toEqual([width, true])
    const { y = 0 } = (await page.getByText('Step 1 of 2').boundingBox()) ?? {}
    expect(y).toBeLessThan(boxes[0].y)
  }
})
