import { setImmediate } from 'node:timers/promises'
import { generateMetadata } from '#app/[language]/search/page.tsx'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { excerpt } from '#lib/site/search/excerpt.ts'
import { searchSite, textsOf } from '#lib/site/search/index.ts'
import { queryWords, searchOver, type Text, wordsIn } from '#lib/site/search/search.ts'

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
