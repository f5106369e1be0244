import { currentLanguage, inLanguage } from '#lib/platform/languages/current.ts'
import {
  addressIn,
  directionOf,
  isLanguage,
  languageCodes,
  languages,
  readLanguage,
  splitAddress,
} from '#lib/platform/languages/index.ts'

test.each([
  ['/', '/hi'],
  ['/?light=1', '/hi?light=1'],
  ['/#stories', '/hi#stories'],
  ['/India', '/hi/India'],
  ['/give?page=India&section=hero', '/hi/give?page=India&section=hero'],
  ['/India#stories', '/hi/India#stories'],
  ['/hi/India', '/hi/India'],
  ['/sw', '/sw'],
  ['/api/enquiries', '/api/enquiries'],
  ['/media/report.pdf', '/media/report.pdf'],
  ['#stories', '#stories'],
  ['//example.org/India', '//example.org/India'],
  ['https://example.org/India', 'https://example.org/India'],
  ['mailto:hello@example.org', 'mailto:hello@example.org'],
])('%s is %s for readers of Hindi, and unchanged for readers of English', (href, inHindi) => {
  expect(addressIn('hi', href)).toBe(inHindi)
  expect(addressIn('en', href)).toBe(href)
})

test.each([
  ['/', 'en', '/'],
  ['/India', 'en', '/India'],
  ['/hi', 'hi', '/'],
  ['/hi/', 'hi', '/'],
  ['/HI/India', 'hi', '/India'],
  ['//sw/India', 'sw', '/India'],
  ['/Hindi/x', 'en', '/Hindi/x'],
  ['/constructor', 'en', '/constructor'],
])('%s is %s at %s', (pathname, language, address) => expect(splitAddress(pathname)).toEqual({ language, address }))

test('a form with an unknown language was sent in English', () => {
  for (const language of [undefined, '', 'xx', ['hi'], 'toString']) expect(readLanguage(language)).toBe('en')
  expect(readLanguage('hi')).toBe('hi')
})

test('every language has a locale of its own for dates and numbers, and a direction', () => {
  for (const language of languageCodes) {
    const { locale } = languages[language]
    expect(isLanguage(new Intl.Locale(locale).language)).toBe(true)
    expect(Intl.DateTimeFormat.supportedLocalesOf([locale])).toEqual([locale])
  }
  expect(['en', 'hi', 'sw', 'ar', 'ur'].map(directionOf)).toEqual(['ltr', 'ltr', 'ltr', 'rtl', 'rtl'])
})

test('what a request starts stays in its language, and nothing else is', async () => {
  const later = async () => {
    await Promise.resolve()
    return currentLanguage()
  }
  expect(await Promise.all([inLanguage('hi', later), later(), inLanguage('sw', later)])).toEqual(['hi', 'en', 'sw'])
})
