/** A sign-up for the newsletter: confirmed first, once for each mailbox, and ended by one press or one click. */
import { POST as choose, GET as open } from '#app/api/newsletter-choice/route.ts'
import { getsNewsletter, signUpBehind } from '#lib/contact/enquiries/newsletter.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { newsletter } from '#lib/office/desks/lists.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { store } from '#lib/platform/store/index.ts'
import { page, site } from '#lib/site/content/index.ts'
import { rowsIn } from '#tests/support/desk.ts'
import { factsIn, linksIn, onOneLine } from '#tests/support/mail-text.ts'
import { onSqlite, setAll, setEnvironment } from '#tests/support/store.ts'
import { enquiries, requestOf, signUpAsJson, useMailService } from './support.ts'

const origin = 'http://localhost:3000'
const asha = { name: 'Asha', email: 'asha@example.org' }
const linkOf = (mail: { html: string } | undefined) => Object.values(linksIn(mail))[0] ?? ''
const press = (token: string, choice: string) =>
  choose(requestOf('/api/newsletter-choice', new URLSearchParams({ 'sign-up': token, choice })))
const kept = async () => {
  const [row] = await enquiries()
  return { state: row?.state, ...JSON.parse(row?.fields ?? '') }
}
const file = async () => (await rowsIn(newsletter, { state: 'confirmed', order: 'up' })).map(({ cells }) => cells.email)

