import { renderToStaticMarkup } from 'react-dom/server'
import { Posts } from '#components/blocks/posts.tsx'
import { rss } from '#lib/site/blog/index.ts'
import { posts as allPosts, pages } from '#lib/site/content/index.ts'
import { changed, load, pageFile, postFile, problemsOf } from '../content/small-site.ts'

describe('a post', () => {
  test('has an address under the second person’s page, and the newest comes first', () => {
    const content = load({
      ...changed('content/site.yaml', 'secondSlug: Grace', 'secondSlug: Hope'),
      'content/posts/first-light.md': postFile('First light'),
      'content/posts/last-light.md': postFile('Last light', { date: '2024-11-04' }),
    })
    expect(content.posts.map(({ address }) => address)).toEqual(['/Hope/last-light', '/Hope/first-light'])
  })

  test('a further page of the blog has an address that links may use', () => {
    const changes: Record<string, string> = {
      'content/pages/Blog.yaml': pageFile('/Grace', '', '  - { kind: posts, heading: Posts, pages: true }\n'),
    }
    for (let number = 1; number <= 10; number++)
      changes[`content/posts/light-${number}.md`] = postFile(`Light ${number}`)
    expect(load(changes).pages.map(({ address }) => address)).toContain('/Grace/page/2')
    const link = changed('content/pages/India.yaml', 'See [home](/).', 'See [it](/Grace/page/2).')
    expect(problemsOf({ ...changes, ...link })).toEqual([])
  })

  test('may be linked to from any page', () => {
    const link = changed('content/pages/India.yaml', 'See [home](/).', 'See [it](/Grace/first-light).')
    expect(problemsOf({ ...link, 'content/posts/first-light.md': postFile('First light') })).toEqual([])
    expect(problemsOf(link)).toEqual([expect.stringContaining('/Grace/first-light leads nowhere')])
  })
})

/** The blocks of posts, in the order of the pages. */
const drawn = () =>
  pages().flatMap((page) =>
    page.blocks.flatMap((block, index) =>
      block.kind === 'posts' ? [renderToStaticMarkup(Posts({ block, page, index, id: 'posts' }))] : [],
    ),
  )
const cardsOf = (html: string) => html.split('<article ').slice(1)

test('every post is on exactly one page of the blog, with nine at most on each, and steps between them', () => {
  const [first = '', ...others] = drawn()
  expect([first, ...others].flatMap(cardsOf).map((card) => /^id="([^"]+)"/.exec(card)?.[1])).toEqual(
    allPosts().map(({ slug }) => slug),
  )
  expect(cardsOf(first)).toHaveLength(9)
  const steps = drawn().map((html) => html.match(/(?<=<nav[\s\S]*)(aria-disabled="true"|rel="\w+")/g))
  expect(steps).toEqual([
    ['aria-disabled="true"', 'rel="next"'],
    ['rel="prev"', 'aria-disabled="true"'],
  ])
})

test('a card has the day of its post, and shares its address on four networks', () => {
  const [post] = allPosts()
  const [card = ''] = cardsOf(drawn()[0] ?? '')
  expect(card).toMatch(new RegExp(`<time dateTime="${post?.date}"[^>]*>\\w+day, \\d+ \\w+ \\d{4}<`))
  for (const network of ['Facebook', 'WhatsApp', '>X<', 'Instagram']) expect(card).toContain(network)
  expect(card).toMatch(new RegExp(`value="[^"]+${post?.address}"`))
})

describe('the feed', () => {
  const feed = rss({
    title: 'Grace & bowls',
    description: 'Posts.',
    link: 'https://mendedbowl.org/Grace',
    self: 'https://mendedbowl.org/feed.xml',
    author: 'Grace',
    items: [
      {
        title: 'A <thin> line\u0007',
        excerpt: 'Look: "here" & there',
        date: '2024-11-04',
        url: 'https://mendedbowl.org/Grace/a-thin-line?a=1&b=2',
      },
    ],
  })

  test('has its own address, dates and permanent ids, and escapes what XML does not allow', () => {
    expect(feed.startsWith('<?xml version="1.0" encoding="UTF-8"?>')).toBe(true)
    for (const element of [
      '<title>A &lt;thin&gt; line</title>',
      '<description>Look: &quot;here&quot; &amp; there</description>',
      '<link>https://mendedbowl.org/Grace/a-thin-line?a=1&amp;b=2</link>',
      '<atom:link href="https://mendedbowl.org/feed.xml" rel="self" type="application/rss+xml"/>',
      '<pubDate>Mon, 04 Nov 2024 00:00:00 GMT</pubDate>',
      '<guid isPermaLink="true">',
    ])
      expect(feed).toContain(element)
  })
})
