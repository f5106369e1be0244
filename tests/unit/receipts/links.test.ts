/** A mailed link works whatever mail programs and people leave around it: its token has one form, which one function reads. */
import { randomUUID } from 'node:crypto'
import { siteRouter } from '#app/routing.ts'
import { readSignUpToken } from '#lib/contact/enquiries/newsletter.ts'
import { cancelledAddress, cancelledAttempt } from '#lib/giving/checkout/form-start.ts'
import {
  giftsToken,
  readGiftsToken,
  readReportsToken,
  readStopToken,
  reportsToken,
  stopToken,
} from '#lib/giving/receipts/links.ts'
import { linkToken as signInToken } from '#lib/office/access/sign-in.ts'
import { readQuery } from '#lib/office/desks/desk.ts'
import { desks } from '#lib/office/desks/desks.ts'
import { signedToken } from '#lib/platform/signed.ts'

const after = '. ) , > &amp; =3D \' " » ; ! ] * : ? … । 。 _ - ** )., %3E %0A &gt; = \u00a0 \u200b </a>'.split(' ')
const before = ['=', '3D', '<', '"', '\u200b']
/** As a browser sends it. */
const ends = after.map((end) => (end.startsWith('%') ? end : encodeURI(end)))
const around = (link: string) => [
  ...ends.map((end) => link + end),
  ...before.map((start) => link.replace(/=(?=[^=]*$)/, `=${encodeURI(start)}`)),
]

const id = randomUUID()
const session = `tf_${'Ab9'.repeat(14)}Q`

const links: [kind: string, link: string, field: string, read: (token: string) => unknown, held: unknown][] = [
  ['stop a monthly gift', `/stop-gift?gift=${stopToken('sub_1')}`, 'gift', readStopToken, 'sub_1'],
  ['stop a standing order', `/hi/stop-gift?gift=${stopToken('G-7KQM-2X9D')}`, 'gift', readStopToken, 'G-7KQM-2X9D'],
  ['your gifts', `/your-gifts?link=${giftsToken(id)}`, 'link', readGiftsToken, { giftId: id, expired: false }],
  ['end reports', `/your-gifts?reports=${reportsToken(id)}`, 'reports', readReportsToken, id],
  ['newsletter', `/forms/newsletter/yours?sign-up=${signedToken('newsletter', id)}`, 'sign-up', readSignUpToken, id],
  ['sign in', `/office/sign-in?link=${signInToken(id)}`, 'link', (token) => token, signInToken(id)],
  ['tickets or a pledge', `/RaceRegistration/thank-you?session_id=${session}`, 'session_id', (token) => token, session],
]

test.each(links)('a link to %s works with anything around it', (_, link, field, read, held) => {
  for (const typed of around(link)) {
    const found = siteRouter.resolve({ url: typed, cookie: '' })
    const path = found.kind === 'route' ? found.path : ''
    const token = new URLSearchParams(path.split('?')[1]).get(field) ?? ''
    expect([typed, path.includes('broken-link'), read(token)]).toEqual([typed, false, held])
    // The page's forms, and a mail program, send what was in the address.
    const sent = new URL(typed, 'https://charity.test').searchParams.get(field) ?? ''
    if (field !== 'session_id' && !link.startsWith('/office')) expect([typed, read(sent)]).toEqual([typed, held])
  }
})

test('a payment that was not made is found by its return address with anything behind it', () => {
  const address = cancelledAddress('https://charity.test/DonateIndia?cancelled=1', 'G-7KQM-2X9D')
  for (const typed of around(address))
    expect([typed, cancelledAttempt(new URL(typed).searchParams.get('attempt'))]).toEqual([typed, 'G-7KQM-2X9D'])
})

test.each([
  '/your-gifts',
  '/check',
  '/GetSurgery',
  '/hi/your-gifts',
  '/',
  '/office/pledges',
  '/office/families/E-7KQM-2X9D',
])('the page %s is found with anything behind its address', (address) => {
  for (const end of ends.filter((each) => !/[?/]/.test(each))) {
    const found = siteRouter.resolve({ url: address + end, cookie: '' })
    if (address.startsWith('/office')) expect([end, found]).toMatchObject([end, { path: address }])
    else expect([end, found]).toEqual([end, { kind: 'redirect', to: address }])
  }
})

test('the mail about the quarantine leads to it, with anything behind its link', () => {
  for (const end of ends)
    expect([end, readQuery(desks.messages, new URLSearchParams(`stage=quarantined${end}`)).filters]).toEqual([
      end,
      { stage: 'quarantined' },
    ])
})

test.each<[string, (good: string) => unknown]>([
  ['nothing', () => undefined],
  ['another subject under its signature', (good) => good.replace('sub_1', 'sub_2')],
  ['a letter too many', (good) => `${good}A`],
  ['a letter too few', (good) => good.slice(0, -1)],
  ['a signature for another purpose', () => signedToken('form-started', 'sub_1')],
  ['something else that is signed for this purpose', () => signedToken('stop-gift', 'cus_1')],
])('a token is refused when it is %s', (_, token) => expect(readStopToken(token(stopToken('sub_1')))).toBeNull())
