import { reportTranslations } from '#lib/site/content/checks/translations.ts'
import { contentIn } from '#lib/site/content/translated.ts'
import { fingerprint } from '#lib/site/content/translation.ts'
import { draftOf } from '#scripts/support/translation-draft.ts'
import { changed, checked, findingsOf, load, smallSite } from './small-site.ts'

type Changes = Parameters<typeof load>[0]

const file = 'content/pages/India.hi.yaml'
function fingerprintOf(name: string): string {
  const original = load({}).entries.find(({ source }) => source.file === name)
  if (!original) throw new Error(`The small site has ${name}`)
  return fingerprint(original)
}
const current = fingerprintOf('content/pages/India.yaml')
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
  [
    'a block too many',
    inIndia(`${page}${hero}`),
    'blocks[1]: the original has 1 block of the kind "hero", and this file has 2: write one for each',
  ],
  [
    'a block of no such kind',
    inIndia(`${page}  - { kind: faq }\n`),
    'blocks[2]: the original has no block of the kind "faq"',
  ],
  [
    'an entry too few',
    {
      'content/navigation.hi.yaml': `original: "${fingerprintOf('content/navigation.yaml')}"\nfooter: []\nlost: [{ label: घर }, {}]\n`,
    },
    'lost: the original has 1 entry here, and this file has 2: write one for each',
  ],
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
  expect(readIn(tooMany).page.title).toBe('भारत')
})

test('after a block or an entry was added, the words of the others are in English until somebody mends the translation', () => {
  const changes = {
    ...inIndia(`${page}  - { kind: prose, text: पहली पंक्ति। }\n`),
    ...changed('content/pages/India.yaml', '  - kind: prose', '  - { kind: prose, text: Rivers. }\n  - kind: prose'),
    'content/navigation.hi.yaml': `original: "${fingerprintOf('content/navigation.yaml')}"\nlost:\n  - { label: घर }\n`,
    ...changed('content/navigation.yaml', 'lost:', 'lost:\n  - { label: India, href: /India }'),
  }
  const { content, page: shown } = readIn(changes)
  expect(shown.blocks.map((block) => block.kind === 'prose' && block.text).slice(1, 3)).toEqual([
    'Rivers.',
    expect.stringMatching(/^First line/),
  ])
  expect([shown.title, shown.blocks[0]?.lang]).toEqual(['भारत', undefined])
  expect(content.navigation.lost).toEqual([
    { label: 'India', href: '/hi/India' },
    { label: 'Home', href: '/hi' },
  ])
  const { problems, warnings } = checked(changes)
  expect([problems, warnings.map(({ file, message }) => [file, message])]).toEqual([
    [],
    [
      [
        'content/navigation.hi.yaml',
        'the original has 2 entries here, and this file has 1, so they are shown in English: npm run content:translate -- hi navigation.yaml',
      ],
      [
        file,
        'the original has 2 blocks of the kind "prose", and this file has 1, so they are shown in English: npm run content:translate -- hi pages/India.yaml',
      ],
    ],
  ])
})

test('a new draft of a translation keeps doubtful words beside the original, as a note', () => {
  const changes = {
    ...inIndia(page),
    'content/pages/India.yaml': (smallSite['content/pages/India.yaml'] ?? '').replace(
      '  - kind: hero',
      '  - { kind: hero, heading: Rivers, intro: Of India., pattern: kenya }\n  - kind: hero',
    ),
  }
  const { entries, translations } = load(changes)
  const entry = entries.find(({ source }) => source.file === 'content/pages/India.yaml')
  if (!entry) throw new Error('The small site has India')
  const { text } = draftOf(entry, translations[0]?.source.raw, '')
  expect(text).toContain(
    '  - kind: hero\n    # Rivers\n    # Until now, perhaps of another one: भारत\n    heading: ""\n',
  )
  expect(text).toContain('    # India\n    heading: ""\n')
  expect(text).toContain('title: भारत\n')
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
