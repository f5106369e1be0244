/** A process that is started in a content folder of its own: what it refuses, and what it answers before, between and after the dates in its content. */

import { NextRequest } from 'next/server'
import { router } from '#lib/platform/http/routing.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { changed, pageFile, postFile, smallSite, storyFile, writeSite } from './small-site.ts'

describe('the content', () => {
  type Modules = typeof import('#lib/site/content/index.ts')

  const untouched = process.env

  afterEach(() => {
    jest.restoreAllMocks()
    process.env = untouched
  })

  /** A fresh copy of the module, as in a process started in this folder. */
  async function startedIn(folder: string, variables: Record<string, string> = {}): Promise<Modules> {
    jest.resetModules()
    resetProcessState('content')
    jest.spyOn(process, 'cwd').mockReturnValue(folder)
    process.env = { ...untouched, ...variables }
    return import('#lib/site/content/index.ts')
  }

  const building = { NEXT_PHASE: 'phase-production-build' }
  const deadLink = changed('content/navigation.yaml', 'href: /India }', 'href: /Kenya }')
  const sample = changed('content/site.yaml', '+1 423 267 1234 }', '+1 423 555 0123, labelled: [number] }')

  test('content is read once, and an invalid file makes the first call throw', async () => {
    const content = await startedIn(writeSite())
    expect(content.pages()).toBe(content.pages())
    expect(content.page('/india')).toBeUndefined()
    expect(content.donationForm('INR').page.address).toBe('/DonateIndia')
    const invalid = await startedIn(writeSite(changed('content/pages/Home.yaml', 'title: Home', 'title: 12')))
    expect(() => invalid.site()).toThrow('content/pages/Home.yaml:3:8  title: must be text, but is 12')
  })

  test('a dead link fails a build, but not a running site', async () => {
    const folder = writeSite(deadLink)
    expect((await startedIn(folder)).site().names.initials).toBe('MB')
    const content = await startedIn(folder, building)
    expect(() => content.site()).toThrow(
      'content/navigation.yaml:4:31  groups[1].entries[1].href: /Kenya leads nowhere',
    )
  })

  test('a sample of a camp is labelled in demos, and hidden from everybody else', async () => {
    const written = [
      'title: Nakuru',
      'country: India',
      'place: Hospital',
      'zone: Asia/Kolkata',
      'summary: Surgery.',
      ...['from', 'until', 'updated'].map((field) => `${field}: "2027-03-01"`),
      'sample: true',
    ].join('\n')
    const folder = writeSite({ 'content/camps/nakuru.yaml': written })
    expect((await startedIn(folder)).camps()).toEqual([])
    const demo = await startedIn(folder, { SAMPLE_NOTICE: '1' })
    expect(demo.camps()).toMatchObject([{ id: 'nakuru', labelled: true }])
  })

  test('CONTENT_STRICT=1 fails a build while anything is marked', async () => {
    const folder = writeSite(sample)
    expect((await startedIn(folder, building)).site().names.initials).toBe('MB')
    const strict = await startedIn(folder, { ...building, CONTENT_STRICT: '1' })
    expect(() => strict.site()).toThrow(
      'offices[1].phones[1].number: is still marked `labelled`, and CONTENT_STRICT is set',
    )
  })
})

describe('answers', () => {
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

  const nothing = {
    sitemap: 0,
    feed: 0,
    search: 0,
    alias: 200,
    redirect: 200,
    calendar: 404,
    donate: '/Donate',
    menu: 1,
  }
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
})
