import { inLanguage } from '#lib/platform/languages/current.ts'
import { callTexts, hasCampPicture, smsSize, speakingTime } from '#lib/site/camps/call-kit.ts'
import type { PlannedCamp } from '#lib/site/content/event-schema.ts'

test.each([
  ['nothing', '', 'GSM-7', 0, 1],
  ['160 letters fit one message', 'a'.repeat(160), 'GSM-7', 160, 1],
  ['161 letters need two', 'a'.repeat(161), 'GSM-7', 161, 2],
  ['306 letters fill two parts of 153', 'a'.repeat(306), 'GSM-7', 306, 2],
  ['307 letters need three', 'a'.repeat(307), 'GSM-7', 307, 3],
  ['an extension character counts as two', `${'a'.repeat(158)}€`, 'GSM-7', 160, 1],
  ['and may be what is too much', `${'a'.repeat(159)}€`, 'GSM-7', 161, 2],
  ['a part never ends between an escape and its character', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 'GSM-7', 306, 3],
  ['letters of the default alphabet that are not English', 'àéñöß¿ΔΩ', 'GSM-7', 8, 1],
  ['70 letters of Devanagari fit one message', 'क'.repeat(70), 'UCS-2', 70, 1],
  ['71 need two', 'क'.repeat(71), 'UCS-2', 71, 2],
  ['135 need three parts of 67', 'क'.repeat(135), 'UCS-2', 135, 3],
  ['one letter outside makes all of it UCS-2', `${'a'.repeat(70)}ç`, 'UCS-2', 71, 2],
  ['a character of two units is never divided', `${'क'.repeat(66)}😀${'क'.repeat(66)}`, 'UCS-2', 134, 3],
] as const)('%s', (_what, text, alphabet, units, parts) => {
  expect(smsSize(text)).toEqual({ alphabet, units, parts })
})

const camp: PlannedCamp = {
  id: 'first',
  title: 'First',
  country: 'Kenya',
  place: 'Uasin Gishu County Hospital, Eldoret',
  zone: 'Africa/Nairobi',
  from: '2027-03-01',
  until: '2027-03-12',
  summary: 'Surgery.',
  needs: [],
  updated: '2026-11-22',
}
const source = { organisation: 'Mended Bowl', phone: '+254 20 000 0100', isSample: false }

test('both texts name the days, the place and the number as the file has them', () => {
  const texts = callTexts(camp, source)
  expect(texts.sms).toBe(
    'Mended Bowl: free cleft lip and palate surgery for all ages, 1-12 March 2027, Uasin Gishu County Hospital, Eldoret. Call +254 20 000 0100',
  )
  for (const part of ['12 March 2027', camp.place, source.phone]) expect(texts.radio).toContain(part)
})

test.each(['en', 'sw'] as const)('the message in %s keeps to the short alphabet', (language) => {
  expect(smsSize(inLanguage(language, () => callTexts(camp, source)).sms).alphabet).toBe('GSM-7')
})

test.each(['en', 'hi', 'sw'] as const)('a sample says so first in both texts of %s', (language) => {
  const texts = inLanguage(language, () => callTexts(camp, { ...source, isSample: true }))
  for (const text of [texts.sms, texts.radio]) expect(text).toMatch(/^(SAMPLE|नमूना|SAMPULI): /)
})

test('without a number, the texts name none', () => {
  const { sms, radio } = callTexts(camp, { ...source, phone: undefined })
  for (const text of [sms, radio]) expect(text).not.toMatch(/call|none/i)
})

test.each(['en', 'hi', 'sw'] as const)('the text for the radio in %s is read in 30 seconds', (language) => {
  const said = speakingTime(inLanguage(language, () => callTexts(camp, source)).radio)
  expect(said.words).toBeGreaterThan(30)
  expect(said.seconds).toBeLessThanOrEqual(30)
})

test('each digit counts as a word, and a sign alone as none', () => {
  expect(speakingTime('Call +254 20 – now')).toEqual({ words: 7, seconds: 3 })
})

test('a picture is drawn in the languages whose letters our fonts have', () => {
  expect(['en', 'hi', 'sw'].filter((language) => hasCampPicture(language as 'en'))).toEqual(['en', 'sw'])
})
