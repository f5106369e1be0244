/** What expires: hidden after its last day, with what depends on it, and told before. */

import { enqueueExpiries, expiryMail } from '#lib/contact/notices/expiry.ts'
import { donationTerms } from '#lib/giving/donation/terms.ts'
import { receiptMail } from '#lib/giving/mails/receipt.ts'
import { claims as claimsDesk } from '#lib/office/desks/claims.ts'
import { dayMs, now, stopClock } from '#lib/platform/clock.ts'
import { store } from '#lib/platform/store/index.ts'
import { checkClaims, claimsOf } from '#lib/site/content/claims.ts'
import {
  hasExpiredToday,
  lawOn,
  page,
  receiptTerms,
  stateDisclosures,
  transferAccount,
} from '#lib/site/content/index.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { parseChanged } from '#lib/site/content/parse.ts'
import { publicationChanges } from '#lib/site/content/publication.ts'
import { rowsIn } from '#tests/support/desk.ts'
import { giftRow, useFreshStore as inFreshStores, insert, setEnvironment } from '#tests/support/store.ts'
import { changeContent, charityFolder } from '#tests/unit/content/changed-content.ts'

jest.mock('#lib/platform/env/charity-folder.ts', () => jest.requireActual('#tests/unit/content/changed-content.ts'))

const start = '2026-11-25T12:00:00Z'
const yearAhead = '2027-11-25T12:00:00Z'
const confirmed = 'source: https://register.example.org\n        confirmedBy: A. Lawyer, 20 November 2026\n'

/** An approval and an FCRA registration of India, the words of the law, a state, a block and an account, each with an end. */
const withEnds = {
  'giving/receipts.yaml': [
    [
      `kind: approval\n        value: To be announced\n        sample: true\n`,
      `kind: approval\n        value: AAATL1234F20231\n        date: "2023-05-21"\n        until: "2027-03-31"\n        ${confirmed}`,
    ],
    [
      `kind: fcra\n        value: To be announced\n        sample: true\n`,
      `kind: fcra\n        value: "083930123"\n        until: "2027-02-28"\n        ${confirmed}`,
    ],
  ],
  'giving/law.yaml': [
    [
      `        words: section 133 of the Income-tax Act, 2025 (formerly section 80G)\n        sample: [words]\n`,
      `        words: section 133 of the Income-tax Act, 2025 (formerly section 80G)\n        until: "2027-03-31"\n        ${confirmed}`,
    ],
    [
      `    source: https://code.wvlegislature.gov/29-19-8/\n    sample: [text]\n`,
      `    source: https://code.wvlegislature.gov/29-19-8/\n    from: "2026-01-01"\n    until: "2027-01-31"\n    confirmedBy: A. Lawyer\n`,
    ],
  ],
  'pages/Donate.yaml': [[`    reviewBy: "2027-01-15"\n`, `    until: "2026-12-31"\n`]],
  'giving/transfers.yaml': [
    [
      `      sample: [merchantCode]\n    sample: true\n`,
      `    until: "2027-06-30"\n    source: The bank's letter\n    confirmedBy: The treasurer\n`,
    ],
    ['Sample Bank, Mumbai', 'Bank of the test'],
    ['sample.charity@samplebank', 'charity@bank'],
  ],
  'pages/DonateIndia.yaml': [['citizenship: true', 'citizenship: false']],
} as const

inFreshStores()
beforeAll(() => changeContent(withEnds))
beforeEach(() => stopClock(start))
afterEach(() => stopClock(undefined))

