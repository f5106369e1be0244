/** A process that is started in a content folder of its own: what it refuses, and what it answers before, between and after the dates in its content. */

import { rmSync, symlinkSync } from 'node:fs'
import { NextRequest } from 'next/server'
import { GET as give } from '#app/[language]/give/route.ts'
import { GET as calendar } from '#app/calendar/[file]/route.ts'
import { GET as feed } from '#app/feed.xml/route.ts'
import { siteRouter } from '#app/routing.ts'
import sitemap from '#app/sitemap.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { router } from '#lib/platform/http/routing.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import * as content from '#lib/site/content/index.ts'
import { searchSite } from '#lib/site/search/index.ts'
import { proxy } from '#proxy.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'
import { type Changes, changed, pageFile, postFile, smallSite, storyFile, writeSite } from './small-site.ts'

jest.mock('#lib/platform/env/charity-folder.ts', () => {
  const { cpSync, rmSync, symlinkSync } = jest.requireActual('node:fs')
  const charityFolder = `${jest.requireActual('node:os').tmpdir()}/charity-started-${process.pid}`
  // Modules read these once.
  for (const name of ['colours.yaml', 'logo.svg']) cpSync(`content/${name}`, `${charityFolder}-first/content/${name}`)
  rmSync(charityFolder, { force: true })
  symlinkSync(`${charityFolder}-first`, charityFolder)
  return { charityFolder }
})

keepEnvironment()
afterAll(() => {
  for (const folder of [charityFolder, `${charityFolder}-first`]) rmSync(folder, { recursive: true, force: true })
})

/** As a process that is started with this content. */
function start(changes: Changes = {}, variables: Record<string, string> = {}): void {
  rmSync(charityFolder, { force: true })
  symlinkSync(writeSite(changes), charityFolder)
  for (const state of ['content', 'search', 'search-words']) resetProcessState(state)
  setEnvironment(variables)
}

const building = { NEXT_PHASE: 'phase-production-build' }

test('content is read once, and an invalid file makes the first call throw', () => {
  start()
  expect(content.pages()).toBe(content.pages())
  expect(content.page('/india')).toBeUndefined()
  expect(content.donationForm('INR').page.address).toBe('/DonateIndia')
  start(changed('content/pages/Home.yaml', 'title: Home', 'title: 12'))
  expect(() => content.site()).toThrow('content/pages/Home.yaml:3:8  title: must be text, but is 12')
})

test.each<[string, Changes, Record<string, string>, string]>([
  [
    'a dead link fails a build',
    changed('content/navigation.yaml', 'href: /India }', 'href: /Kenya }'),
    {},
    'content/navigation.yaml:4:31  groups[1].entries[1].href: /Kenya leads nowhere',
  ],
  [
    'CONTENT_STRICT=1 fails a build while anything is marked',
    changed('content/site.yaml', '+1 423 267 1234 }', '+1 423 555 0123, labelled: [number] }'),
    { CONTENT_STRICT: '1' },
    'offices[1].phones[1].number: is still marked `labelled`, and CONTENT_STRICT is set',
  ],
])('%s, but no running site', (_, changes, variables, problem) => {
  start(changes, variables)
  expect(content.site().names.initials).toBe('MB')
  start(changes, { ...building, ...variables })
  expect(() => content.site()).toThrow(problem)
})

test('a sample of a camp is shown in demos, and hidden from everybody else', () => {
  const days = ['from', 'until', 'updated'].map((field) => `${field}: "2027-03-01"\n`).join('')
  const camp = `title: Nakuru\ncountry: India\nplace: Hospital\nzone: Asia/Kolkata\nsummary: Surgery.\nsample: true\n${days}`
  start({ 'content/camps/nakuru.yaml': camp })
  expect(content.camps()).toEqual([])
  start({ 'content/camps/nakuru.yaml': camp }, { SAMPLE_NOTICE: '1' })
  expect(content.camps()).toMatchObject([{ id: 'nakuru', sample: true }])
})

