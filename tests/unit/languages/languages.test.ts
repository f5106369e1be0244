import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { currentLanguage, inLanguage } from '#lib/platform/languages/current.ts'
import { addressIn, readLanguage, splitAddress } from '#lib/platform/languages/index.ts'
import { catalogueFaults, namesIn } from '#lib/platform/messages/check.ts'
import { messages, missingMessages, textsIn } from '#lib/platform/messages/index.ts'
import { fill } from '#lib/platform/messages/texts.ts'
import en from '#messages/en.json'
import enUS from '#messages/en-US.json'
import es from '#messages/es.json'
import hi from '#messages/hi.json'
import sw from '#messages/sw.json'

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

describe('The languages of a charity with a folder of its own', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'charity-languages-'))
  afterAll(() => {
    delete process.env.CHARITY_DIR
    rmSync(folder, { recursive: true })
  })

  const english = 'languages:\n  - { code: en, name: English, locale: en-GB }\n'

  /** The modules as a process of that charity loads them. */
  function modulesWith(languages: string, catalogues: Record<string, string> = {}) {
    mkdirSync(path.join(folder, 'content/messages'), { recursive: true })
    writeFileSync(path.join(folder, 'content/languages.yaml'), languages)
    for (const [name, text] of Object.entries(catalogues))
      writeFileSync(path.join(folder, 'content/messages', name), text)
    process.env.CHARITY_DIR = folder
    let loaded: typeof import('#lib/platform/languages/index.ts') &
      typeof import('#lib/platform/messages/index.ts') &
      typeof import('#lib/platform/messages/mark-english.ts')
    jest.isolateModules(() => {
      loaded = {
        ...jest.requireActual('#lib/platform/languages/index.ts'),
        ...jest.requireActual('#lib/platform/messages/index.ts'),
        ...jest.requireActual('#lib/platform/messages/mark-english.ts'),
      }
    })
    // biome-ignore lint/style/noNonNullAssertion: isolateModules runs at once
    return loaded!
  }

  test('are those of its content, also from right to left, with English for what has no message', () => {
    const { languageCodes, languageName, splitAddress, directionOf, textsIn, missingMessages } = modulesWith(
      `${english}  - { code: ne, name: नेपाली, locale: ne-NP }\n  - { code: ar, name: العربية, locale: ar-EG }\n`,
      { 'ne.json': '{"header": {"menu": "मेनु"}}', 'en.json': '{"header": {"menu": "All pages"}}' },
    )
    expect(languageCodes).toEqual(['en', 'ne', 'ar'])
    expect([languageName('ne'), directionOf('ne'), directionOf('ar')]).toEqual(['नेपाली', 'ltr', 'rtl'])
    expect(splitAddress('/ne/Nepal')).toEqual({ language: 'ne', address: '/Nepal' })
    expect(splitAddress('/hi/India')).toEqual({ language: 'en', address: '/hi/India' })
    expect([textsIn('ne-NP').header.menu, textsIn('ar-EG').header.menu, textsIn('en-GB').header.menu]).toEqual([
      'मेनु',
      'All pages',
      'All pages',
    ])
    expect(textsIn('ne-NP').header.home).toBe(textsIn('en-GB').header.home)
    expect(missingMessages('ne')).toContain('header.home')
  })

  test('begin with the main one, whatever it is, and English is marked where it stands in', () => {
    const portuguese = 'languages:\n  - { code: pt, name: português, locale: pt-BR }\n'
    const catalogues = { 'pt.json': '{"header": {"menu": "Cardápio"}}', 'en.json': '{}' }
    for (const also of ['', '  - { code: en, name: English, locale: en-GB }\n']) {
      const site = modulesWith(portuguese + also, catalogues)
      expect([site.defaultLanguage, site.defaultLocale, site.localeIn('xx')]).toEqual(['pt', 'pt-BR', 'pt-BR'])
      expect(site.translatedLanguages).toEqual(also ? ['en'] : [])
      expect(site.splitAddress('/AboutUs')).toEqual({ language: 'pt', address: '/AboutUs' })
      expect(site.splitAddress('/en/AboutUs')).toEqual(
        also ? { language: 'en', address: '/AboutUs' } : { language: 'pt', address: '/en/AboutUs' },
      )
      expect(site.addressIn('pt', '/AboutUs')).toBe('/AboutUs')
      expect([site.readLanguage(undefined), site.readLanguage('xx')]).toEqual(['pt', 'pt'])
      const { menu, home } = site.textsIn('pt-BR').header
      expect([menu, home]).toEqual(['Cardápio', en.header.home])
      expect(site.textsIn('en-GB')).toEqual(en)
      expect([site.missingMessages('pt').includes('header.menu'), site.missingMessages('en')]).toEqual([false, []])
      const page = `<p>Cardápio</p><p>${en.search.answer}</p>`
      expect(site.markEnglish(page, 'pt')).toBe(
        page.replace(`<p>${en.search.answer}`, `<p lang="en">${en.search.answer}`),
      )
      expect(site.markEnglish(page, 'en')).toBe(page)
    }
  })

  test('mark each message that is in English, and nothing that is in theirs', () => {
    const { markEnglish } = modulesWith(`${english}  - { code: ar, name: العربية, locale: ar-EG }\n`, {
      'ar.json': '{"header": {"menu": "القائمة"}}',
      'en.json':
        '{"header": {"home": "Home & \'more\'", "menu": "All pages"}, "footer": {"post": "Post", "allOffices": "Between {a} and {b}, {c} is usual"}}',
    })
    const page = (home: string, inner: string) =>
      `<html lang="ar"><script type="application/ld+json">{"a":"Home"}</script><h1>أهلا</h1><p>All pages</p><p lang="fr">Post</p>${home}<p>Post: Kathmandu <svg></svg>${inner}</p></html>`
    const text = 'Home &amp; &#x27;more&#x27;'
    expect(markEnglish(page(`<a href="/ar">${text}</a>`, 'Post'), 'ar')).toBe(
      page(`<a href="/ar" lang="en">${text}</a>`, '<span lang="en">Post</span>'),
    )
    // React would not find its text again.
    expect(markEnglish(page(`<b>${text}</b>`, 'Post'), 'ar', { hasIsland: true })).toBe(
      page(`<b lang="en">${text}</b>`, 'Post'),
    )
    const complete = page(`<b>${text}</b>`, 'Post')
    expect(markEnglish(complete, 'en')).toBe(complete)
    const withValues = (one: string, other: string) =>
      `<p${one}>Between ₹5 and ₹9, ₹7 is usual</p><p${other}>Between ₹5, ₹7</p>`
    expect(markEnglish(withValues('', ''), 'ar')).toBe(withValues(' lang="en"', ''))
    // Would take minutes if the values were tried at every place.
    const typed = `<textarea>Between ${' and , '.repeat(5000)}</textarea>`
    expect(markEnglish(typed, 'ar')).toBe(typed)
  })

  test('are English alone where content names none, or none that a process can use', () => {
    expect(modulesWith('languages: []').languageCodes).toEqual(['en'])
    expect(
      modulesWith('languages:\n  - { code: en, locale: en-IN }\n  - { code: xx, locale: _ }').languageCodes,
    ).toEqual(['en'])
  })
})

