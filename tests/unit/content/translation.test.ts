import { stringify } from 'yaml'
import { reportTranslations } from '#lib/site/content/checks/translations.ts'
import { contentIn } from '#lib/site/content/content.ts'
import { textsOf } from '#lib/site/content/translation.ts'
import { type Changes, changed, checked, findingsOf, load } from './small-site.ts'

const file = 'content/pages/India.hi.yaml'

/** A translation by the English texts of its original. */
function translated(name: string, texts: Record<string, string>): Changes {
  const original = load({}).entries.find(({ source }) => source.file === name)
  if (!original) throw new Error(`The small site has ${name}`)
  const all = textsOf(original).flatMap(({ at, english }) =>
    texts[english] === undefined ? [] : [{ at, english, text: texts[english] }],
  )
  return { [name.replace(/\.\w+$/, '.hi.yaml')]: stringify({ texts: all }) }
}
const hero = { India: 'भारत', 'Bowls of India.': 'भारत के कटोरे।', Countries: 'देश' }
const inIndia = (texts: Record<string, string> = hero) => translated('content/pages/India.yaml', texts)

const readIn = (changes: Changes, language: 'hi' | 'sw' = 'hi') => {
  const content = contentIn(load(changes), language)
  const found = content.pages.find(({ address }) => address === `/${language}/India`)
  if (!found) throw new Error('India has an address in every language')
  return { content, page: found, kinds: found.blocks.map(({ kind, lang }) => [kind, lang]) }
}

test('a translated page has its texts, the rest of the original, and links to pages of its language', () => {
  const { page: india, content } = readIn(inIndia())
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
  expect(readIn(inIndia()).kinds).toEqual([['hero', undefined], ['prose', 'en'], ...readIn({}).kinds.slice(2)])
  const half = inIndia({ India: 'भारत' })
  expect(readIn(half).page.blocks[0]).toMatchObject({ heading: 'India', intro: 'Bowls of India.', lang: 'en' })
  const { page: english } = readIn(inIndia(), 'sw')
  expect(english).toMatchObject({ title: 'India', locale: 'en-GB', lang: 'en' })
  expect(new Set(english.blocks.map(({ lang }) => lang))).toEqual(new Set(['en']))
})

test('a translation that nobody reads because one text beside it is missing is reported', () => {
  const hidden = (changes: Changes) =>
    checked(changes).warnings.flatMap(({ file, field, message }) =>
      message.includes('in English') ? `${file} ${field}: ${message}` : [],
    )
  expect(hidden(inIndia())).toEqual([])
  expect(hidden(inIndia({ India: 'भारत' }))).toEqual([
    'content/pages/India.yaml blocks[1].intro: has no translation in content/pages/India.hi.yaml, so visitors read the whole block or entry in English',
  ])
  expect(hidden(translated('content/stories/India/the-bowl.md', { 'The bowl': 'कटोरा' })).join()).toContain(
    'content/stories/India/the-bowl.hi.yaml, so visitors read the whole text in English',
  )
})

test('a story is translated as a whole or not at all', () => {
  const body = 'It broke.\n\n{founder} mended it.'
  const texts = {
    'The bowl': 'कटोरा',
    'It broke.': 'टूटा और जुड़ा।',
    'A bowl that broke and was mended.': 'जो कटोरा टूटा और जुड़ा।',
    'A girl': 'एक लड़की',
    'Mend the next one': 'अगला जोड़ें',
    [body]: 'एक कटोरा।',
  }
  const storyOf = (own: Record<string, string>) =>
    readIn(translated('content/stories/India/the-bowl.md', own)).content.stories[0]
  expect(storyOf(texts)).toMatchObject({ title: 'कटोरा', body: 'एक कटोरा।', address: '/hi/India/stories/the-bowl' })
  expect(storyOf(texts)?.lang).toBeUndefined()
  for (const left of ['The bowl', body])
    expect(storyOf({ ...texts, [left]: '' })).toMatchObject({ title: 'The bowl', lang: 'en' })
})

