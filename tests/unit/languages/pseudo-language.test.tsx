/** Every kind of page in a made-up language, which shows what was written in code, where no translator can reach it. */
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { usStates } from '#lib/giving/donation/payer.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { splitAddress } from '#lib/platform/languages/index.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import type { Entry } from '#lib/site/content/content.ts'
import { allFigures, milestones, pages, photos, posts, receipts, site, stories } from '#lib/site/content/index.ts'
import { useFreshStore as inFreshStores, setEnvironment, stripeKeys } from '#tests/support/store.ts'
import { decoded, visibleText } from '#tests/support/visible-text.ts'

jest.mock('#messages/hi.json', () => {
  const { pseudoCatalogue } = jest.requireActual('./pseudo-translation.ts')
  return pseudoCatalogue(jest.requireActual('../../../messages/en.json'))
})
jest.mock('#lib/site/content/load.ts', () => {
  const { loadContent, ...others } = jest.requireActual('#lib/site/content/load.ts')
  const { pseudoTranslation } = jest.requireActual('./pseudo-translation.ts')
  return {
    ...others,
    loadContent(root: string) {
      const { content, ...loaded } = loadContent(root)
      const [{ placeholders }] = content.translations
      const translations = content.entries.map((entry: Entry) => pseudoTranslation(entry, placeholders))
      return { ...loaded, content: { ...content, translations } }
    },
  }
})
jest.mock('next/server', () => ({ ...jest.requireActual('next/server'), connection: async () => undefined }))
jest.mock('next/headers', () => ({ headers: async () => new Headers(), cookies: async () => '' }))

resetProcessState('content')
inFreshStores()
beforeEach(() => setEnvironment(stripeKeys))

type Route = {
  default: (props: never) => ReactNode | Promise<ReactNode>
  generateMetadata?: (props: never) => Promise<Metadata>
}

/** Attributes that are read out, and those from which a behaviour takes words. */
const wordAttributes =
  /\s(?:aria-label|aria-description|alt|title|placeholder|label|data-(?:copied|expired|left|opening|own-zone|photo|selected|sending|start|suggestion|unreached))="([^"]*)"/g

/** What stays as it is in every language: names, states of the USA, registrations, addresses, kinds of files, and am and pm, which Hindi writes so too. */
function allowed(): string[] {
  const { names, social } = site()
  const registered = Object.values(receipts()).flatMap(({ legalName, registrations, street = '', address }) => [
    legalName,
    street,
    ...address,
    ...registrations.flatMap(({ label, value }) => [label, value]),
  ])
  // The documents that figures come from have English titles.
  const sources = [...allFigures(), ...milestones()].flatMap((figure) =>
    'source' in figure ? (figure.source ?? []) : [],
  )
  const brands = [
    'Facebook',
    'WhatsApp',
    'LinkedIn',
    'Instagram',
    'Google Calendar',
    'Outlook.com',
    'YouTube',
    'X',
    'Apple Pay',
    'Google Pay',
    'Link',
  ]
  return [
    ...registered,
    ...sources,
    ...Object.values(names).filter((name) => typeof name === 'string'),
    ...social.map(({ label }) => label),
    ...brands,
    ...usStates.map(({ label }) => label),
    ...['English', 'Kiswahili', 'PDF', 'PNG', 'SVG', 'KB', 'MB', 'am', 'pm', 'br'],
  ].toSorted((a, b) => b.length - a.length)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The words in ordinary letters, without those that are allowed. */
function untranslated(texts: readonly string[]): string[] {
  const names = new RegExp(`(?<![A-Za-z])(?:${allowed().map(escaped).join('|')})(?![A-Za-z])`, 'g')
  const addresses = /\{\w+\}|https?:\/\/\S+|[\w.]+@[\w.]+|localhost\S*|[A-Z]-\w{4}-\w{4}/g
  return texts.flatMap(
    (text) =>
      text
        .replace(addresses, '·')
        .replace(names, '·')
        .match(/[A-Za-z]{2,}(?:[ ,.]+[A-Za-z]+)*/g) ?? [],
  )
}

async function wordsLeft(route: Route, params: object, query: Record<string, string> = {}) {
  const props = {
    params: Promise.resolve({ language: 'hi', ...params }),
    searchParams: Promise.resolve(query),
  } as never
  return inLanguage('hi', async () => {
    const { prelude } = await prerender(await route.default(props))
    const html = await new Response(prelude).text()
    const { title, description } = (await route.generateMetadata?.(props)) ?? {}
    const attributes = [...html.matchAll(wordAttributes)].map(([, text = '']) => decoded(text))
    return untranslated([visibleText(html), ...attributes, titleOf(title), description ?? ''])
  })
}

const titleOf = (title: Metadata['title']) =>
  typeof title === 'object' && title && 'absolute' in title ? title.absolute : String(title ?? '')

const pathOf = (address: string) => splitAddress(address).address.split('/').filter(Boolean)

/** As few pages as have a block of every kind. */
function pagesOfEveryKind() {
  const seen = new Set<string>()
  return inLanguage('hi', pages).filter(({ blocks }) => {
    const fresh = blocks.filter(({ kind }) => !seen.has(kind))
    for (const { kind } of fresh) seen.add(kind)
    return fresh.length > 0
  })
}

const [story] = stories()
const [post] = posts()
const [photo] = photos()
const routes: [name: string, folder: string, params?: object, query?: Record<string, string>][] = [
  ...pagesOfEveryKind().map(({ address, blocks, country }): [string, string, object] => {
    const isGiving = blocks.some(({ kind }) => /^(?:donation|sponsorship|ticket)-form$/.test(kind))
    if (country && !isGiving) return [address, '[country]', { country }]
    return [address, isGiving ? 'giving/[...path]' : '[[...path]]', { path: pathOf(address) }]
  }),
  ['a story', '[country]/stories/[slug]', { country: story?.country, slug: story?.slug }],
  ['a post', '[[...path]]', { path: pathOf(post?.address ?? '') }],
  ['a photo', '[country]/photo/[id]', { country: photo?.address.split('/').at(-3), id: photo?.id }],
  ['a search', 'search', {}, { q: 'ｓｕｒｇｅｒｙ' }],
  ['a search for nothing', 'search'],
  ['a form', 'forms/[form]', { form: 'contact' }],
  ['the thanks for a form', 'forms/[form]/sent', { form: 'contact' }],
  ['the form of the newsletter', 'forms/newsletter'],
  ['the thanks of the newsletter', 'forms/[form]/sent', { form: 'newsletter' }],
  ['a sign-up for the newsletter', 'forms/newsletter/yours'],
  ['a payment', 'thank-you/[...path]', { path: ['Donate'] }],
  ['a request for an invoice', 'thank-you/[...path]', { path: ['Event5kSponsorship'] }, { invoice: 'E-7KQM-2X9D' }],
  ['a monthly gift', 'stop-gift', {}, { gift: 'x' }],
  ['a broken link', 'stop-gift/broken-link'],
  ['all gifts', 'your-gifts'],
  ['an unknown address', 'page-not-found'],
  ['a failure', 'server-error'],
]

test.each(routes)('%s', async (_, folder, params = {}, query = {}) => {
  expect(await wordsLeft(await import(`#app/[language]/${folder}/page.tsx`), params, query)).toEqual([])
})