const parse = parseChanged()
const loaded = () => {
  const found = loadContent(`${charityFolder}/content`, { parse })
  if (!found.ok)
    throw new Error(found.problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'))
  return found.content
}

/** What visitors and donors get of each now. */
const shown = () => ({
  approval: receiptTerms('INR').registrations.some(({ kind }) => kind === 'approval'),
  tax: !hasExpiredToday('approval', 'INR'),
  asksCitizenship: donationTerms('INR').citizens !== null,
  law: /133/.test(lawOn(now()).get('section') ?? ''),
  state: stateDisclosures('USD').some(({ state }) => state === 'West Virginia'),
  block: page('/Donate')?.blocks.some((block) => 'id' in block && block.id === 'tax'),
  account: transferAccount('INR') !== undefined,
})

test('a year later, what has expired is gone with what depends on it', () => {
  const everything = { approval: true, tax: true, law: true, state: true, block: true, account: true }
  expect(shown()).toEqual({ ...everything, asksCitizenship: false })
  stopClock(yearAhead)
  const nothing = { approval: false, tax: false, law: false, state: false, block: false, account: false }
  expect(shown()).toEqual({ ...nothing, asksCitizenship: true })
})

test.each([
  ['the notice of a state ends at midnight in the USA', '2027-02-01T04:59:59Z', '2027-02-01T05:00:00Z', 'state'],
  ['the words of the law of India end at midnight there', '2027-03-31T18:29:59Z', '2027-03-31T18:30:00Z', 'law'],
] as const)('%s', (_, last, first, what) => {
  stopClock(last)
  expect(shown()[what]).toBe(true)
  stopClock(first)
  expect(shown()[what]).toBe(false)
})

test('pages are rendered again on the day after', () => {
  const moments = publicationChanges(loaded(), new Date(start))
  for (const moment of ['2027-03-31T18:30:00Z', '2027-02-01T05:00:00Z', '2027-01-01T05:00:00Z'])
    expect(moments).toContain(Date.parse(moment))
})

test('a receipt names the approval of the day of its gift, whenever it is sent', async () => {
  await insert(
    'gifts',
    giftRow('valid', { occurred_at: '2027-03-31T18:29:59.000Z' }),
    giftRow('lapsed', { occurred_at: '2027-03-31T18:30:00.000Z' }),
  )
  stopClock(yearAhead)
  const text = async (id: string) => (await receiptMail.compose(id))?.text
  expect(await text('valid')).toContain('AAATL1234F20231')
  expect(await text('lapsed')).not.toContain('AAATL1234F20231')
})

test('the office and the operators are told 90, 30 and 7 days before the end, and once after it', async () => {
  setEnvironment({
    EMAILJS_SERVICE_ID: 's',
    EMAILJS_PUBLIC_KEY: 'k',
    EMAILJS_PRIVATE_KEY: 'p',
    EMAILJS_TEMPLATE: 't',
    ALERT_EMAIL: 'operator@example.org',
    SUMMARY_EMAIL: 'office@example.org, operator@example.org',
  })
  const { db } = await store()
  const told: string[] = []
  for (let days = 0; days < 75; days += 1) {
    stopClock(new Date(Date.parse(start) + days * dayMs))
    // On two servers.
    await Promise.all([enqueueExpiries(), enqueueExpiries()])
    const rows = await db.selectFrom('outbox').selectAll().where('kind', '=', 'expiry').execute()
    expect(rows.length).toBeLessThanOrEqual(1)
    for (const { subject_id, payload } of rows) {
      const mail = await expiryMail.compose(subject_id, JSON.parse(payload ?? ''))
      expect(mail?.to).toBe('operator@example.org, office@example.org')
      if (mail?.text.includes('West Virginia'))
        told.push(
          mail.text
            .split('\n\n')
            .find((part) => part.startsWith('West Virginia'))
            ?.replace(/\s+/g, ' ') ?? '',
        )
    }
    await db.deleteFrom('outbox').execute()
  }
  expect(told.map((text) => text.replace(/ content\/.*/, ''))).toEqual([
    'West Virginia is valid until 2027-01-31 (67 days left).',
    'West Virginia is valid until 2027-01-31 (30 days left).',
    'West Virginia is valid until 2027-01-31 (7 days left).',
    'West Virginia was valid until 2027-01-31. Visitors no longer see it, and receipts of later gifts do not name it.',
  ])
})

const listed = async (asked: Record<string, string>) =>
  (await rowsIn(claimsDesk, asked)).map(({ cells }) => ({ cells: Object.values(cells).map(String) }))

test('the office has one list, those that end first on top, with who confirmed them', async () => {
  const rows = await listed({})
  const texts = rows.map(({ cells }) => cells)
  expect(texts[0]).toEqual(expect.arrayContaining(['Your gift and your tax in the USA', '2026-12-31', 'Ends soon']))
  const approval = texts.find(([what]) => String(what).startsWith('Approval'))
  expect(approval).toEqual(expect.arrayContaining(['2027-03-31', 'A. Lawyer, 20 November 2026', 'Valid']))
  expect(approval?.[1]).toMatch(/^content\/giving\/receipts\.yaml:\d+ receipts\.INR\.registrations/)
  const samples = await listed({ state: 'sample' })
  expect(samples.length).toBeGreaterThan(10)
  expect(samples.every(({ cells }) => cells.at(-1) === 'Sample')).toBe(true)
})

test('what is replaced by its successor is not in the list', () => {
  const after = `        label: "{law:approval}"\n        kind: approval\n        value: AAATL1234F20271\n        from: "2027-04-01"\n        until: "2032-03-31"\n        ${confirmed}`
  changeContent({
    ...withEnds,
    'giving/receipts.yaml': [
      ...withEnds['giving/receipts.yaml'],
      ['      - label: 12A registration\n', `      - ${after.trimStart()}      - label: 12A registration\n`],
    ],
  })
  const approvals = claimsOf(loaded().entries).filter(({ what, where }) => what === '{law:approval}' && where)
  expect(approvals.map(({ until }) => until)).toEqual(['2032-03-31'])
  expect(receiptTerms('INR', new Date('2027-04-01T00:00:00Z')).registrations).toContainEqual(
    expect.objectContaining({ value: 'AAATL1234F20271' }),
  )
})

test('what is not a sample any more has a source, an end, and somebody who confirmed it', () => {
  changeContent({
    'giving/receipts.yaml': [
      [
        `kind: fcra\n        value: To be announced\n        sample: true\n`,
        `kind: fcra\n        value: "083930123"\n`,
      ],
    ],
  })
  const messages = checkClaims(loaded().entries).map(({ field, message }) => `${field} ${message}`)
  expect(messages).toEqual([
    expect.stringMatching(/registrations\[5\] needs source, confirmedBy, until or reviewBy: .*review$/),
  ])
})
