import { renderToStaticMarkup } from 'react-dom/server'
import { Document } from '#app/document.tsx'
import PageError from '#components/layout/page-error.tsx'
import { inLanguage } from '#lib/platform/languages/current.ts'
import type { Language } from '#lib/platform/languages/index.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { decoded } from '#tests/support/visible-text.ts'

afterEach(() => Reflect.deleteProperty(globalThis, 'document'))

/** What the browser shows when a page in this language fails. */
function failedPage(lang: Language): string {
  const page = inLanguage(lang, () => renderToStaticMarkup(<Document language={lang}>A page</Document>))
  const failure = /data-failure="([^"]*)"/.exec(page)?.[1]
  const documentElement = { lang, dataset: { ...(failure && { failure: decoded(failure) }) } }
  Object.assign(globalThis, { document: { documentElement } })
  const error = Object.assign(new Error('Broken'), { digest: 'F-7KQM-2X9D' })
  return renderToStaticMarkup(<PageError error={error} retry={() => undefined} />)
}

test.each([
  ['en', 'en-GB', ''],
  ['hi', 'hi-IN', '/hi'],
  ['sw', 'sw-KE', '/sw'],
] as const)('a page in %s that fails in the browser says so in its language', (lang, locale, prefix) => {
  const { failure, frame } = textsIn(locale)
  const html = failedPage(lang)
  const said = html.replace(/<[^>]*>/g, '')
  for (const text of [failure.title, failure.browser.replace(/<\/?link>/g, ''), failure.tryAgain, frame.home])
    expect(said).toContain(text)
  expect(said).toContain(failure.reference.replace('{reference}', 'F-7KQM-2X9D'))
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([`${prefix}/ContactUs`, prefix || '/'])
})
