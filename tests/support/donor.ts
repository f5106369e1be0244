/** Fills in the India form and pays in the sandbox. Uses the visible labels. */
import { randomUUID } from 'node:crypto'
import { expect, type FrameLocator, type Page } from '@playwright/test'
import { open } from './browser-test.ts'

export type Donor = {
  email: string
  frequency: 'Once' | 'Every month'
  /** A preset as it is shown, or any number of rupees. */
  amount: string
  reason: string
  organisation?: string
}

export const cards = { accepted: '4242 4242 4242 4242', declined: '4000 0000 0000 0002' } as const

export const newEmail = () => `donor-${randomUUID().slice(0, 8)}@example.org`

export function newDonor(changes: Partial<Donor> = {}): Donor {
  return {
    email: newEmail(),
    frequency: 'Every month',
    amount: '₹1,000',
    reason: 'Cleft-Free World',
    ...changes,
  }
}

export async function fillGift(page: Page, donor: Donor): Promise<void> {
  await page.getByRole('radio', { name: donor.frequency }).check()
  if (donor.amount.startsWith('₹')) await page.getByRole('radio', { name: donor.amount }).check()
  else {
    await page.getByRole('radio', { name: 'Other amount' }).check()
    await page.getByRole('textbox', { name: 'Other amount, in rupees' }).fill(donor.amount)
  }
  await page.getByRole('combobox', { name: 'What is your gift for?' }).selectOption(donor.reason)
  await page.getByRole('radio', { name: donor.organisation ? 'Organisation' : 'Individual' }).check()
  await page
    .getByRole('group', { name: /^Are you a citizen of India/ })
    .getByRole('radio', { name: 'Yes' })
    .check()
  await page.getByRole('textbox', { name: 'First name' }).fill('Asha')
  await page.getByRole('textbox', { name: 'Last name' }).fill("O'Neill-Rao")
  await page.getByRole('textbox', { name: 'Email address' }).fill(donor.email)
  await page.getByRole('textbox', { name: 'Telephone' }).fill('+91 22 5555 0100')
}

/** Unfolds the tribute and asks for a card to the family. */
export async function fillTribute(page: Page, family: string): Promise<void> {
  if ((await page.locator('details[open]', { hasText: 'in memory of somebody' }).count()) === 0)
    await page.getByText('in memory of somebody').click()
  await page.getByRole('combobox', { name: /or in memory/ }).selectOption('In memory of')
  await page.getByRole('textbox', { name: 'Name of the person' }).fill('Meera Rao')
  await page.getByRole('textbox', { name: 'Who receives a card?' }).fill('The Rao family')
  await page.getByRole('textbox', { name: 'Their email address' }).fill(family)
  await page.getByRole('textbox', { name: 'Your message' }).fill('She mended all of us.')
}

export async function fillAddress(page: Page, donor: Donor): Promise<void> {
  if (donor.organisation)
    await page.getByRole('textbox', { name: 'Name of your organisation' }).fill(donor.organisation)
  await page.getByRole('textbox', { name: 'Street address' }).fill('12 Lake Road')
  await page.getByRole('textbox', { name: 'Town or city' }).fill('Mumbai')
  await page.getByRole('textbox', { name: 'PIN code' }).fill('400001')
}

export const nextButton = (page: Page) => page.getByRole('button', { name: 'Next: your address' })

/** Opens the form and fills in both steps, without pressing the last button. */
export async function fillDonation(page: Page, donor: Donor): Promise<void> {
  await open(page, '/DonateIndia')
  await fillGift(page, donor)
  await nextButton(page).click()
  await fillAddress(page, donor)
}

/** The payment page: in a frame with JavaScript, a separate page without. */
export async function payBy(card: string, where: Page | FrameLocator): Promise<void> {
  await where.getByLabel('Card number').fill(card)
  await where.getByLabel(/Expiry/).fill('12/34')
  await where.getByLabel(/CVC/).fill('123')
  await where.getByRole('button', { name: /^Pay [₹$£]/ }).click()
}

export const cardFrame = (page: Page): FrameLocator => page.frameLocator('iframe[title="Secure payment"]')

/** The summary of what is wrong with a form. */
export const problem = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })

/** Leaving the card form goes back in the history, which would undo what is pressed before that has ended. */
export const leaveCardEntry = (page: Page) =>
  expect.poll(() => page.evaluate(() => Boolean(history.state?.cardForm))).toBe(false)
