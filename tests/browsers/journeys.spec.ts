/** The main journeys in Firefox and WebKit, and what these browsers did differently from Chromium. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { test as base, expect } from '@playwright/test'
import { cards } from '../support/donor.ts'
import { enquiriesWith, giftsOf } from '../support/ledger.ts'
import { type BrowserName, startVisitor, type Visitor } from './webdriver.ts'

const test = base.extend<object, { visitor: Visitor }>({
  visitor: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use, { project }) => {
      const visitor = await startVisitor(project.name as BrowserName)
      await use(visitor)
      await visitor.stop()
    },
    { scope: 'worker' },
  ],
})

const newEmail = () => `visitor-${randomUUID().slice(0, 8)}@example.org`
const emailLabel = /^Email address/
const openPanel = 'document.querySelector(":popover-open")'
const openStory = 'document.querySelector("dialog:modal")'

test('a story opens over its country, and Escape closes first its share panel, then the story', async ({ visitor }) => {
  await visitor.open('/India')
  await visitor.until('document.querySelector("dialog[data-behaves]")')
  await visitor.click(/The 500th/)
  await visitor.sees('How a camp day goes')
  await visitor.click(/^Share/)
  await visitor.until(openPanel)
  await visitor.press('escape')
  await visitor.until(`!${openPanel}`)
  expect(await visitor.run(`return ${openStory} !== null`)).toBe(true)
  await visitor.press('escape')
  await visitor.until(`!${openStory}`)
  await visitor.until('location.pathname === "/India"')
  expect(await visitor.run('return document.activeElement.dataset.story')).toContain('The 500th')
})

test('the share panel of a story’s page is as high as its content', async ({ visitor }) => {
  await visitor.open('/India/stories/the-500th')
  await visitor.click(/^Share/)
  await visitor.until(openPanel)
  expect(await visitor.run(`return ${openPanel}.offsetHeight / innerHeight`)).toBeLessThan(0.6)
})

test('a misspelt search finds a story', async ({ visitor }) => {
  await visitor.open('/')
  await visitor.type('Search this site', 'hanging dresss')
  await visitor.press('enter')
  await visitor.until('location.pathname === "/search"')
  await visitor.click('Hanging dresses', 'main a')
  await visitor.until('location.pathname === "/India/stories/hanging-dresses"')
})

test('an enquiry with errors names them, keeps what was typed, and is thanked for after it is stored', async ({
  visitor,
}) => {
  const email = newEmail()
  await visitor.open('/EventVolunteers')
  await visitor.until('!document.querySelector("form[data-posted]:not([data-behaves])")')
  await visitor.type('First name', 'Asha')
  await visitor.click('Send my application')
  await visitor.sees('There is a problem')
  await visitor.until('document.activeElement.innerText.includes("There is a problem")')
  expect(await visitor.run('return document.title')).toMatch(/^Error: /)
  await visitor.type(/^Last name/, 'Rao')
  await visitor.type(emailLabel, email)
  await visitor.type('What would you like to do, and when?', 'I can fold tables.')
  await visitor.until('document.querySelector("input[name=startedAt]")')
  // A form completed within a second of its time stamp counts as spam.
  await sleep(1100)
  await visitor.click('Send my application')
  await visitor.sees('We appreciate your kindness')
  expect(enquiriesWith(email)).toHaveLength(1)
})

async function payBy(visitor: Visitor, card: string) {
  await visitor.type('Card number', card)
  await visitor.type(/^Expiry/, '12/34')
  await visitor.type(/^CVC/, '123')
  await visitor.click(/^Pay ₹/)
}

test('a gift with a declined card is paid with another, and recorded once', async ({ visitor }) => {
  const email = newEmail()
  await visitor.open('/DonateIndia?frequency=once&amount=1000&reason=2')
  await visitor.click('Individual', 'label')
  await visitor.click('Yes', 'label')
  await visitor.type('First name', 'Asha')
  await visitor.type(/^Last name/, 'Rao')
  await visitor.type(emailLabel, email)
  await visitor.type(/^Telephone/, '+91 22 5555 0100')
  await visitor.click(/^Next/)
  await visitor.type('Street address', '12 Lake Road')
  await visitor.type('Town or city', 'Mumbai')
  await visitor.type('PIN code', '400001')
  await visitor.click('Give ₹1,000')
  await visitor.enterFrame('Secure payment')
  await payBy(visitor, cards.declined)
  await visitor.sees('Your card was declined')
  await payBy(visitor, cards.accepted)
  await visitor.leaveFrame()
  await visitor.sees('Payment Successful!')
  expect(await visitor.run('return location.pathname')).toBe('/DonateIndia/thank-you')
  await expect.poll(() => giftsOf(email)).toMatchObject([{ status: 'paid', amount: 100_000 }])
})