type Catalogue = Record<string, Record<string, string>>

const flat = (catalogue: Catalogue) =>
  Object.entries(catalogue).flatMap(([section, texts]) =>
    Object.entries(texts).map(([name, text]) => [`${section}.${name}`, text] as const),
  )
const english = new Map(flat(en))
const others = { 'en-US': enUS, 'es-PE': es, 'hi-IN': hi, 'sw-KE': sw } as const
const locales = Object.keys(others) as (keyof typeof others)[]

describe.each(locales)('The catalogue %s', (locale) => {
  test('has no message that English lacks, names the same values, and has no mistakes', () => {
    expect(catalogueFaults(JSON.stringify(others[locale]))).toEqual([])
  })

  test('formats every message', () => {
    const t = messages(locale) as unknown as { rich(key: string, values: object): unknown }
    for (const [key, text] of english) {
      const values = namesIn(text).map((name) =>
        name.startsWith('<') ? [name.slice(1, -1), (words: unknown) => words] : [name, 2],
      )
      expect([key, t.rich(key, Object.fromEntries(values))]).toEqual([key, expect.anything()])
    }
  })
})

test.each([
  ['{', /^is not JSON: /],
  ['[]', /^must have sections/],
  ['{"header": "Menu"}', /^header must be a section/],
  ['{"header": {"menuu": "Menü"}}', /^header\.menuu is not a message/],
  ['{"constructor": {"name": "x"}}', /^constructor\.name is not a message/],
  ['{"header": {"menu": 1}}', /^header\.menu must be a text$/],
  ['{"header": {"menu": "Menu {name}"}}', /^header\.menu must name no value, as the English does$/],
  ['{"header": {"menu": "Menu {"}}', /^header\.menu cannot be formatted: /],
])('a mistake in a catalogue is reported: %s', (text, fault) => {
  expect(catalogueFaults(text)).toEqual([expect.stringMatching(fault)])
})

test('browsers get messages that need no formatter', () => {
  const { rules, form, checkout, donation, money, sponsorship } = en
  for (const [key, text] of flat({ rules, form, checkout, donation, money, sponsorship }))
    expect([key, text.replace(/\{\w+\}/g, '')]).toEqual([key, expect.not.stringMatching(/[{}<>']/)])
  expect(fill('{a} or {b}{c}', { a: '1', b: '$&' })).toBe('1 or $&')
})

test('a message that a language lacks is reported, and in English', () => {
  for (const [language, own] of Object.entries({ es, hi, sw })) {
    const keys = new Set(flat(own).map(([key]) => key))
    expect(missingMessages(language)).toEqual([...english.keys()].filter((key) => !keys.has(key)))
  }
  expect(textsIn('en-US').header).toEqual(en.header)
})

test('Spanish lacks only words of the office, because a charity can be in Spanish alone', () => {
  expect(missingMessages('es').filter((key) => !/^(?:office|recording)\./.test(key))).toEqual([])
})

test('the current language decides, and American English says only what differs', () => {
  expect(inLanguage('hi', () => textsIn().header.menu)).toBe(hi.header.menu)
  expect(textsIn().header.menu).toBe('Menu')
  expect([textsIn('en-US').donation.organisation, textsIn('en-US').donation.yes]).toEqual(['Organization', 'Yes'])
})
