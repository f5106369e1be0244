/** What the site answers before, between and after the dates in its content, without another build and in one process. */
import { NextRequest } from 'next/server'
import { router } from '#lib/platform/http/routing.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { changed, pageFile, postFile, smallSite, storyFile, writeSite } from '../content/small-site.ts'

const untouched = process.env
afterEach(() => {
  jest.restoreAllMocks()
  process.env = untouched
})

const dates = 'publishFrom: 2026-12-01T12:00Z\npublishUntil: 2026-12-31T12:00Z\n'
const files = {
  'content/pages/Wells.yaml': pageFile('/Wells', `${dates}aliases: [/Boreholes]\n`),
  'content/pages/Blog.yaml': pageFile('/Grace', '', '  - { kind: posts, heading: Blog }\n'),
  'content/redirects.yaml': 'redirects:\n  - { from: /Springs, to: /Wells }\n  - { from: /Wells, to: /India }\n',
  'content/stories/India/later.md': storyFile('Later', { more: dates }),
  'content/posts/first-light.md': postFile('First light', { date: '2026-12-01', more: dates }),
  'content/events/walk.yaml': `${smallSite['content/events/race.yaml']}${dates}`,
  'content/campaigns/wells.yaml': `title: Wells\nreason: 1\nstarts: "2026-01-01"\n${dates}`,
  ...changed('content/navigation.yaml', 'href: /India }', 'href: /India }\n      - { label: Wells, href: /Wells }'),
}

/** The handlers of a server started in this folder, and what they answer at a moment. */
async function startedIn(folder: string, nodeEnv: 'production' | 'development' = 'production') {
  jest.resetModules()
  resetProcessState('content')
  jest.spyOn(process, 'cwd').mockReturnValue(folder)
  process.env = { ...untouched, NODE_ENV: nodeEnv }
  const [
    { stopClock },
    { proxy },
    { siteRouter },
    sitemap,
    feed,
    calendar,
    give,
    { searchSite },
    content,
    { pageMetadata },
  ] = await Promise.all([
    import('#lib/platform/clock.ts'),
    import('#proxy.ts'),
    import('#app/routing.ts'),
    import('#app/sitemap.ts'),
    import('#app/feed.xml/route.ts'),
    import('#app/calendar/[file]/route.ts'),
    import('#app/[language]/give/route.ts'),
    import('#lib/site/search/index.ts'),
    import('#lib/site/content/index.ts'),
    import('#lib/site/seo/metadata.ts'),
  ])
  router.set(siteRouter)
  const visit = (address: string) => {
    const response = proxy(new NextRequest(new URL(address, 'https://mendedbowl.org')))
    return response.headers.get('location')?.replace('https://mendedbowl.org', '') ?? response.status
  }
  const donate = async () => {
    const response = await give.GET(new Request('https://mendedbowl.org/give?campaign=wells'), {
      params: Promise.resolve({ language: 'en' }),
    })
    return response.headers.get('location')
  }
  const addCalendar = async () => {
    const file = { params: Promise.resolve({ file: 'walk.ics' }) }
    return (await calendar.GET(new Request('https://mendedbowl.org/calendar/walk.ics'), file)).status
  }
  return {
    pageMetadata,
    content,
    async at(moment: string) {
      stopClock(moment)
      return {
        sitemap: sitemap.default().filter(({ url }) => /Wells|later|light/.test(url)).length,
        feed: ((await (await feed.GET()).text()).match(/<item>/g) ?? []).length,
        search: (await searchSite('groundwater')).filter(({ text }) => text.address === '/Wells').length,
        alias: visit('/boreholes'),
        redirect: visit('/Springs'),
        address: visit('/Wells'),
        calendar: await addCalendar(),
        donate: await donate(),
        menu: content.navigation().groups[0]?.entries.length,
      }
    },
  }
}

const nothing = { sitemap: 0, feed: 0, search: 0, alias: 200, redirect: 200, calendar: 404, donate: '/Donate', menu: 1 }
const everything = {
  sitemap: 3,
  feed: 1,
  search: 1,
  alias: '/Wells',
  redirect: '/Wells',
  address: 200,
  calendar: 200,
  donate: '/Donate?reason=1&campaign=wells',
  menu: 2,
}

/** Browsers keep a permanent redirect, so there is none to another page before the first day. */
test('what has dates appears at the first and is gone at the last, everywhere at once', async () => {
  const site = await startedIn(writeSite(files))
  expect(await site.at('2026-12-01T11:59:59.999Z')).toEqual({ ...nothing, address: 200 })
  expect(await site.at('2026-12-01T12:00:00.000Z')).toEqual(everything)
  expect(await site.at('2026-12-31T11:59:59.999Z')).toEqual(everything)
  expect(await site.at('2026-12-31T12:00:00.000Z')).toEqual({ ...nothing, address: '/India' })
})

test('drafts are on no live site; in development they are, and search engines are told to leave them', async () => {
  const drafts = Object.fromEntries(
    Object.entries({ ...files, 'content/redirects.yaml': 'redirects:\n  - { from: /Springs, to: /Wells }\n' }).map(
      ([name, text]) => [name, text.replace(dates, 'draft: true\n')],
    ),
  )
  const folder = writeSite(drafts)
  expect(await (await startedIn(folder)).at('2026-12-01T12:00:00Z')).toEqual({ ...nothing, address: 200 })
  const { at, content, pageMetadata } = await startedIn(folder, 'development')
  expect(await at('2026-12-01T12:00:00Z')).toEqual(everything)
  const [wells, home] = [content.page('/Wells'), content.page('/')]
  expect(wells && pageMetadata(wells).robots).toMatchObject({ index: false })
  expect(home && pageMetadata(home).robots).toMatchObject({ index: true })
})
