import { buildIndex, search, type Text } from '#lib/search/build.ts'
import { excerpt } from '#lib/search/excerpt.ts'
import { textsOf } from '#lib/search/texts.ts'
import { fold, isOneSlipAway, questionWords, wordsIn } from '#lib/search/words.ts'

const text = (address: string, title: string, body = '', description = ''): Text => ({
  address,
  title,
  kind: 'Page',
  description,
  body,
})
const index = buildIndex([
  text('/wells', 'Water wells', 'A well in the village keeps girls at school.'),
  text('/surgery', 'Craniofacial surgeries', 'A cleft lip is closed in an hour. Surgery is free.', 'Free surgery.'),
  text('/team', 'Global teams', 'Surgeons, nurses, and a cook. One of them drilled wells before. Surgery surgery.'),
  text('/chloe', 'Chloé’s story', 'Chloé walked to the camp.'),
])
const found = (question: string) => search(index, question).map(({ text: { address } }) => address)

describe('words', () => {
  test('lose their capitals, accents and possessive endings', () => {
    expect(fold('Chloé ÀÖ')).toBe('chloe ao')
    expect(wordsIn("Chloé’s 5K isn't far")).toEqual(['chloe', '5k', 'isnt', 'far'])
  })

  test('that are in every text are left out of a question, unless it has no others', () => {
    expect(questionWords('What is the price of a well?')).toEqual(['price', 'well'])
    expect(questionWords('who we are')).toEqual(['who', 'we', 'are'])
  })

  test('are asked for once, and eight of them at most', () => {
    expect(questionWords('well well one1 one2 one3 one4 one5 one6 one7 one8 one9')).toHaveLength(8)
  })

  test.each([
    ['surgery', 'surgry'],
    ['surgery', 'surggery'],
    ['surgery', 'sirgery'],
    ['surgery', 'srugery'],
    ['surgery', 'surgeri'],
  ])('%s is one slip away from %s, both ways', (right, wrong) => {
    expect(isOneSlipAway(right, wrong)).toBe(true)
    expect(isOneSlipAway(wrong, right)).toBe(true)
  })

  test.each([
    ['surgery', 'surgery'],
    ['surgery', 'sirgury'],
    ['care', 'racecar'],
    ['abcd', 'badc'],
  ])('%s is not one slip away from %s', (one, other) => {
    expect(isOneSlipAway(one, other)).toBe(false)
  })
})

describe('search', () => {
  test('puts a word in the title before the same word in the text', () => {
    expect(found('wells')).toEqual(['/wells', '/team'])
  })

  test('finds accents without accents, and the other way round', () => {
    expect(found('chloe')).toEqual(['/chloe'])
    expect(found('WÈLLS')).toEqual(['/wells', '/team'])
  })

  test('finds a word by its beginning, and by one slip', () => {
    expect(found('cranio')).toEqual(['/surgery'])
    expect(found('vilage')).toEqual(['/wells'])
  })

  test('does not look for slips of a short word, nor where a word fits as it is', () => {
    expect(found('lop')).toEqual([])
    expect(found('cook')).toEqual(['/team'])
  })

  test('wants all words, and says what has some of them when nothing has all', () => {
    expect(found('surgery nurses')).toEqual(['/team'])
    expect(found('village nurses')).toEqual(['/team', '/wells'].sort())
  })

  test.each(['', '   ', '?!', '<script>', "' OR 1=1", '%00', 'x'.repeat(5000)])('answers %j calmly', (question) => {
    expect(found(question)).toEqual(expect.any(Array))
  })

  test('says no more than it is asked for', () => {
    expect(search(index, 'wells surgery chloe', 2)).toHaveLength(2)
  })
})

describe('the excerpt', () => {
  const long = `${'Nothing of note. '.repeat(30)}The well was drilled by Chloé. ${'And so on. '.repeat(30)}`

  test('shows the words that fitted, marked, in the middle of their sentence', () => {
    const [one] = search(buildIndex([text('/a', 'A', long)]), 'chloe well')
    const parts = one ? excerpt(one) : []
    expect(parts.filter(({ hit }) => hit).map((part) => part.text)).toEqual(['well', 'Chloé'])
    const whole = parts.map((part) => part.text).join('')
    expect(whole).toContain('The well was drilled by Chloé.')
    expect(whole).toMatch(/^… .* …$/)
    expect(whole.length).toBeLessThan(200)
  })

  test('is the description where only the title fitted', () => {
    const [one] = search(buildIndex([text('/a', 'Wells', 'Nothing.', 'About water.')]), 'wells')
    expect(one && excerpt(one)).toEqual([{ text: 'About water.', hit: false }])
  })
})

test('what can be found is what a visitor reads: no addresses, no marks of Markdown, no second pages', () => {
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
        text: '## Because\n\n**Bold** [words](/hidden-address) and ![a bowl](/media/bowl.webp).',
        actions: [{ label: 'Give now', href: '/give?page=secret' }],
        share: false,
        tone: 'sand',
      },
    ],
  } as unknown as Parameters<typeof textsOf>[0]['pages'][number]
  const texts = textsOf({ pages: [page, { ...page, address: '/Grace/page/2' }], stories: [], posts: [], others: [] })
  expect(texts).toEqual([
    {
      address: '/Grace',
      title: 'Blog',
      kind: 'Page',
      description: 'Posts.',
      body: 'Why Because Bold words and a bowl. Give now',
    },
  ])
})
