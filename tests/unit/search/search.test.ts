/** The search: how it finds, what people ask as they type it (questions.txt) and must stand first, also for questions that nobody looked at while tuning (questions-kept.txt), and suggestions. */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { generateMetadata } from '#app/[language]/search/page.tsx'
import { GET } from '#app/suggestions/[file]/route.ts'
import { suggestionsFor } from '#components/behaviours/suggest.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { addressIn, languageCodes } from '#lib/platform/languages/index.ts'
import { excerpt } from '#lib/site/search/excerpt.ts'
import { searchSite, textsOf } from '#lib/site/search/index.ts'
import { queryWords, searchOver, type Text, wordsIn } from '#lib/site/search/search.ts'
import { budgets, kilobytes } from '#tests/support/budgets.ts'

const text = (address: string, title: string, body = '', description = ''): Text => ({
  address,
  title,
  kind: 'Page',
  description,
  words: () => ({ prose: body ? [body] : [], labels: [] }),
})
const texts = [
  text('/wells', 'Water wells', 'A well in the village keeps girls at school.'),
  text('/surgery', 'Craniofacial surgeries', 'A cleft lip is closed in an hour. Surgery is free.', 'Free surgery.'),
  text('/team', 'Global teams', 'Surgeons, nurses, and a cook. One of them drilled wells before. Surgery surgery.'),
  text('/chloe', 'Chloé’s story', 'Chloé walked to the camp.'),
  text('/tax', 'Tax', 'Our EIN is on every receipt. Gifts in India fall under section 80G.'),
  text('/physics', 'Physics', 'Einstein gave 80 grams of gold.'),
]
const stopWords = new Set(['what', 'is', 'the', 'of', 'a', 'who', 'we', 'are'])
const found = async (query: string) =>
  (await searchOver(texts, setImmediate)).find(queryWords(query, stopWords)).map(({ text: { address } }) => address)

describe('words', () => {
  test('lose their capitals, accents and possessive endings', () => {
    expect(wordsIn('Chloé ÀÖ')).toEqual(['chloe', 'ao'])
    expect(wordsIn("Chloé’s 5K isn't far")).toEqual(['chloe', '5k', 'isnt', 'far'])
  })

  test('of Hindi keep their vowel signs, and lose what many leave out', () => {
    expect(wordsIn('दिन')).not.toEqual(wordsIn('दान'))
    expect(wordsIn('फ़ोन माँ कर्ज़')).toEqual(wordsIn('फोन मां कर्ज'))
    expect(wordsIn('सर्जरी, कब?')).toEqual(['सर्जरी', 'कब'])
  })

  test('that are stop words are ignored, unless the query has no others', () => {
    expect(queryWords('What is the price of a well?', stopWords)).toEqual(['price', 'well'])
    expect(queryWords('who we are', stopWords)).toEqual(['who', 'we', 'are'])
  })
})

describe('search', () => {
  test.each<[string, string, string[]]>([
    ['a word in the title before the same word in the text', 'wells', ['/wells', '/team']],
    ['accents without accents', 'chloe', ['/chloe']],
    ['a word by its beginning', 'cranio', ['/surgery']],
    ...['nuses', 'nusres'].map((typed): [string, string, string[]] => ['a word in spite of a slip', typed, ['/team']]),
    ['no short word by a slip', 'lop', []],
    ['nothing similar where a word matches', 'cook', ['/team']],
    ['the exact word before a longer one', 'EIN', ['/tax', '/physics']],
    ['texts with all the words', 'surgery nurses', ['/team']],
    ['texts with any of the words, if none has all', 'village nurses', ['/wells', '/team']],
  ])('finds %s: %s', async (_, query, addresses) => expect(await found(query)).toEqual(addresses))

  test.each(['', '?!', '%00', 'x'.repeat(5000)])('answers %j with a list', async (query) => {
    expect(await found(query)).toEqual(expect.any(Array))
  })
})

