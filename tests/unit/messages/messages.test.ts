/** The catalogues of messages/, held against the English one. */
import { inLanguage } from '#lib/platform/languages/current.ts'
import { catalogueFaults, namesIn } from '#lib/platform/messages/check.ts'
import { messages, missingMessages, textsIn } from '#lib/platform/messages/index.ts'
import { fill } from '#lib/platform/messages/texts.ts'
import en from '#messages/en.json'
import enUS from '#messages/en-US.json'
import hi from '#messages/hi.json'
import sw from '#messages/sw.json'

type Catalogue = Record<string, Record<string, string>>

const flat = (catalogue: Catalogue) =>
  Object.entries(catalogue).flatMap(([section, texts]) =>
    Object.entries(texts).map(([name, text]) => [`${section}.${name}`, text] as const),
  )
const english = new Map(flat(en))
const others = { 'en-US': enUS, 'hi-IN': hi, 'sw-KE': sw } as const
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
  for (const [language, own] of Object.entries({ hi, sw })) {
    const keys = new Set(flat(own).map(([key]) => key))
    expect(missingMessages(language)).toEqual([...english.keys()].filter((key) => !keys.has(key)))
  }
  expect(textsIn('en-US').header).toEqual(en.header)
})

test('the current language decides, and American English says only what differs', () => {
  expect(inLanguage('hi', () => textsIn().header.menu)).toBe(hi.header.menu)
  expect(textsIn().header.menu).toBe('Menu')
  expect([textsIn('en-US').donation.organisation, textsIn('en-US').donation.yes]).toEqual(['Organization', 'Yes'])
})
