/**
 * A browser that translates the page puts other nodes in the place of its texts, as Chrome does, and does so again whenever a text appears.
 * https://github.com/facebook/react/issues/11538
 */
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
import { attemptsOf, giftsOf } from '../../support/ledger.ts'
import { fillSponsor, newEmail, problem, runForm } from '../../support/payment-forms.ts'

/** `before`: the page arrives translated. Texts keep their words, so that the tests find them. */
async function translate(page: Page, before: 'each script' | 'the first touch' = 'each script') {
  await page.addInitScript((early) => {
    const done = new WeakSet<Node>()
    const isWord = (node: Node) =>
      node.nodeType === Node.TEXT_NODE && /\S/.test(node.nodeValue ?? '') && !done.has(node)
    const replace = (text: Node) => {
      done.add(text)
      // A title holds text alone.
      if (text.parentNode?.nodeName === 'TITLE') {
        if (!text.nodeValue?.endsWith('\u200b')) text.nodeValue += '\u200b'
        return
      }
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      outer.append(inner)
      // Invisible, and what Playwright leaves out of names.
      inner.append(`${text.nodeValue}\u200b`)
      if (inner.firstChild) done.add(inner.firstChild)
      text.parentNode?.replaceChild(outer, text)
    }
    const within = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      for (let node: Node | null = walker.currentNode; node; node = walker.nextNode())
        if (isWord(node)) texts.push(node)
      for (const text of texts)
        if (!text.parentElement?.closest('script, style, noscript, textarea, [translate=no]')) replace(text)
    }
    const begin = () => {
      within(document)
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes)
          for (const node of [target, ...addedNodes]) if (node.isConnected) within(node)
      }).observe(document, { subtree: true, childList: true, characterData: true })
    }
    if (early) document.addEventListener('DOMContentLoaded', begin)
    else addEventListener('focusin', () => setTimeout(begin), { once: true })
  }, before === 'each script')
}

/** Texts of an island that stand beside something else, which React could neither remove nor follow once they are replaced. */
const textsBesideOthers = (page: Page) =>
  page.locator('[data-island]').evaluate((island) => {
    const beside: string[] = []
    const walker = document.createTreeWalker(island, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement: parent } = walker.currentNode
      const outer = parent?.closest('font:not(font font)') ?? walker.currentNode
      const alone = outer.parentNode?.childNodes.length === 1
      if (!alone && !outer.parentElement?.closest('.contents, noscript, [data-suggestion]'))
        beside.push(outer.textContent ?? '')
    }
    return beside
  })

/** The whole form is there, and says what it says now, translated. */
async function expectWhole(page: Page) {
  await expect(page.locator('[data-island] form')).toBeAttached()
  expect(await textsBesideOthers(page)).toEqual([])
  const untranslated = await page.locator('[data-island]').evaluate((island) => {
    const walker = document.createTreeWalker(island, NodeFilter.SHOW_TEXT)
    const plain: string[] = []
    while (walker.nextNode())
      if (
        /\S/.test(walker.currentNode.nodeValue ?? '') &&
        !walker.currentNode.parentElement?.closest('font, script, noscript, textarea')
      )
        plain.push(walker.currentNode.nodeValue ?? '')
    return plain
  })
  expect(untranslated).toEqual([])
}

test.use({ expectedNoise: [/ChunkLoadError|ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to load/] })

