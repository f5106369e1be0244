import { buildIndex, search, type Text } from '#lib/search/build.ts'
import { excerpt } from '#lib/search/excerpt.ts'
import { textsOf } from '#lib/search/texts.ts'
import { fold, isOneSlipAway, questionWords, wordsIn } from '#lib/search/words.ts'

const text = (address: string, title: string, body = '', description = ''): Text => ({
  address,
  title,
  kind: 'Page',
  description,
  prose: body ? [body] : [],
  labels: [],
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
  const said = (question: string, ...texts: Text[]) => {
    const [one] = search(buildIndex(texts), question)
    return one ? excerpt(one) : []
  }
  const whole = (parts: readonly { text: string }[]) => parts.map((part) => part.text).join('')

  test('is the sentences that fitted, whole, with the words marked', () => {
    const long = `${'Nothing of note. '.repeat(30)}The well was drilled by Chloé. ${'And so on. '.repeat(30)}`
    const parts = said('chloe well', text('/a', 'A', long))
    expect(parts.filter(({ hit }) => hit).map((part) => part.text)).toEqual(['well', 'Chloé'])
    expect(whole(parts)).toMatch(/^The well was drilled by Chloé\. And so on\. .*And so on\.$/)
    expect(whole(parts).length).toBeLessThanOrEqual(180)
  })

  test('is a part of a sentence that is longer than there is room', () => {
    const long = `It was dry, ${'and dry again, '.repeat(30)}until a well was drilled by Chloé, ${'and so on, '.repeat(30)}and wet.`
    const parts = said('chloe well', text('/a', 'A', long))
    expect(whole(parts)).toContain('until a well was drilled by Chloé,')
    expect(whole(parts)).toMatch(/^… .* …$/)
    expect(whole(parts).length).toBeLessThan(200)
  })

  test('of a long sentence that ends with the word is full up to its end', () => {
    const parts = said('well', text('/a', 'A', `It was dry, ${'and dry again, '.repeat(30)}before the well.`))
    expect(whole(parts)).toMatch(/^… .*and dry again, before the well\.$/)
    expect(whole(parts).length).toBeGreaterThan(160)
  })

  test('never runs from one paragraph into another, and takes the one with the most of the words', () => {
    const page = { ...text('/a', 'A'), prose: ['A well.', 'Chloé drilled a well.', 'So it went.'] }
    expect(whole(said('chloe well', page))).toBe('Chloé drilled a well.')
  })

  test('is the description where only the title or a label fitted', () => {
    const page = { ...text('/a', 'Wells', 'Nothing.', 'About water.'), labels: ['639 surgeries', 'Donate'] }
    for (const question of ['wells', '639', 'donate'])
      expect(said(question, page)).toEqual([{ text: 'About water.', hit: false }])
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
        text: '## Because\n**Bold** [words](/hidden-address)\nand ![a bowl](/media/bowl.webp).\n\n- One.\n- Two.\n\n| a | b |\n|---|---|\n| c | d |',
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
      prose: ['Bold words and a bowl.', 'One.', 'Two.'],
      labels: ['Why', 'Because', 'a b', 'c d', 'Give now'],
    },
  ])
})
