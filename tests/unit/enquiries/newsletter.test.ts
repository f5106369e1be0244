import { POST as choose, GET as open } from '#app/api/newsletter-choice/route.ts'
import { confirmedSignUps, getsNewsletter, signUpBehind } from '#lib/contact/enquiries/newsletter.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { store } from '#lib/platform/store/index.ts'
import { page } from '#lib/site/content/index.ts'
import { factsIn, linksIn, onOneLine } from '#tests/support/mail-text.ts'
import { onSqlite, setEnvironment } from '#tests/support/store.ts'
import { enquiries, requestOf, signUpAsJson, useMailService } from './support.ts'

const asha = { name: 'Asha', email: 'asha@example.org' }
const withConfirmation = { SITE_URL: 'http://localhost:3000' }
const agreed = 'Kept to send you this, until you unsubscribe.'

let service: ReturnType<typeof useMailService>

const signUp = async (language = 'en') => {
  expect((await signUpAsJson({ ...asha, language })).status).toBe(202)
  await deliverDue(mailKinds)
}
const signUpAndConfirm = async () => {
  await signUp()
  await press(tokenIn(linkOf(await latest())), 'confirm')
  await deliverDue(mailKinds)
}
const firstMail = async () => (await service.mails())[0]
const latest = async () => (await service.mails()).at(-1)
const latestFacts = async () => factsIn(await latest())
const linkOf = (mail: { html: string } | undefined) => Object.values(linksIn(mail))[0] ?? ''
const tokenIn = (link = '') => new URL(link).searchParams.get('sign-up') ?? ''
const press = (token: string, choice: string) =>
  choose(requestOf('/api/newsletter-choice', new URLSearchParams({ 'sign-up': token, choice })))
const setBack = async (days: number) => {
  const created_at = new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()
  await (await store()).db.updateTable('enquiries').set({ created_at }).execute()
}
const kept = async () => {
  const [row] = await enquiries()
  return { state: row?.state, ...JSON.parse(row?.fields ?? '') }
}