for (const before of ['each script', 'the first touch'] as const)
  test(`a gift in rupees survives a translation before ${before}`, async ({ page, context }) => {
    await translate(page, before)
    const donor = newDonor({ frequency: 'Once' })
    await page.goto('/DonateIndia')
    await page.getByRole('radio', { name: '₹500' }).check()
    await expect(page.locator('[data-hydrated]')).toBeAttached()
    await expectWhole(page)
    for (let press = 0; press < 2; press++) {
      await nextButton(page).click()
      await expect(problem(page)).toContainText('Enter your first name')
      await expectWhole(page)
      await page.getByRole('textbox', { name: 'First name' }).fill('Asha')
      await expect(problem(page)).not.toContainText('Enter your first name')
      await page.getByRole('textbox', { name: 'First name' }).fill('')
    }
    await page.getByRole('radio', { name: 'Every month' }).check()
    await expect(page.getByText(/^How much each month, in/)).toBeVisible()
    await fillGift(page, { ...donor, amount: '1234' })
    await fillTribute(page, newEmail())
    await expect(page.getByRole('complementary')).toContainText('₹1,234')
    await expect(page.getByRole('complementary')).toContainText('She mended all of us.')
    await page.getByRole('radio', { name: '₹1,000' }).check()
    await expectWhole(page)
    await nextButton(page).click()
    await expectWhole(page)
    for (let press = 0; press < 2; press++) {
      await page.getByRole('button', { name: 'Give ₹1,000' }).click()
      await expect(problem(page)).toContainText('Enter your street address')
    }
    await page.getByRole('button', { name: 'Back', exact: false }).click()
    await nextButton(page).click()
    await fillAddress(page, donor)
    const fees = page.getByRole('checkbox', { name: /for the card fees/ })
    await fees.check()
    await expect(page.getByRole('button', { name: 'Give ₹1,030' })).toBeVisible()
    await expectWhole(page)
    await fees.uncheck()
    await context.setOffline(true)
    for (let press = 0; press < 2; press++) {
      await page.getByRole('button', { name: 'Give ₹1,000' }).click()
      await expect(problem(page)).toContainText('Payment failed!')
      await expectWhole(page)
    }
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Give ₹1,000' }).click()
    await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
    await expectWhole(page)
    await page.getByRole('button', { name: 'Back to your address' }).click()
    await expect(page.getByRole('textbox', { name: 'Street address' })).toHaveValue('12 Lake Road')
    await page.getByRole('button', { name: 'Give ₹1,000' }).click()
    await payBy(cards.accepted, cardFrame(page))
    await expect(page).toHaveURL(/thank-you/)
    await expect.poll(() => giftsOf(donor.email)).toHaveLength(1)
  })

test('a gift in dollars survives a translation, also when the card form cannot be loaded', async ({ page }) => {
  await translate(page)
  await page.goto('/Donate')
  await page.getByRole('radio', { name: 'Once' }).check()
  await expect(page.locator('[data-hydrated]')).toBeAttached()
  await page.getByRole('radio', { name: 'Other amount' }).check()
  await page.getByRole('textbox', { name: 'Other amount' }).fill('5000')
  const give = page.getByRole('button', { name: 'Give $5,000' })
  const country = page.getByRole('combobox', { name: 'Country' })
  for (let press = 0; press < 2; press++) {
    await give.click()
    await expect(problem(page)).toContainText('Enter your street address')
    await country.selectOption('Germany')
    await expect(page.getByRole('textbox', { name: 'State or province' })).toBeVisible()
    await expectWhole(page)
    await country.selectOption('United States')
    await page.getByRole('combobox', { name: 'State' }).selectOption('Armed Forces Europe')
  }
  await page.getByRole('combobox', { name: 'What is your gift for?' }).selectOption({ index: 1 })
  const answers = {
    'First name': 'Ruth',
    'Last name': 'Lee',
    'Street address': 'Box 1',
    City: 'APO',
    'ZIP code': '09012',
  }
  for (const [name, answer] of Object.entries({ ...answers, 'Email address': newEmail() }))
    await page.getByRole('textbox', { name }).fill(answer)
  await page.route('**/behaviours/card-payment-*', (route) => route.abort())
  await give.click()
  await expect(problem(page)).toContainText('could not be opened here')
  await expectWhole(page)
  await give.click()
  await expect(page).not.toHaveURL(/Donate/)
})

