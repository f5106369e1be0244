/** Payment forms in a page that the browser translates: Chrome replaces each text by one in two `font` elements, also those that appear later. */
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'
import {
  cardFrame,
  cards,
  fillAddress,
  fillGift,
  fillTribute,
  newDonor,
  nextButton,
  payBy,
} from '../../support/donor.ts'
import { fillSponsor, newEmail, problem, runForm } from '../../support/payment-forms.ts'

/** The form's first touch loads React, which compares the page with what the server sent. */
async function touch(page: Page): Promise<void> {
  await page.locator('[data-island]').getByRole('textbox').first().focus()
  await page.locator('[data-hydrated]').waitFor()
}

async function openTranslated(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await translate(page)
}

async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const translated = new WeakSet<Node>()
    const translate = (root: Node) => {
      const texts: Node[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node)
      for (const text of texts) {
        const parent = text.parentElement
        if (translated.has(text) || !parent || !text.nodeValue?.trim() || parent.closest('script, style, noscript'))
          continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        // Another text, which looks and is found the same.
        const replacement = document.createTextNode(`${text.nodeValue}\u200b`)
        translated.add(replacement)
        inner.append(replacement)
        outer.append(inner)
        text.parentNode?.replaceChild(outer, text)
      }
    }
    translate(document.body)
    new MutationObserver(() => translate(document.body)).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    })
  })
}

