import { renderToStaticMarkup } from 'react-dom/server'
import { POST as change } from '#app/api/change-gift/route.ts'
import { POST as stop } from '#app/api/stop-gift/route.ts'
import { ChangeGift } from '#components/donation/change-gift.tsx'
import { maskEmail } from '#lib/contact/forms/mask-email.ts'
import { cardProvider } from '#lib/giving/checkout/card-payments.ts'
import { changeLinkRecipient, openPortal } from '#lib/giving/receipts/change-gift.ts'
import { changeToken, readChangeToken } from '#lib/giving/receipts/change-link.ts'
import { receiptOffice } from '#lib/giving/receipts/office.ts'
import { stopPath, stopToken } from '#lib/giving/receipts/stop-link.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { stopClock, utcNow } from '#lib/platform/clock.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { sign } from '#lib/platform/signed.ts'
import { store } from '#lib/platform/store/index.ts'
import { useUpLimit } from '#tests/support/limit-window.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { anotherSite, by, giveMonthly, givingSite, mailEnvironment } from '../checkout/support.ts'

const site = givingSite()
const origin = 'https://mendedbowl.org'
const minuteMs = 60_000

const links = async () => (await site.mails()).filter(({ template }) => template === 'template_link')

beforeEach(async () => {
  setEnvironment({
    SITE_URL: origin,
    SIGNING_SECRET: 'a secret of these tests, thirty-two characters long',
    STRIPE_PORTAL: '1',
    ...mailEnvironment(site),
    EMAILJS_TEMPLATE_LINK: 'template_link',
  })
})
afterEach(() => {
  jest.restoreAllMocks()
  stopClock(undefined)
})

