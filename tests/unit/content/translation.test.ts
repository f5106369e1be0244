import { reportTranslations } from '#lib/content/checks/translations.ts'
import { contentIn } from '#lib/content/translated.ts'
import { fingerprint } from '#lib/content/translation.ts'
import { findingsOf, load, smallSite } from './small-site.ts'

type Changes = Parameters<typeof load>[0]

const file = 'content/pages/India.hi.yaml'
const original = load({}).entries.find(({ source }) => source.file === 'content/pages/India.yaml')
if (!original) throw new Error('The small site has India')
const current = fingerprint(original)
const inIndia = (text: string, of = current) => ({ [file]: `original: "${of}"\n${text}` })
const hero = '  - { kind: hero, heading: भारत, intro: भारत के कटोरे। }\n'
const page = `title: भारत
description: भारत के कटोरे।
parent: { label: देश }
blocks:
${hero}`

const readIn = (changes: Changes, language: 'hi' | 'sw' = 'hi') => {
  const content = contentIn(load(changes), language)
  const found = content.pages.find(({ address }) => address === `/${language}/India`)
  if (!found) throw new Error('India has an address in every language')
  return { content, page: found, kinds: found.blocks.map(({ kind, lang }) => [kind, lang]) }
}

test('a translated page has its texts, the rest of the original, and links to pages of its language', () => {
  const { page: india, content } = readIn(inIndia(page))
  expect(india).toMatchObject({
    title: 'भारत',
    locale: 'hi-IN',
    country: 'India',
    aliases: ['/Bharat'],
    parent: { label: 'देश' },
    card: { kind: 'pattern', pattern: 'india' },
  })
  expect(india.blocks[0]).toEqual({
    kind: 'hero',
    heading: 'भारत',
    intro: 'भारत के कटोरे।',
    pattern: 'india',
    actions: [],
    look: 'arch',
  })
  expect(content.navigation.groups[0]?.entries[0]?.href).toBe('/hi/India')
  expect(content.navigation.footer[0]?.entries.at(-1)?.href).toBe('/media/team.webp')
  expect(content.donationForms.map((form) => form.page.address)).toEqual(['/hi/Donate', '/hi/DonateIndia'])
})

test('a block of which a text is missing is shown in English, and so is a page without a translation', () => {
  expect(readIn(inIndia(page)).kinds).toEqual([['hero', undefined], ['prose', 'en'], ...readIn({}).kinds.slice(2)])
  const half = page.replace(', intro: भारत के कटोरे।', '')
  expect(readIn(inIndia(half)).page.blocks[0]).toMatchObject({ heading: 'India', intro: 'Bowls of India.', lang: 'en' })
  const { page: english } = readIn(inIndia(page), 'sw')
  expect(english).toMatchObject({ title: 'India', locale: 'en-GB', lang: 'en' })
  expect(new Set(english.blocks.map(({ lang }) => lang))).toEqual(new Set(['en']))
})

test('a story is translated as a whole or not at all', () => {
  const story = `---
original: "0123456789"
title: कटोरा
summary: टूटा और जुड़ा।
description: जो कटोरा टूटा और जुड़ा।
picture: { alt: एक कटोरा }
gift: { ask: अगला जोड़ें }
---
एक कटोरा।
`
  const storyOf = (text: string) => readIn({ 'content/stories/India/the-bowl.hi.md': text }).content.stories[0]
  expect(storyOf(story)).toMatchObject({ title: 'कटोरा', body: 'एक कटोरा।', address: '/hi/India/stories/the-bowl' })
  expect(storyOf(story)?.lang).toBeUndefined()
  expect(storyOf(story.replace('title: कटोरा\n', ''))).toMatchObject({ title: 'The bowl', lang: 'en' })
  expect(storyOf(story.replace('एक कटोरा।\n', ''))).toMatchObject({ title: 'The bowl', lang: 'en' })
})

test('English is the content itself', () => {
  const content = load({})
  expect(contentIn(content, 'en')).toBe(content)
})

test.each<[string, Changes, string]>([
  ['a language that the site does not have', { 'content/pages/India.fr.yaml': '' }, '"fr" is not one of: hi, sw'],
  [
    'a translation of nothing',
    { 'content/pages/Wells.hi.yaml': 'original: "0123456789"\n' },
    'content/pages/Wells.yaml, of which it is the translation, does not exist',
  ],
  ['no fingerprint', { [file]: 'title: भारत\n' }, 'original: is missing'],
  ['an unknown field', inIndia('titel: भारत\n'), 'titel: is no field of the original'],
  ['another address', inIndia('address: /Bharat\n'), 'address: is the same in every language: leave it out'],
  ['a block too many', inIndia(`${page}${hero}`), 'the original has no such block: "hero", or not so many of them'],
  [
    'a text that is too long',
    inIndia(`title: ${'भ'.repeat(71)}\n`),
    'title: is 71 characters long; at most 70 are allowed',
  ],
  ['a text in place of a group', inIndia('parent: देश\n'), 'parent: must be a group of fields, as in the original'],
  [
    'a dead link',
    inIndia(`${page}  - { kind: prose, text: "[कटोरे](/Wells)" }\n`),
    'blocks[2].text: /Wells leads nowhere',
  ],
  ['HTML', inIndia('title: <b>भारत</b>\n'), 'title: HTML is not allowed here: <b>'],
])('%s in a translation is reported with its line', (_, changes, message) => {
  expect(findingsOf(changes).join('\n')).toContain(message)
})

test('a translation that is out of date is no mistake: what no longer fits is shown in English', () => {
  const tooMany = inIndia(`${page}${hero}  - { kind: faq, heading: सवाल }\n`, '0123456789')
  expect(findingsOf(tooMany)).toEqual([])
  expect(readIn(tooMany).page.title).toBe('भारत')
})

test('the report names texts without a translation, outdated translations and files without one', () => {
  const whole = inIndia(page)
  const gapsOf = (changes: Changes) =>
    reportTranslations(load(changes), ['hi']).gaps.map(({ file, field, message }) => `${file} ${field}: ${message}`)
  const missing = gapsOf(whole)
  expect(missing.length).toBeGreaterThan(0)
  expect(missing.every((gap) => /^content\/pages\/India.yaml blocks\[[1-9]/.test(gap))).toBe(true)
  const picture = {
    'content/pages/India.yaml':
      smallSite['content/pages/India.yaml']?.replace('pattern: india }', 'pattern: kenya }') ?? '',
  }
  expect(gapsOf({ ...whole, ...picture })).toEqual(missing)
  const words = {
    'content/pages/India.yaml':
      smallSite['content/pages/India.yaml']?.replace('title: India', 'title: Our India') ?? '',
  }
  expect(gapsOf({ ...whole, ...words })).toEqual(
    expect.arrayContaining([
      `${file} original: the original has changed since: npm run content:translate -- hi pages/India.yaml`,
    ]),
  )
  const { untranslated } = reportTranslations(load(whole), ['hi'])
  expect(untranslated.get('hi')).toContain('content/pages/Home.yaml')
  expect(untranslated.get('hi')).not.toContain('content/pages/India.yaml')
})
