import path from 'node:path'
import { receiptMail } from '#lib/giving/receipts/mail.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { languageCodes } from '#lib/platform/languages/index.ts'
import { store } from '#lib/platform/store/index.ts'
import { lawOn, receiptTerms } from '#lib/site/content/index.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { lawDays, lawWords } from '#lib/site/content/placeholders.ts'
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
        { from: '2030-04-01', words: 'section 7', confirmed: '2029-12-01' },
      ],
    },
  ],
}
const lastMoment = new Date('2026-03-31T18:29:59Z')
const firstMoment = new Date('2026-03-31T18:30:00Z')

test.each([
  ['2026-03-31', false, 'section 80G'],
  ['2026-04-01', false, 'the rules'],
  ['2026-04-01', true, 'section 133'],
  ['2030-04-01', false, 'section 7'],
])('on %s, with unconfirmed words shown %p, the law says %s', (day, unconfirmed, words) => {
  expect(lawWords(law, day, unconfirmed).get('section')).toBe(words)
})

test('pages are rendered again when the law changes in India', () => {
  const loaded = loadContent(path.resolve('content'))
  if (!loaded.ok) throw new Error('The content has mistakes')
  expect(lawDays(loaded.content.law)).toEqual(['2026-04-01'])
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