const post = (route: typeof stop, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  route(new Request(`${origin}${path}`, { method: 'POST', body: new URLSearchParams(fields), headers }))
const askForLink = (gift: string) => post(stop, '/api/stop-gift', { gift, intent: 'link' })
const press = (link: string) => post(change, '/api/change-gift', { link })
const resultOf = (answer: Response) => new URL(answer.headers.get('location') ?? '', origin).searchParams.get('result')
const callsToPortal = async () => (await site.requests()).filter(({ path }) => path.includes('billing_portal'))

describe('The link of a receipt', () => {
  test('does not open the portal, whatever is sent with it', async () => {
    const { token: receipt } = await giveMonthly(site)
    expect((await press(receipt)).headers.get('location')).toBe('/change-gift')
    await post(stop, '/api/stop-gift', { gift: receipt, intent: 'link', email: 'evil@example.org', link: receipt })
    expect(await openPortal(receipt, cardProvider())).toEqual({ kind: 'unknown' })
    expect(await callsToPortal()).toEqual([])
  })

  test('has a link mailed to the address of the ledger, and never to one that is typed in', async () => {
    const { token: receipt } = await giveMonthly(site)
    const answer = await post(stop, '/api/stop-gift', { gift: receipt, intent: 'link', email: 'evil@example.org' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, stopPath(receipt, 'link-sent')])
    await deliverDue(mailKinds)
    expect(await links()).toMatchObject([
      {
        params: {
          email: 'asha@example.org',
          name: 'Asha Rao',
          minutes: '30',
          link: expect.stringMatching(/^https:\/\/mendedbowl\.org\/change-gift\?link=sub_/),
        },
      },
    ])
  })

  test('shows the recipient in masked form, and offers nothing for a gift without an address', async () => {
    const { token: receipt } = await giveMonthly(site)
    expect(await changeLinkRecipient(receipt)).toBe('a•••@example.org')
    expect(maskEmail('d@example.org')).toBe('d•••@example.org')
    expect(await changeLinkRecipient('sub_1.x')).toBeNull()
    await (await store()).db.updateTable('gifts').set({ donor_email: '' }).execute()
    expect(await changeLinkRecipient(receipt)).toBeNull()
  })

  test('sends at most one mail in ten minutes, and five a day', async () => {
    const { token: receipt } = await giveMonthly(site)
    const results: (string | null)[] = []
    for (let press = 0; press < 7; press += 1) {
      await askForLink(receipt)
      results.push(resultOf(await askForLink(receipt)))
      stopClock(utcNow(10 * minuteMs))
    }
    expect(results).toEqual([...Array(4).fill('link-sent'), ...Array(3).fill('link-limited')])
    await deliverDue(mailKinds)
    expect(await links()).toHaveLength(5)
  })

  test.each([
    ['there is no template for it', { EMAILJS_TEMPLATE_LINK: undefined }],
    ['the portal is off', { STRIPE_PORTAL: undefined }],
    ['nobody said where the site is', { SITE_URL: undefined }],
  ])('offers nothing while %s', async (_, environment) => {
    const { token: receipt } = await giveMonthly(site)
    setEnvironment(environment)
    expect(await changeLinkRecipient(receipt)).toBeNull()
    expect(resultOf(await askForLink(receipt))).toBe('link-unavailable')
    await deliverDue(mailKinds)
    expect(await links()).toEqual([])
  })
})

describe('The mailed link', () => {
  async function mailedLink(): Promise<{ id: string; token: string }> {
    const { id, token: receipt } = await giveMonthly(site)
    await askForLink(receipt)
    await deliverDue(mailKinds)
    const [mail] = await links()
    return { id, token: new URL(mail?.params.link ?? '').searchParams.get('link') ?? '' }
  }

  test('opens the portal for the customer of this gift, and leads back to the gift', async () => {
    const { id, token } = await mailedLink()
    const answer = await press(token)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('location')).toMatch(new RegExp(`^${site.sandbox.urls.stripe}/portal/bps_`))
    const page = await (await fetch(answer.headers.get('location') ?? '')).text()
    expect(page).toContain(`${origin}${stopPath(stopToken(id)).replaceAll('&', '&amp;')}`)
  })

  test('expires half an hour after it was sent', async () => {
    const { token } = await mailedLink()
    stopClock(utcNow(29 * minuteMs))
    expect(readChangeToken(token)).toMatchObject({ expired: false })
    stopClock(utcNow(2 * minuteMs))
    expect(resultOf(await press(token))).toBe('expired')
    expect(await callsToPortal()).toEqual([])
  })

  test('counts as expired when the clock was set back', () => {
    const token = changeToken('sub_1')
    stopClock(utcNow(-60 * minuteMs))
    expect(readChangeToken(token)).toMatchObject({ expired: true })
  })

  const good = () => changeToken('sub_1')
  test.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['several tokens', () => [good(), good()]],
    ['another subscription under its signature', () => good().replace('sub_1', 'sub_2')],
    ['a later end under its signature', () => good().replace(/\.(\d+)\./, (_, end) => `.${Number(end) + 1}.`)],
    ['the link of a receipt', () => stopToken('sub_1')],
    ['a signature for another purpose', () => `sub_1.1.${sign('stop-gift', 'sub_1.1')}`],
  ])('is refused when it is %s', (_, token) => expect(readChangeToken(token())).toBeNull())

  test('shows when the portal cannot be opened, and the gift continues', async () => {
    const { token } = await mailedLink()
    await site.behave({ mode: 'fail', path: '/v1/billing_portal/sessions' })
    expect(resultOf(await press(token))).toBe('unreachable')
    expect(await openPortal(token, null)).toEqual({ kind: 'unreachable' })
    expect(await openPortal(changeToken('sub_of_nobody'), cardProvider())).toEqual({ kind: 'unknown' })
  })

  test('is refused from the page of another site, and limited by visitor', async () => {
    const { token } = await mailedLink()
    expect((await post(change, '/api/change-gift', { link: token }, anotherSite)).status).toBe(403)
    await useUpLimit('stop-gift', by(7))
    expect(resultOf(await post(change, '/api/change-gift', { link: token }, by(7)))).toBe('limited')
  })
})

test('the page of the mailed link has a form until the link expires, and says why the portal did not open', () => {
  const [fine, office] = [{ token: 'sub_1.1.x', expired: false, notice: null, test: false }, receiptOffice(null)]
  const page = (changes: object = {}) => renderToStaticMarkup(<ChangeGift {...fine} office={office} {...changes} />)
  expect(page()).toContain('<form action="/api/change-gift" method="post">')
  expect(page({ expired: true })).not.toContain('action="/api/change-gift"')
  expect(page({ notice: 'unreachable' })).toContain('role="alert"')
})