const dates = 'publishFrom: 2026-12-01T12:00Z\npublishUntil: 2026-12-31T12:00Z\n'
/** What has dates, or, with other fields, is a draft. */
const files = (fields: string) => ({
  'content/pages/Wells.yaml': pageFile('/Wells', `${fields}aliases: [/Boreholes]\n`),
  'content/pages/Blog.yaml': pageFile('/Grace', '', '  - { kind: posts, heading: Blog }\n'),
  'content/redirects.yaml': 'redirects:\n  - { from: /Springs, to: /Wells }\n',
  'content/stories/India/later.md': storyFile('Later', { more: fields }),
  'content/posts/first-light.md': postFile('First light', { date: '2026-12-01', more: fields }),
  'content/events/walk.yaml': `${smallSite['content/events/race.yaml']}${fields}`,
  'content/campaigns/wells.yaml': `title: Wells\nreason: 1\nstarts: "2026-01-01"\n${fields}`,
  ...changed('content/navigation.yaml', 'href: /India }', 'href: /India }\n      - { label: Wells, href: /Wells }'),
})

const origin = 'https://mendedbowl.org'
const visit = (address: string) => {
  const response = proxy(new NextRequest(new URL(address, origin)))
  return response.headers.get('location')?.replace(origin, '') ?? response.status
}
const given = async () => {
  const asked = new Request(`${origin}/give?campaign=wells`)
  return (await give(asked, { params: Promise.resolve({ language: 'en' }) })).headers.get('location')
}
const added = async () => {
  const file = { params: Promise.resolve({ file: 'walk.ics' }) }
  return (await calendar(new Request(`${origin}/calendar/walk.ics`), file)).status
}

/** What is answered at a moment. */
async function at(moment: string) {
  stopClock(moment)
  return {
    sitemap: sitemap().filter(({ url }) => /Wells|later|light/.test(url)).length,
    feed: ((await (await feed()).text()).match(/<item>/g) ?? []).length,
    search: (await searchSite('groundwater')).filter(({ text }) => text.address === '/Wells').length,
    ...{ alias: visit('/boreholes'), redirect: visit('/Springs'), address: visit('/Wells') },
    ...{ calendar: await added(), donate: await given(), menu: content.navigation().groups[0]?.entries.length },
  }
}

const nothing = {
  ...{ sitemap: 0, feed: 0, search: 0, alias: 200, redirect: 200, address: 200 },
  ...{ calendar: 404, donate: '/Donate', menu: 1 },
}
const everything = {
  ...{ sitemap: 3, feed: 1, search: 1, alias: '/Wells', redirect: '/Wells', address: 200 },
  ...{ calendar: 200, donate: '/Donate?reason=1&campaign=wells', menu: 2 },
}

/** Browsers keep a permanent redirect, so there is none to another page before the first day. */
test('what has dates appears at the first and is gone at the last, everywhere at once; drafts never appear', async () => {
  router.set(siteRouter)
  const after = '  - { from: /Wells, to: /India }\n'
  start({ ...files(dates), 'content/redirects.yaml': files(dates)['content/redirects.yaml'] + after })
  expect(await at('2026-12-01T11:59:59.999Z')).toEqual(nothing)
  expect(await at('2026-12-01T12:00:00.000Z')).toEqual(everything)
  expect(await at('2026-12-31T11:59:59.999Z')).toEqual(everything)
  expect(await at('2026-12-31T12:00:00.000Z')).toEqual({ ...nothing, address: '/India' })
  start(files('draft: true\n'))
  expect(await at('2026-12-01T12:00:00Z')).toEqual(nothing)
})

test('in development drafts are shown, and search engines are told to leave them', async () => {
  jest.resetModules()
  Object.assign(process.env, { NODE_ENV: 'development' })
  const { pages, stories, posts, charityEvents, campaigns, navigation } = await import('#lib/site/content/index.ts')
  const { pageMetadata } = await import('#lib/site/seo/metadata.ts')
  start(files('draft: true\n'))
  const lists = [stories(), posts(), charityEvents(), campaigns(), navigation().groups[0]?.entries]
  expect(lists.map((list) => list?.length)).toEqual([2, 1, 2, 1, 2])
  const robots = pages().map((page) => [page.address, pageMetadata(page).robots] as const)
  expect(new Map(robots).get('/Wells')).toMatchObject({ index: false })
  expect(new Map(robots).get('/')).toMatchObject({ index: true })
})
