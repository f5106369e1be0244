import { readFileSync } from 'node:fs'
import path from 'node:path'
import { receiptMail } from '#lib/giving/receipts/mail.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { languageCodes } from '#lib/platform/languages/index.ts'
import { store } from '#lib/platform/store/index.ts'
import { lawyerQuestions } from '#lib/site/content/checks/samples.ts'
import { lawOn, receiptTerms, stateDisclosures } from '#lib/site/content/index.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { lawWords, stateWords } from '#lib/site/content/placeholders.ts'
import { publicationChanges } from '#lib/site/content/publication.ts'
import { onOneLine } from '#tests/support/mail-text.ts'
import { giftRow, useFreshStore as inFreshStores, setEnvironment } from '#tests/support/store.ts'

inFreshStores()

const law = {
  terms: [
    {
      id: 'section',
      general: 'the rules',
      periods: [
        { words: 'section 80G' },
        { from: '2026-04-01', words: 'section 133', sample: ['words'] },
        { from: '2030-04-01', words: 'section 7', until: '2031-03-31', confirmedBy: 'A. Lawyer' },
      ],
    },
  ],
  disclosures: [
    { state: 'Ohio', text: 'Ask us.', source: 'https://ohio.test', sample: ['text'] },
    {
      state: 'Utah',
      text: 'Call.',
      source: 'https://utah.test',
      from: '2027-01-01',
      until: '2027-12-31',
      receipt: true as const,
    },
    { state: 'Iowa', source: 'https://iowa.test' },
  ],
}
const lastMoment = new Date('2026-03-31T18:29:59Z')
const firstMoment = new Date('2026-03-31T18:30:00Z')

test.each([
  ['2026-03-31', false, 'section 80G'],
  ['2026-04-01', false, 'the rules'],
  ['2026-04-01', true, 'section 133'],
  ['2030-04-01', false, 'section 7'],
  ['2031-04-01', false, 'the rules'],
])('on %s, with unconfirmed words shown %p, the law says %s', (day, unconfirmed, words) => {
  expect(lawWords(law, day, unconfirmed).get('section')).toBe(words)
})

test('the words of a state are shown from their day on, and unconfirmed ones only in demos', () => {
  const utah = { state: 'Utah', text: 'Call.', receipt: true, isSample: false }
  expect(stateWords(law, '2026-12-31', false)).toEqual([])
  expect(stateWords(law, '2027-01-01', false)).toEqual([utah])
  expect(stateWords(law, '2028-01-01', false)).toEqual([])
  expect(stateWords(law, '2027-01-01', true)).toEqual([
    { state: 'Ohio', text: 'Ask us.', receipt: false, isSample: true },
    utah,
  ])
})

test('pages are rendered again when the law changes in India', () => {
  const loaded = loadContent(path.resolve('content'))
  if (!loaded.ok) throw new Error('The content has mistakes')
  expect(publicationChanges(loaded.content, new Date('2026-01-01'))).toContain(firstMoment.getTime())
})

test.each(languageCodes)('in %s, a gift is named by the law of its day, and the new law is a sample', (language) => {
  inLanguage(language, () => {
    expect(lawOn(lastMoment).get('section')).toMatch(/80G/)
    expect(lawOn(firstMoment).get('section')).not.toMatch(/133/)
    setEnvironment({ SAMPLE_NOTICE: '1' })
    expect(lawOn(lastMoment).get('certificate')).toMatch(/10BE/)
    const { gift, sponsorship } = receiptTerms('INR', firstMoment)
    expect(gift + sponsorship).toMatch(/133[\s\S]*114[\s\S]*133/)
    expect(gift + sponsorship).not.toContain('{law')
  })
})

test('only demos show donors what states want to be read, and say that no lawyer has confirmed it', () => {
  expect(stateDisclosures('USD')).toEqual([])
  setEnvironment({ SAMPLE_NOTICE: '1' })
  const shown = stateDisclosures('USD')
  expect(shown.every(({ isSample }) => isSample)).toBe(true)
  expect(shown.map(({ state }) => state)).toEqual(expect.arrayContaining(['Florida', 'New Jersey', 'West Virginia']))
  for (const { state, text } of shown) {
    expect(text).not.toMatch(/[{}]|to be announced/)
    if (state === 'Florida' || state === 'New Jersey') expect(text).toMatch(/^[A-Z\W]{150}/)
  }
  expect(stateDisclosures('INR')).toEqual([])
  // Not even a demo puts them on receipts, which are sent.
  expect(receiptTerms('USD')).not.toHaveProperty('disclosures')
})

test('a state without words is a question for a lawyer, and each of the others has a source', () => {
  const loaded = loadContent(path.resolve('content'))
  if (!loaded.ok) throw new Error('The content has mistakes')
  const { disclosures } = loaded.content.law
  expect(disclosures.length).toBeGreaterThanOrEqual(25)
  const questions = lawyerQuestions(readFileSync('content/giving/law.yaml', 'utf8').split('\ndisclosures:')[1] ?? '')
  expect(questions).toHaveLength(disclosures.length)
  for (const { text, sample, review } of disclosures) expect(text ? sample : review).toBeTruthy()
})

test('the questions for a lawyer have their line, and end where the next one begins', () => {
  expect(lawyerQuestions('a: 1\n  # Lawyer: Is it\n  # so?\n# Lawyer: And that?\nb: 2\n# No question.\n')).toEqual([
    { line: 2, question: 'Is it so?' },
    { line: 4, question: 'And that?' },
  ])
})

test('a receipt has the words of the day of the gift, not of the day on which it is sent', async () => {
  setEnvironment({ SAMPLE_NOTICE: '1' })
  const { db } = await store()
  await db
    .insertInto('gifts')
    .values([
      giftRow('old', { occurred_at: lastMoment.toISOString() }),
      giftRow('new', { occurred_at: firstMoment.toISOString() }),
    ])
    .execute()
  const statementOf = async (id: string) => onOneLine((await receiptMail.compose(id))?.text ?? '')
  expect(await statementOf('old')).toMatch(/section 80G of the Income-tax Act, 1961[\s\S]*Form 10BE\./)
  expect(await statementOf('new')).toMatch(/section 133 of the Income-tax Act, 2025[\s\S]*Form 114/)
})