onSqlite(() => {
  const own = useMailService()
  beforeEach(() => {
    service = own
    setEnvironment(withConfirmation)
  })

  describe('A sign-up for the newsletter', () => {
    test('is mailed to the office once it is confirmed, with the record of consent, and ended by one press', async () => {
      await signUp()
      expect(await service.mails()).toHaveLength(1)
      const asked = await latest()
      expect(asked).toMatchObject({ to: asha.email, subject: expect.stringMatching(/^Please confirm/) })
      expect(JSON.stringify(asked)).not.toContain('Asha')
      const token = tokenIn(linkOf(asked))
      expect(await signUpBehind(token)).toBe('unconfirmed')

      const answers = await Promise.all([press(token, 'confirm'), press(token, 'confirm')])
      expect(answers.map(({ status }) => status)).toEqual([303, 303])
      await deliverDue(mailKinds)
      expect(await latest()).toMatchObject({ to: 'hello@example.org', reply_to: asha.email })
      expect(await latestFacts()).toMatchObject({
        Name: asha.name,
        'Email address': asha.email,
        'Agreed to': agreed,
        Confirmed: expect.stringMatching(/^\d{4}-/),
        'Link to unsubscribe, for the foot of every newsletter': linkOf(asked),
      })
      expect(await kept()).toMatchObject({ state: 'confirmed', agreed, language: 'en', confirmed: expect.any(String) })

      await press(token, 'unsubscribe')
      await press(token, 'unsubscribe')
      await press(token, 'confirm')
      await deliverDue(mailKinds)
      expect(await service.mails()).toHaveLength(3)
      expect(onOneLine((await latest())?.text ?? '')).toContain('has unsubscribed')
      expect(await latestFacts()).toMatchObject({ 'Email address': asha.email, Form: 'newsletter-unsubscribed' })
      expect(await kept()).toMatchObject({ state: 'unsubscribed', unsubscribed: expect.any(String) })
      expect(await enforceRetention()).toBe(1)
      expect(await kept()).toEqual({ state: 'erased' })
      expect(await signUpBehind(token)).toBe('ended')
    })

    test('that nobody confirms is erased after the days that the mail and the privacy policy name', async () => {
      await signUp()
      expect(onOneLine((await latest())?.text ?? '')).toContain('within 7 days')
      const policy = page('/PrivacyPolicy')?.blocks.find((block) => 'id' in block && block.id === 'newsletter')
      expect(JSON.stringify(policy)).toContain('nobody confirms is erased after 7 days')
      await setBack(6.9)
      expect(await enforceRetention()).toBe(0)
      await setBack(7.1)
      expect(await enforceRetention()).toBe(1)
      expect(await kept()).toEqual({ state: 'erased' })
    })

    const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
    test.each<[string, BodyInit | undefined, Record<string, string>]>([
      ['as RFC 8058 asks', 'List-Unsubscribe=One-Click', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['as multipart', new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }).toString(), multipart],
      ['as multipart with another boundary', '--y\r\nList-Unsubscribe=One-Click\r\n--y--', multipart],
      ['as text', 'List-Unsubscribe=One-Click', { 'content-type': 'text/plain; charset=utf-16' }],
      ['as broken JSON', '{', { 'content-type': 'application/json' }],
      ['compressed', 'x', { 'content-encoding': 'gzip', 'content-type': 'application/x-www-form-urlencoded' }],
      ['with far too much', 'x'.repeat(200_000), {}],
      ['without a body', undefined, {}],
      ['with a choice that is not its own', 'choice=confirm', { 'content-type': 'application/x-www-form-urlencoded' }],
      [
        'from another site',
        'List-Unsubscribe=One-Click',
        { 'sec-fetch-site': 'cross-site', origin: 'https://a.example' },
      ],
      ['from a page without an origin', 'List-Unsubscribe=One-Click', { 'sec-fetch-site': 'cross-site' }],
      ['with a key that cannot be used', 'List-Unsubscribe=One-Click', { 'idempotency-key': '?' }],
    ])('can be ended in one click by a mail program: %s', async (_, body, headers) => {
      await signUpAndConfirm()
      const { pathname, search } = new URL(
        (await latestFacts())['One-click address, for its header List-Unsubscribe'] ?? '',
      )
      for (const end of ['', '.', '%3E']) {
        const response = await choose(requestOf(pathname + search + end, body, headers))
        expect([response.status, response.headers.get('location')]).toEqual([204, null])
      }
      expect(await kept()).toMatchObject({ state: 'unsubscribed' })
    })

    test('is not ended by opening its one-click address, which leads to the button, or by one of another sign-up', async () => {
      await signUpAndConfirm()
      const address = (await latestFacts())['One-click address, for its header List-Unsubscribe'] ?? ''
      expect((await open(new Request(address))).headers.get('location')).toBe(
        new URL(linkOf(await firstMail())).pathname + new URL(linkOf(await firstMail())).search,
      )
      const forged = address.replace(/.$/, (letter) => (letter === 'A' ? 'E' : 'A'))
      expect((await choose(requestOf(forged.slice('http://localhost:3000'.length), ''))).status).toBe(404)
      expect(await kept()).toMatchObject({ state: 'confirmed' })
    })

    const spellings = [
      'asha@bücher.example',
      ' Asha@BÜCHER.example ',
      'asha@xn--bcher-kva.example',
      'asha+news@bücher.example',
      'ａｓｈａ@bücher.example',
      'asha＠bücher.example',
      'as\u200bha@bücher.example',
    ]
    const file = async () => {
      const rows = []
      for await (const page of confirmedSignUps()) rows.push(...page)
      return rows.map(({ fields }) => fields.email)
    }

    test('of one mailbox in any spelling is one row of the file and one mail to the office, and one press ends all', async () => {
      const tokens: string[] = []
      for (const email of spellings) {
        await (await store()).db.deleteFrom('rate_limits').execute()
        expect([email, (await signUpAsJson({ ...asha, email })).status]).toEqual([email, 202])
        await deliverDue(mailKinds)
        tokens.push(tokenIn(linkOf(await latest())))
        if (email !== spellings.at(-1)) await press(tokens.at(-1) ?? '', 'confirm')
        await deliverDue(mailKinds)
        expect(await file()).toHaveLength(1)
      }
      await signUpAsJson({ ...asha, email: 'asha@other.example' })
      await deliverDue(mailKinds)
      await press(tokenIn(linkOf(await latest())), 'confirm')
      await deliverDue(mailKinds)
      expect(await file()).toEqual(['asha@bücher.example', 'asha@other.example'])
      const toOffice = async () => (await service.mails()).filter(({ to }) => to === 'hello@example.org').length
      expect(await toOffice()).toBe(2)

      await press(tokens[1] ?? '', 'unsubscribe')
      await press(tokens.at(-1) ?? '', 'confirm')
      expect(await file()).toEqual(['asha@other.example'])
      for (const token of tokens) expect(await signUpBehind(token)).toBe('ended')
      expect(await getsNewsletter('Asha@bücher.example')).toBe(false)
      await deliverDue(mailKinds)
      expect(await enforceRetention()).toBe(spellings.length)
    })

    test('is mailed in the language of its page', async () => {
      await signUp('hi')
      const mail = await latest()
      expect(new URL(linkOf(mail)).pathname).toBe('/hi/forms/newsletter/yours')
      expect(mail?.text).toMatch(/लिंक/)
      expect(mail?.html).toContain('<html lang="hi"')
      expect((await kept()).agreed).toMatch(/सदस्यता/)
    })

    test('of an address that is typed again and again is mailed three times a day', async () => {
      for (let times = 0; times < 5; times += 1) await signUp()
      expect(await service.mails()).toHaveLength(3)
    })

    test('is not changed by a link that this site has not signed', async () => {
      await signUp()
      const [row] = await enquiries()
      for (const token of ['', 'x', `${row?.id}.${'A'.repeat(43)}`]) {
        const response = await press(token, 'confirm')
        expect([response.status, response.headers.get('location')]).toEqual([
          303,
          '/forms/newsletter/yours?result=confirm',
        ])
        expect(await signUpBehind(token)).toBe('unknown')
      }
      expect(await kept()).toMatchObject({ state: 'unconfirmed' })
    })

    test('goes to the office at once where a link would lead nowhere, with the words agreed to', async () => {
      setEnvironment({ SITE_URL: undefined })
      await signUp()
      expect(await service.mails()).toHaveLength(1)
      expect(await latestFacts()).toMatchObject({ 'Email address': asha.email, 'Agreed to': agreed })
      expect(await latestFacts()).not.toHaveProperty('Confirmed')
    })
  })
})