/** React looks for no text by itself: it would not find a translated one. */
async function expectNoOwnTexts(page: Page): Promise<void> {
  const owned = await page.locator('[data-hydrated]').evaluate((root) => {
    const texts: string[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (Object.keys(node).some((key) => key.startsWith('__reactFiber'))) texts.push(node.nodeValue ?? '')
    return texts
  })
  expect(owned).toEqual([])
}

test('no text of either form is one that React would look for', async ({ page }) => {
  for (const address of ['/DonateIndia', '/Donate', '/Event5kSponsorship', '/FatherDaughterSponser']) {
    await openTranslated(page, address)
    const words = await page.locator('[data-island] .contents:not(dl .contents)').allInnerTexts()
    await touch(page)
    expect(
      await page.locator('[data-island] .contents:not(dl .contents)').allInnerTexts(),
      'the parts of the server',
    ).toEqual(words)
    await expectNoOwnTexts(page)
    await page.locator('[data-island] button[type=submit]').filter({ visible: true }).first().click()
    await expect(problem(page)).toBeVisible()
    await expectNoOwnTexts(page)
  }
})

test.describe('when the connection fails once', () => {
  test.use({ expectedNoise: [/ERR_FAILED/] })

  test('a gift is given on a translated page, in spite of open questions, changes of mind and a lost connection', async ({
    page,
  }) => {
    const donor = newDonor({ frequency: 'Once' })
    await openTranslated(page, '/DonateIndia')
    await page.getByRole('radio', { name: '₹1,000' }).check()
    await touch(page)
    for (const _ of ['at once', 'once the errors are translated']) {
      await nextButton(page).click()
      await expect(problem(page)).toContainText('Please fill out all the required fields.')
      await expect(page.getByRole('radio', { name: '₹1,000' })).toBeChecked()
    }
    await page.getByRole('radio', { name: 'Every month' }).check()
    await page.getByRole('radio', { name: 'Other amount' }).check()
    await page.getByRole('textbox', { name: 'Other amount, in rupees' }).fill('20,000')
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

    await page.route('**/api/create-checkout-session', (route) => route.abort())
    for (const _ of ['first', 'second']) {
      await page.getByRole('button', { name: 'Give ₹1,030' }).click()
      await expect(problem(page)).toContainText('connection')
    }
    await expect(page.getByRole('textbox', { name: 'Street address' })).toHaveValue('12 Lake Road')
    await page.unroute('**/api/create-checkout-session')
    await page.getByRole('button', { name: 'Give ₹1,030' }).click()
    await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
    await expectNoOwnTexts(page)
    await page.getByRole('button', { name: 'Back to your address' }).click()
    await page.getByRole('button', { name: 'Give ₹1,030' }).click()
    await payBy(cards.accepted, cardFrame(page))
    await expect(page.getByText('Payment Successful!').first()).toBeVisible()
  })

  test('a sponsor pays on a translated page, in spite of open questions and a lost connection', async ({ page }) => {
    await page.goto('/Event5kSponsorship')
    await touch(page)
    await translate(page)
    for (const _ of ['at once', 'once the errors are translated']) {
      await runForm.payButton(page).click()
      await expect(problem(page)).toBeVisible()
    }
    await page.getByRole('checkbox', { name: /^Big Wheel/ }).check()
    await page.getByRole('checkbox', { name: /^Running Circle/ }).check()
    await page.getByRole('checkbox', { name: /^Running Circle/ }).uncheck()
    await fillSponsor(page, newEmail())
    await page.route('**/api/*', (route) => route.abort())
    await runForm.payButton(page).click()
    await expect(problem(page)).toContainText('connection')
    await page.getByRole('button', { name: /invoice/i }).click()
    await expect(problem(page)).toBeVisible()
    await page.unroute('**/api/*')
    await expectNoOwnTexts(page)
    await runForm.payButton(page).click()
    await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
  })
})

test.describe('when React fails', () => {
  test.use({ expectedNoise: [/uncaught: (?:NotFoundError|Error: Minified React error #418)/] })

  test('also before its first touch, the form keeps its answers and the parts of the server', async ({ page }) => {
    await page.goto('/DonateIndia')
    const words = await page.locator('[data-island] .contents:not(dl .contents)').allInnerTexts()
    // As a password manager might.
    await page
      .locator('[data-island] label')
      .first()
      .evaluate((label) => label.prepend(document.createElement('i')))
    await fillGift(page, newDonor({ frequency: 'Once', amount: '1234' }))
    await expect(page.locator('[data-hydrated]')).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'Other amount, in rupees' })).toHaveValue('1234')
    expect(await page.locator('[data-island] .contents:not(dl .contents)').allInnerTexts()).toEqual(words)
    await nextButton(page).click()
    await expect(page.getByRole('textbox', { name: 'Street address' })).toBeVisible()
  })

  test('the form of the server takes its place, with all answers, and is paid', async ({ page }) => {
    const donor = newDonor({ frequency: 'Once' })
    await page.goto('/DonateIndia')
    await fillGift(page, donor)
    await page.locator('[data-hydrated]').waitFor()
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
    await expect(page.locator('[data-hydrated]')).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Asha')
    await expect(page.getByRole('radio', { name: '₹1,000' })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'Once' })).toBeChecked()
    await nextButton(page).click()
    await expect(page.getByRole('textbox', { name: 'Street address' })).toHaveValue('12 Lake Road')
    await page.getByRole('textbox', { name: 'PIN code' }).fill('400001')
    await page.getByRole('button', { name: 'Give ₹1,030' }).click()
    await payBy(cards.accepted, page.url().includes('DonateIndia') ? cardFrame(page) : page)
    await expect(page.getByText('Payment Successful!').first()).toBeVisible()
  })
})

test('the errors of an enquiry, and in the title, come and go on a translated page', async ({ page }) => {
  await page.goto('/EventVolunteers')
  await expect(page.locator('form[data-behaves]')).toBeAttached()
  await translate(page)
  const title = await page.title()
  const name = page.getByRole('textbox', { name: 'First name' })
  for (const _ of ['at once', 'once the errors are translated']) {
    await page.getByRole('button', { name: 'Send my application' }).click()
    await expect(problem(page).getByRole('link', { name: 'Enter your first name', exact: true })).toBeVisible()
    await expect(name).toHaveAccessibleDescription('Error: Enter your first name')
    await expect(page).toHaveTitle(`Error: ${title}`)
    await page.evaluate(() => (document.title = 'Fehler: Freiwillige'))
    await name.fill('Asha')
    await expect(name).toHaveAccessibleDescription('')
    for (const other of await page.locator('form[data-posted] :is(input, textarea)[required]').all())
      await other.fill((await other.getAttribute('type')) === 'email' ? newEmail() : 'Rao')
    await expect(problem(page)).toHaveCount(0)
    await expect(page).toHaveTitle(title)
    await name.fill('')
  }
})
