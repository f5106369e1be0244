/** Whatever quotes a sample away from its page carries its label: no value that only stands in reads as a fact. */
import { renderToStaticMarkup } from 'react-dom/server'
import { GET as feed } from '#app/feed.xml/route.ts'
import { Results } from '#components/search/search.tsx'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { languageCodes } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import {
  answers,
  charityEvent,
  charityEvents,
  enquiryForms,
  pages,
  pageWith,
  posts,
  reasons,
  site,
  stories,
} from '#lib/site/content/index.ts'
import { quotesSample } from '#lib/site/content/sample-label.ts'
import { siteMail } from '#lib/site/mail/look.ts'
import { searchSite } from '#lib/site/search/index.ts'
import { postMetadata, storyMetadata } from '#lib/site/seo/metadata.ts'
import { postStructuredData, storyStructuredData } from '#lib/site/seo/structured-data.ts'

const label = () => messages()('sample.short')

/** What nobody of the organisation has confirmed, and promises of the office that nothing keeps. Each may stand in a sample only. */
const unconfirmed = [
  /South Africa,? since 2017|दक्षिण अफ़्रीका में, 2017|Afrika Kusini, tangu 2017/,
  /in a study|एक अध्ययन में|katika utafiti/i,
  /hospitals that we know|money is promised|from one camp to the next|invited to the next/i,
  /a person answers|somebody answers|whatever we decide|reads this before|first to hear|you will hear|tell you what it achieved/i,
  /in one breath|dreamed of|dreamt of|'s dream\.|two halves/i,
  /at half past six|fathers' shoes|knows the songs/i,
  /folds? tables|midwife who/i,
]

test.each(languageCodes)('no page or form in %s says what nobody has confirmed', (language) =>
  inLanguage(language, () => {
    const shown = JSON.stringify([pages(), enquiryForms(), answers().answers, reasons(), charityEvents()]).replace(
      /\\n/g,
      ' ',
    )
    const found = unconfirmed.flatMap(
      (words) => shown.match(new RegExp(`.{0,60}(?:${words.source}).{0,20}`, words.flags)) ?? [],
    )
    expect(found).toEqual([])
    expect(charityEvent('dance')).not.toHaveProperty('yearly')
  }),
)

test('the content has samples to look for', () => {
  expect(quotesSample(`Call ${site().offices[0]?.phones[0]?.number}`)).toBe(true)
  expect(quotesSample(`Write to ${site().names.email}`)).toBe(true)
  expect(quotesSample('Call 112')).toBe(false)
  expect(stories().some(({ labelled }) => labelled) && posts().some(({ labelled }) => labelled)).toBe(true)
})

test.each(languageCodes)('answers and results of the search in %s', (language) =>
  inLanguage(language, async () => {
    const queries = answers().answers.map(({ asked }) => asked.split(',')[0] ?? '')
    for (const query of [
      ...queries,
      'phone kenya',
      'race price',
      'surgery near me',
      ...site().offices.map(({ email }) => email ?? ''),
    ])
      for (const hit of await searchSite(query)) {
        const text = renderToStaticMarkup(<Results found={[hit]} first={1} />).replace(/<[^>]+>/g, '')
        if (quotesSample(text)) expect({ query, text }).toMatchObject({ text: expect.stringContaining(`(${label()})`) })
      }
  }),
)

test('prices of tickets that only stand in', async () => {
  expect(charityEvent('race')?.tickets?.kinds.every(({ labelled }) => Array.isArray(labelled))).toBe(true)
  const [first] = await searchSite('5k price')
  expect(first?.text.description).toMatch(/5K \$35.*\(Sample\)$/)
})

test('previews and structured data of stories and posts, which are no articles', () => {
  const blog = pageWith('posts')
  if (!blog) throw new Error('The content has no blog')
  const previews = [
    ...stories().map((story) => ({ entry: story, head: storyMetadata(story), data: storyStructuredData(story) })),
    ...posts().map((post) => ({ entry: post, head: postMetadata(post), data: postStructuredData(post, blog) })),
  ]
  for (const { entry, head, data } of previews) {
    const { openGraph, twitter, description } = head
    const words = [openGraph?.title, openGraph?.description, twitter?.title, twitter?.description, description]
    const isSample = Boolean(entry.labelled)
    for (const text of words) expect(String(text).startsWith(`${label()}: `)).toBe(isSample)
    expect(openGraph).toMatchObject({ type: isSample ? 'website' : 'article' })
    expect(
      JSON.stringify(data.graph).includes('"Article"') || JSON.stringify(data.graph).includes('"BlogPosting"'),
    ).toBe(!isSample)
  }
})

test('the feed', async () => {
  const items = (await (await feed()).text()).split('<item>').slice(1)
  expect(items.length).toBe(posts().length)
  for (const [index, { labelled }] of posts().entries())
    expect(items[index]?.match(new RegExp(`<(title|description)>${label()}: `, 'g'))?.length ?? 0).toBe(
      labelled ? 2 : 0,
    )
})

test.each(languageCodes)('mails in %s', (language) =>
  inLanguage(language, () => {
    const mail = (paragraph: string) => siteMail({ to: 'asha@example.com', subject: 'Hello', parts: [{ paragraph }] })
    const note = messages()('sample.contact')
    const flat = (text: string) => text.replace(/\s+/g, ' ')
    expect(flat(mail(`Call ${site().offices[0]?.phones[0]?.number}.`).text)).toContain(note)
    expect(flat(mail('Call 112.').text)).not.toContain(note)
  }),
)
