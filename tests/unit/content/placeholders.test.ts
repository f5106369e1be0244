import { fill, wordsOf } from '#lib/content/placeholders.ts'
import { changed, load, problemsOf } from './small-site.ts'

const words = wordsOf({
  names: { organisation: 'Mended Bowl', founderSlug: 'Ada', sample: true },
  external: { 'kenya-card': { label: 'Give', href: 'https://give.test/kenya' } },
})

test('names and external links are replaced in all texts', () => {
  const { value, unfilled } = fill(
    {
      title: '{organisation}',
      list: ['/{founderSlug}ian', '[Give]({link:kenya-card})'],
      look: 3,
      seam: false,
    },
    words,
  )
  expect(unfilled).toEqual([])
  expect(value).toEqual({
    title: 'Mended Bowl',
    list: ['/Adaian', '[Give](https://give.test/kenya)'],
    look: 3,
    seam: false,
  })
})

test('other braces and replaced text are left as they are', () => {
  expect(fill('{ x } {} {1} {a b}', words)).toEqual({ value: '{ x } {} {1} {a b}', unfilled: [] })
  const odd = wordsOf({ names: { organisation: '{founder}', founder: 'Ada' } })
  expect(fill('{organisation}', odd).value).toBe('{founder}')
})

test.each<[string, Record<string, string>, string[]]>([
  [
    'an unknown placeholder in a page',
    changed('content/pages/Home.yaml', 'Every bowl', 'Every {organization} bowl'),
    [
      'content/pages/Home.yaml:10:18  blocks[1].intro: {organization} is not a placeholder — did you mean "organisation"?',
    ],
  ],
  [
    'an unknown external link',
    changed('content/navigation.yaml', 'href: /give', 'href: "{link:ticket}"'),
    ['content/navigation.yaml:6:33  donate.href: {link:ticket} is not a placeholder — did you mean "link:tickets"?'],
  ],
  [
    'an unknown placeholder in the text of a story',
    changed('content/stories/India/the-bowl.md', '{founder} mended', 'Then {fonder} mended'),
    ['content/stories/India/the-bowl.md:17:6  body: {fonder} is not a placeholder — did you mean "founder"?'],
  ],
])('%s is reported with a suggestion', (_name, changes, problems) => {
  expect(problemsOf(changes)).toEqual(problems)
})

test('placeholders in addresses are replaced before the checks', () => {
  const changes = {
    ...changed('content/pages/India.yaml', 'address: /India', 'address: /{founderSlug}Videos'),
    ...changed('content/navigation.yaml', 'href: /India }', 'href: "/{founderSlug}Videos" }'),
  }
  expect(problemsOf(changes)).toEqual([])
  expect(load(changes).pages.map(({ address }) => address)).toContain('/AdaVideos')
})