test('a sponsorship survives a translation', async ({ page, context }) => {
  await translate(page)
  const email = newEmail()
  await page.goto('/Event5kSponsorship')
  await page.getByRole('checkbox', { name: /^Big Wheel/ }).check()
  await expect(page.locator('[data-hydrated]')).toBeAttached()
  await expectWhole(page)
  for (let press = 0; press < 2; press++) {
    await runForm.payButton(page).click()
    await expect(problem(page)).toContainText('Enter your address')
    await expectWhole(page)
    await page.getByRole('checkbox', { name: /^Big Wheel/ }).uncheck()
    await expect(page.getByLabel('Total', { exact: true })).toHaveText('$0')
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('1 River Street')
    await expect(problem(page)).not.toContainText('Enter your address')
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('')
    await page.getByRole('checkbox', { name: /^Big Wheel/ }).check()
    await expect(page.getByLabel('Total', { exact: true })).toHaveText('$750')
  }
  await fillSponsor(page, email)
  await context.setOffline(true)
  for (const [button, words] of [
    [runForm.payButton(page), 'Payment failed!'],
    [page.getByRole('button', { name: 'Send me an invoice' }), 'write to events@example.org'],
    [runForm.payButton(page), 'Payment failed!'],
  ] as const) {
    await button.click()
    await expect(problem(page)).toContainText(words)
    await expectWhole(page)
  }
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Sponsor with $750' }).click()
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
  await expectWhole(page)
  await page.getByRole('button', { name: /^Back/ }).click()
  await page.getByRole('button', { name: 'Sponsor with $750' }).click()
  await payBy(cards.accepted, cardFrame(page))
  await expect(page).toHaveURL(/thank-you/)
  await expect.poll(() => giftsOf(email)).toHaveLength(1)
})

test('the errors of an enquiry come and go on a translated page', async ({ page }) => {
  await translate(page)
  await page.goto('/EventVolunteers')
  await expect(page.locator('form[data-behaves]')).toBeAttached()
  const title = await page.title()
  const name = page.getByRole('textbox', { name: 'First name' })
  for (let press = 0; press < 2; press++) {
    await page.getByRole('button', { name: 'Send my application' }).click()
    await expect(problem(page).getByRole('link', { name: 'Enter your first name', exact: true })).toBeVisible()
    await expect(name).toHaveAccessibleDescription('Error: Enter your first name')
    await expect(page).toHaveTitle(/^Error: /)
    await name.fill('Asha')
    await expect(problem(page)).not.toContainText('Enter your first name')
    await expect(name).toHaveAccessibleDescription('')
    await name.fill('')
  }
  await page.getByRole('textbox', { name: 'Email address' }).last().fill(newEmail())
  await name.fill('Asha')
  for (const each of await page.getByRole('main').getByRole('textbox').all())
    if ((await each.inputValue()) === '') await each.fill('Rao')
  await expect(problem(page)).toHaveCount(0)
  await expect(page).toHaveTitle(title)
})

/** What extensions of browsers do to a page. */
const changes = {
  'moves a part of the form': () => {
    const part = document.querySelector('[value=next]')?.parentElement
    const wrapper = document.createElement('div')
    part?.replaceWith(wrapper)
    if (part) wrapper.append(part)
  },
  'adds to the form before it is touched': () =>
    document.querySelector('[data-island] label')?.prepend(document.createElement('i')),
}
for (const [what, change] of Object.entries(changes)) {
  const early = what.includes('before')
  test.describe(what, () => {
    test.use({ expectedNoise: [/NotFoundError|Minified React error|Hydration/] })

    test('a form that React cannot go on with is the server’s form, with all answers', async ({ page }) => {
      const donor = newDonor({ frequency: 'Once', amount: '1234' })
      await page.goto('/DonateIndia')
      if (early) await page.evaluate(change)
      await fillGift(page, donor)
      if (!early) {
        await expect(page.locator('[data-hydrated]')).toBeAttached()
        await fillTribute(page, newEmail())
        await page.evaluate(change)
        await nextButton(page).click()
      }
      await expect(page.locator('[data-hydrated]')).toHaveCount(0)
      await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Asha')
      await expect(page.getByRole('radio', { name: 'Once' })).toBeChecked()
      await expect(page.getByRole('textbox', { name: 'Other amount, in rupees' })).toHaveValue('1234')
      await expect(page.getByRole('combobox', { name: 'What is your gift for?' })).not.toHaveValue('')
      await expect(page.getByRole('link', { name: /privacy/i }).first()).toBeVisible()
      await nextButton(page).click()
      await fillAddress(page, donor)
      await page.getByRole('button', { name: 'Give ₹1,234' }).click()
      // The server's answer is a page of its own.
      await payBy(cards.accepted, cardFrame(page))
      await expect(page).toHaveURL(/thank-you/)
      expect(attemptsOf(donor.email)).toHaveLength(1)
    })
  })
}
