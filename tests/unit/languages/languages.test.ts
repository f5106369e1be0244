import { currentLanguage, inLanguage } from '#lib/platform/languages/current.ts'
import { addressIn, readLanguage, splitAddress } from '#lib/platform/languages/index.ts'

test.each([
  ['/', '/hi'],
  ['/give?page=India&section=hero', '/hi/give?page=India&section=hero'],
  ['/India#stories', '/hi/India#stories'],
  ['/hi/India', '/hi/India'],
  ['/api/enquiries', '/api/enquiries'],
  ['/media/report.pdf', '/media/report.pdf'],
  ['#stories', '#stories'],
  ['https://example.org/India', 'https://example.org/India'],
])('%s is %s for readers of Hindi, and unchanged for readers of English', (href, inHindi) => {
  expect(addressIn('hi', href)).toBe(inHindi)
  expect(addressIn('en', href)).toBe(href)
})

test.each([
  ['/', 'en', '/'],
  ['/hi/', 'hi', '/'],
  ['/HI/India', 'hi', '/India'],
  ['/Hindi/x', 'en', '/Hindi/x'],
  ['/constructor', 'en', '/constructor'],
])('%s is %s at %s', (pathname, language, address) => expect(splitAddress(pathname)).toEqual({ language, address }))

test('a form with an unknown language was sent in English', () => {
  for (const language of [undefined, '', 'xx', ['hi'], 'toString']) expect(readLanguage(language)).toBe('en')
  expect(readLanguage('hi')).toBe('hi')
})

test('what a request starts stays in its language, and nothing else is', async () => {
  const later = async () => {
    await Promise.resolve()
    return currentLanguage()
  }
  expect(await Promise.all([inLanguage('hi', later), later(), inLanguage('sw', later)])).toEqual(['hi', 'en', 'sw'])
})