describe('the excerpt', () => {
  const said = async (query: string, ...texts: Text[]) => {
    const [one] = (await searchOver(texts, setImmediate)).find(wordsIn(query))
    return one ? excerpt(one) : []
  }
  const whole = (parts: readonly { text: string }[]) => parts.map((part) => part.text).join('')

  test('contains the matching sentences, with the words marked', async () => {
    const long = `${'Nothing of note. '.repeat(30)}The well was drilled by Chloé. ${'And so on. '.repeat(30)}`
    const parts = await said('chloe well', text('/a', 'A', long))
    expect(parts.filter(({ hit }) => hit).map((part) => part.text)).toEqual(['well', 'Chloé'])
    expect(whole(parts)).toMatch(/^The well was drilled by Chloé\. And so on\. .*And so on\.$/)
    expect(whole(parts).length).toBeLessThanOrEqual(180)
  })

  test('is cut within a sentence that is too long', async () => {
    const long = `It was dry, ${'and dry again, '.repeat(30)}until a well was drilled by Chloé, ${'and so on, '.repeat(30)}and wet.`
    const parts = await said('chloe well', text('/a', 'A', long))
    expect(whole(parts)).toContain('until a well was drilled by Chloé,')
    expect(whole(parts)).toMatch(/^… .* …$/)
    expect(whole(parts).length).toBeLessThan(200)
  })

  test('never runs from one paragraph into another, and takes the one with the most of the words', async () => {
    const page = {
      ...text('/a', 'A'),
      words: () => ({ prose: ['A well.', 'Chloé drilled a well.', 'So it went.'], labels: [] }),
    }
    expect(whole(await said('chloe well', page))).toBe('Chloé drilled a well.')
  })

  test('is the description when only the title or a label matches', async () => {
    const page = {
      ...text('/a', 'Wells', '', 'About water.'),
      words: () => ({ prose: ['Nothing.'], labels: ['639 surgeries', 'Donate'] }),
    }
    for (const query of ['wells', '639', 'donate'])
      expect(await said(query, page)).toEqual([{ text: 'About water.', hit: false }])
  })
})

test('only visible text is searched: no addresses, Markdown syntax or second pages', () => {
  const page = {
    address: '/Grace',
    title: 'Blog',
    description: 'Posts.',
    aliases: [],
    card: { kind: 'pattern', pattern: 'usa' },
    updated: '2026-01-02',
    quickExit: false,
    blocks: [
      {
        kind: 'prose',
        heading: 'Why',
        text: '## Because\n**Bold** [words](/hidden-address)\nand ![a bowl](/media/bowl.webp).\n\n- One.\n- Two.\n\n| a | b |\n|---|---|\n| c | d |',
        actions: [{ label: 'Give now', href: '/give?page=secret' }],
        share: false,
        tone: 'sand',
      },
      { kind: 'videos', playlist: 'secret' },
    ],
  } as unknown as Parameters<typeof textsOf>[0]['pages'][number]
  const pages = [page, { ...page, address: '/Grace/page/2' }]
  const texts = [
    ...textsOf({
      pages,
      stories: [],
      posts: [],
      filmed: () => [{ id: 'secret', title: 'Songs', films: ['secret'] }],
      eventsOf: () => [],
      kinds: { page: 'Page', post: 'Blog post', storyFrom: (country) => `Story from ${country}` },
    }),
  ]
  expect(texts.map(({ words, ...named }) => ({ ...named, ...words() }))).toEqual([
    {
      address: '/Grace',
      title: 'Blog',
      kind: 'Page',
      description: 'Posts.',
      prose: ['Bold words and a bowl.', 'One.', 'Two.'],
      labels: ['Why', 'Because', 'a b', 'c d', 'Give now', 'Songs'],
    },
  ])
})

test('in another language, everything is found by its English words too, once, at its address in that language', async () => {
  const found = await inLanguage('hi', () => searchSite('India'))
  const english = await searchSite('India')
  const places = found.map(({ text: { address } }) => address)
  expect(new Set(places).size).toBe(places.length)
  expect(places).toEqual(expect.arrayContaining(english.map(({ text: { address } }) => `/hi${address}`)))
  expect(new Set(found.map(({ text: { lang } }) => lang))).toEqual(new Set([undefined, 'en']))
})