const navigation = 'content/navigation.yaml'
const menu = translated(navigation, {
  More: 'और',
  Home: 'घर',
  'The run': 'दौड़',
  'The dance': 'नृत्य',
  'The team': 'दल',
})
const footerIn = (changes: Changes) => readIn(changes).content.navigation.footer[0]?.entries

test('words stay with their entry when a list is put in another order', () => {
  const [first, second] = [
    '      - { label: The run, href: /Event5kSponsorship }\n',
    '      - { label: The dance, href: /FatherDaughterSponser }\n',
  ]
  const swapped = changed(navigation, first + second, second + first)
  expect(footerIn({ ...menu, ...swapped })?.map(({ label, href }) => [label, href])).toEqual([
    ['घर', '/hi'],
    ['नृत्य', '/hi/FatherDaughterSponser'],
    ['दौड़', '/hi/Event5kSponsorship'],
    ['दल', '/media/team.webp'],
  ])
})

test('a new entry alone is in English', () => {
  const added = changed(
    navigation,
    '      - { label: Home',
    '      - { label: India, href: /India }\n      - { label: Home',
  )
  expect(footerIn({ ...menu, ...added })?.map((entry) => [entry.label, 'lang' in entry && entry.lang])).toEqual([
    ['India', 'en'],
    ...['घर', 'दौड़', 'नृत्य', 'दल'].map((label) => [label, false]),
  ])
})

test('a text whose English has changed keeps its translation where its place has a lasting key, and is in English elsewhere', () => {
  const renamed = changed(navigation, 'label: The run', 'label: The long run')
  expect(footerIn({ ...menu, ...renamed })?.map(({ label }) => label)).toEqual(['घर', 'दौड़', 'नृत्य', 'दल'])
  const heading = changed('content/pages/India.yaml', 'heading: India', 'heading: Our India')
  expect(readIn({ ...inIndia(), ...heading }).page.blocks[0]).toMatchObject({ heading: 'Our India', lang: 'en' })
})

test('figures and amounts come from the same placeholders in every language', () => {
  const home = (english: string, text: string): Changes => ({
    ...changed('content/pages/Home.yaml', 'Every bowl can be mended.', english),
    'content/pages/Home.hi.yaml': stringify({ texts: [{ at: 'x', english, text }] }),
  })
  const menders = 'There are {figure:menders} people.'
  expect(checked(home(menders, '{figure:menders} लोग जोड़ते हैं।')).problems).toEqual([])
  expect(findingsOf(home(menders, '300 लोग जोड़ते हैं।')).join('\n')).toContain(
    'the English has {figure:menders} here: write it too, in place of the value',
  )
  const amount = (text: string) => checked(home('It costs $1,200.', text)).warnings.map(({ message }) => message)
  expect(amount('इसका खर्च $1,500 है।')).toContain('$1500 is not in the English text')
  expect(amount('इसका खर्च $१,२०० है।').join()).not.toContain('1,')
})

test('the report shows old and new English for each text, what has no translation, and files without one', () => {
  const whole = inIndia()
  const gapsIn = (changes: Changes) =>
    reportTranslations(load(changes), ['hi']).gaps.map(({ file, field, message }) => `${file} ${field}: ${message}`)
  expect(gapsIn(whole).join('\n')).toContain('has no translation in content/pages/India.hi.yaml')
  expect(gapsIn({ ...whole, ...changed('content/pages/India.yaml', 'title: India', 'title: Our India') })[0]).toBe(
    `${file} texts[1]: the English has changed since\n  before: "India"\n  now:    "Our India"`,
  )
  const { untranslated } = reportTranslations(load(whole), ['hi'])
  expect(untranslated.get('hi')).toContain('content/pages/Home.yaml')
  expect(untranslated.get('hi')).not.toContain('content/pages/India.yaml')
})
