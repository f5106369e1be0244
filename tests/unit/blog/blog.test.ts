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
  expect([first, ...others].flatMap(cardsOf).map((card) => / id="([^"]+)"/.exec(card)?.[1])).toEqual(
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

test('the feed escapes what XML does not allow', () => {
  const page = 'https://mendedbowl.org/Grace'
  const post = { title: 'A <thin> line\u0007', excerpt: '"here" & there', date: '2024-11-04', url: `${page}/a?a=1&b=2` }
  const feed = rss({ title: 'Bowls', description: 'Posts.', link: page, self: page, author: 'Grace', items: [post] })
  for (const element of [
    '<title>A &lt;thin&gt; line</title>',
    '<description>&quot;here&quot; &amp; there</description>',
    '<link>https://mendedbowl.org/Grace/a?a=1&amp;b=2</link>',
    '<pubDate>Mon, 04 Nov 2024 00:00:00 GMT</pubDate>',
  ])
    expect(feed).toContain(element)
})