test.each([
  ['cleft lip', 'cleft lip'],
  ['Your prize: evil.example/pay', ''],
  ['evil。com', ''],
])('the title of a search for “%s” quotes no address, because previews of links show it', async (q, quoted) => {
  const params = Promise.resolve({ language: 'en' })
  const said = JSON.stringify(await generateMetadata({ params, searchParams: Promise.resolve({ q }) }))
  expect(said).toContain(quoted || 'Search')
  expect(said).not.toContain('evil')
})

type Asked = { site: string; page: string; question: string; says: string }
const table = (file: string) =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line): Asked => {
      const [site = '', page = '', question = '', says = ''] = line.split(' | ')
      return { site, page, question, says }
    })
const leads: Record<string, string> = { D: '/GetSurgery#emergency', T: '/AntiHumanTrafficking' }
/** The emergency numbers of each country, and the hotline. */
const numbers: Record<string, RegExp> = { D: /112, 108.*911/, T: /1-888-373-7888.*112, 108/ }

/** The questions that are not answered rightly, each with what was found. */
async function wrongOf(questions: readonly Asked[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { site, page, question, says } of questions) {
    const [first] = await inLanguage(site, () => searchSite(question))
    const { address = 'nothing', description = '' } = first?.text ?? {}
    const isAt = (wanted: string) => {
      const at = addressIn(site, leads[wanted] ?? wanted)
      return (at.includes('#') ? address : address.replace(/#.*/, '')) === at
    }
    const right = page.startsWith('!') ? !isAt(page.slice(1)) : page.split(',').some(isAt)
    const isSaid = new RegExp(says).test(description) && (numbers[page]?.test(description) ?? true)
    if (!right || !isSaid) wrong.push(`${site}: “${question}” leads to ${address}: ${description.slice(0, 60)}`)
  }
  return wrong
}
const isDanger = ({ page }: Asked) => page in leads

test('each question leads to its page, and danger to the numbers too', async () => {
  expect(await wrongOf(table('questions.txt'))).toEqual([])
})

test('so do 95 of 100 questions that were kept aside, and all about danger', async () => {
  const kept = table('questions-kept.txt')
  expect(await wrongOf(kept.filter(isDanger))).toEqual([])
  const others = kept.filter((asked) => !isDanger(asked))
  expect((await wrongOf(others)).length).toBeLessThanOrEqual(kept.length * 0.05)
})

test('danger is recognised in each language on the site of every other one', async () => {
  const dangers = table('questions.txt').filter((asked, index) => isDanger(asked) && index % 6 === 0)
  for (const site of languageCodes)
    expect(await wrongOf(dangers.flatMap((asked) => (asked.site === site ? [] : { ...asked, site })))).toEqual([])
})

test('an answer is found in spite of a slip, but a word of three letters only as it is', async () => {
  const first = async (query: string) => (await searchSite(query))[0]?.text.address
  expect(await first('volunteerr docter')).toBe('/MedicalCamps#volunteer')
  expect(await first('upi')).toBe('/DonateIndia')
  expect(await first('upj')).not.toBe('/DonateIndia')
})

test('one word of a long query does not say what it is about', async () => {
  const [first] = await searchSite('Chloe told the surgeon how the mirror in the ward had frightened her')
  expect(first?.text.kind).not.toBe('Answer')
})

const get = (file: string) => GET(new Request('http://localhost'), { params: Promise.resolve({ file }) })

test.each(languageCodes)('the suggestions in %s are within their budget', async (language) => {
  const answer = await get(`${language}.json`)
  expect(answer.headers.get('cache-control')).toContain('max-age')
  expect(kilobytes(gzipSync(await answer.text()).length)).toBeLessThanOrEqual(budgets.suggestions.titles)
})

test.each(['xx.json', 'en.txt', 'en', '__proto__.json'])('there is no file %s', async (file) =>
  expect((await get(file)).status).toBe(404),
)

test('titles come first, then those whose phrases match, which browsers find by their label', async () => {
  const phrases = await (await get('en.json')).json()
  expect(suggestionsFor('dance ref', phrases)).toEqual([
    { value: 'Money back for a dance ticket', label: 'refund dance' },
  ])
  expect(suggestionsFor('PRESS k', phrases)).toContainEqual({ value: 'Press kit' })
  expect(suggestionsFor('a', phrases).length).toBeLessThanOrEqual(8)
  expect(suggestionsFor('  ', phrases)).toEqual([])
})