onSqlite(() => {
  const service = useMailService()
  beforeEach(() => setEnvironment({ SITE_URL: origin }))

  /** The token of the mail that asks to confirm. */
  const signUp = async (changes: object = {}) => {
    expect((await signUpAsJson({ ...asha, ...changes })).status).toBe(202)
    await deliverDue(mailKinds)
    return new URL(linkOf((await service.mails()).at(-1)) || origin).searchParams.get('sign-up') ?? ''
  }
  const confirm = async (token: string) => {
    const answers = await Promise.all([press(token, 'confirm'), press(token, 'confirm')])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    await deliverDue(mailKinds)
    return factsIn((await service.mails()).at(-1))
  }
  const oneClick = 'One-click address, for its header List-Unsubscribe'

  test('is mailed to the office once it is confirmed, with the record of consent, and ended by one press', async () => {
    const token = await signUp()
    const [asked, ...more] = await service.mails()
    expect([asked?.to, more]).toEqual([asha.email, []])
    expect(JSON.stringify(asked)).not.toContain('Asha')
    expect(await signUpBehind(token)).toBe('unconfirmed')

    expect(await confirm(token)).toMatchObject({
      'Email address': asha.email,
      Confirmed: expect.stringMatching(/^\d{4}-/),
      'Link to unsubscribe, for the foot of every newsletter': linkOf(asked),
    })
    expect((await service.mails())[1]).toMatchObject({ to: 'hello@example.org', reply_to: asha.email })
    const consent = { agreed: expect.stringContaining('until you unsubscribe'), language: 'en' }
    expect(await kept()).toMatchObject({ state: 'confirmed', ...consent, confirmed: expect.any(String) })

    for (const choice of ['unsubscribe', 'unsubscribe', 'confirm']) await press(token, choice)
    await deliverDue(mailKinds)
    expect((await service.mails()).map(({ subject }) => subject.split(':')[0])).toEqual([
      ...['Please confirm your sign-up', 'Newsletter', 'Newsletter unsubscribed'],
    ])
    expect(await kept()).toMatchObject({ state: 'unsubscribed', unsubscribed: expect.any(String) })
    expect(await enforceRetention()).toBe(1)
    expect(await kept()).toEqual({ state: 'erased' })
    expect(await signUpBehind(token)).toBe('ended')
  })

  test('that nobody confirms is erased after the days that the mail and the privacy policy name', async () => {
    await signUp()
    const days = site().keep.unconfirmed
    expect(onOneLine((await service.mails())[0]?.text ?? '')).toContain(`within ${days} days`)
    const policy = page('/PrivacyPolicy')?.blocks.find((block) => 'id' in block && block.id === 'newsletter')
    expect(JSON.stringify(policy)).toContain(`nobody confirms is erased after ${days} days`)
    for (const [age, erased] of [
      [days - 0.1, 0],
      [days + 0.1, 1],
    ] as const) {
      await setAll('enquiries', { created_at: utcNow(-age * dayMs) })
      expect(await enforceRetention()).toBe(erased)
    }
    expect(await kept()).toEqual({ state: 'erased' })
  })

  const clicked = 'List-Unsubscribe=One-Click'
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
  test.each<[string, BodyInit | undefined, Record<string, string>]>([
    [
      'as RFC 8058 asks',
      `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--`,
      multipart,
    ],
    ['urlencoded', clicked, urlencoded],
    ['as multipart with another boundary', `--y\r\n${clicked}\r\n--y--`, multipart],
    ['as text', clicked, { 'content-type': 'text/plain; charset=utf-16' }],
    ['as broken JSON', '{', { 'content-type': 'application/json' }],
    ['compressed', 'x', { 'content-encoding': 'gzip', ...urlencoded }],
    ['with far too much', 'x'.repeat(200_000), {}],
    ['without a body', undefined, {}],
    ['with a choice that is not its own', 'choice=confirm', urlencoded],
    ['from another site', clicked, { 'sec-fetch-site': 'cross-site', origin: 'https://a.example' }],
    ['from a page without an origin', clicked, { 'sec-fetch-site': 'cross-site' }],
    ['with a key that cannot be used', clicked, { 'idempotency-key': '?' }],
  ])('is ended in one click by a mail program: %s', async (_, body, headers) => {
    const facts = await confirm(await signUp())
    for (const end of ['', '.', '%3E']) {
      const response = await choose(requestOf(facts[oneClick]?.slice(origin.length) + end, body, headers))
      expect([response.status, response.headers.get('location')]).toEqual([204, null])
    }
    expect(await kept()).toMatchObject({ state: 'unsubscribed' })
  })

  test('is not ended by opening its one-click address, which leads to the button, or by a forged one', async () => {
    const facts = await confirm(await signUp())
    const [asked] = await service.mails()
    expect(origin + (await open(new Request(facts[oneClick] ?? ''))).headers.get('location')).toBe(linkOf(asked))
    const forged = facts[oneClick]?.slice(origin.length).replace(/.$/, (letter) => (letter === 'A' ? 'E' : 'A')) ?? ''
    expect((await choose(requestOf(forged, clicked, urlencoded))).status).toBe(404)
    for (const token of ['', 'x', forged.split('=')[1] ?? '']) {
      const result = '/forms/newsletter/yours?result=unsubscribe'
      expect((await press(token, 'unsubscribe')).headers.get('location')).toBe(result)
      expect(await signUpBehind(token)).toBe('unknown')
    }
    expect(await kept()).toMatchObject({ state: 'confirmed' })
  })

  test('of one mailbox in any spelling is one row of the file and one mail to the office, and one press ends all', async () => {
    const spellings = [
      ...['asha@bücher.example', ' Asha@BÜCHER.example ', 'asha@xn--bcher-kva.example', 'asha+news@bücher.example'],
      ...['ａｓｈａ@bücher.example', 'asha＠bücher.example', 'as\u200bha@bücher.example'],
    ]
    const { db } = await store()
    const tokens: string[] = []
    for (const email of spellings) {
      await db.deleteFrom('rate_limits').execute()
      const token = await signUp({ email })
      if (tokens.push(token) < spellings.length) await confirm(token)
      expect([email, (await file()).length]).toEqual([email, 1])
    }
    await confirm(await signUp({ email: 'asha@other.example' }))
    expect(await file()).toEqual(['asha@bücher.example', 'asha@other.example'])
    expect((await service.mails()).filter(({ to }) => to === 'hello@example.org')).toHaveLength(2)

    await press(tokens[1] ?? '', 'unsubscribe')
    await press(tokens.at(-1) ?? '', 'confirm')
    expect(await file()).toEqual(['asha@other.example'])
    for (const token of tokens) expect(await signUpBehind(token)).toBe('ended')
    expect(await getsNewsletter('Asha@bücher.example')).toBe(false)
    await deliverDue(mailKinds)
    expect(await enforceRetention()).toBe(spellings.length)
  })

  test('is asked about in the language of its page, three times a day at most', async () => {
    for (let times = 0; times < 5; times += 1) await signUp({ language: 'hi' })
    const mails = await service.mails()
    expect(mails.map((mail) => new URL(linkOf(mail)).pathname)).toEqual(Array(3).fill('/hi/forms/newsletter/yours'))
    expect((await kept()).agreed).toMatch(/सदस्यता/)
  })

  test('goes to the office at once where a link would lead nowhere, with the words agreed to', async () => {
    setEnvironment({ SITE_URL: undefined })
    await signUp()
    const facts = (await service.mails()).map(factsIn)
    expect(facts).toMatchObject([{ 'Email address': asha.email, 'Agreed to': expect.stringContaining('unsubscribe') }])
    expect(facts[0]).not.toHaveProperty('Confirmed')
  })
})
