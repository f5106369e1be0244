/** Every address of the site with a page, and which of them search engines may not index. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defaultLanguage, splitAddress } from '#lib/platform/languages/index.ts'
import { enquiryForms } from '#lib/site/content/form-ids.ts'
import { isGivingPage } from '#lib/site/content/giving-pages.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { publishedContent } from '#lib/site/content/publication.ts'
import { root } from '../../scripts/support/processes.ts'
import { testPorts } from '../../scripts/support/sandbox-environment.ts'

/** An unknown address; its 404 page is tested like any other. */
export const nowhere = '/nowhere-at-all'

const unlisted = [
  '/forms/newsletter',
  '/forms/newsletter/sent',
  ...enquiryForms.flatMap((id) => [`/forms/${id}`, `/forms/${id}/sent`]),
  '/DonateIndia/thank-you',
  '/Donate/thank-you',
  '/Event5kSponsorship/thank-you',
  '/Event5kSponsorship/thank-you?invoice=E-7KQM-2X9D',
  '/FatherDaughterSponser/thank-you',
  '/search?q=cleft',
  '/FatherDaughterDanceGallery/photo/001',
  nowhere,
]

function content() {
  const loaded = loadContent(path.resolve('content'))
  if (!loaded.ok) throw new Error('The content files have problems: npm run content:check')
  return publishedContent(loaded.content, new Date())
}

/** The hydrated pages: those with a giving block. */
export const givingAddresses = () =>
  content()
    .pages.filter(isGivingPage)
    .map(({ address }) => address)

/** A page with each kind of block in each of its tones, and one of each kind without blocks: a story, a post, a photo, a form and so on. */
export function onePerKind(): string[] {
  const { pages, stories, posts } = content()
  const seen = new Set<string>()
  const withNewBlock = pages.filter(({ blocks }) => {
    const before = seen.size
    for (const block of blocks) seen.add('tone' in block ? `${block.kind} ${block.tone}` : block.kind)
    return seen.size > before
  })
  return [
    ...[...withNewBlock, ...stories.slice(0, 1), ...posts.slice(0, 1)].map(({ address }) => address),
    '/FatherDaughterSponser',
    '/FatherDaughterDanceGallery/photo/001',
    '/forms/contact',
    '/forms/contact/sent',
    '/Donate/thank-you',
    '/search?q=cleft',
    '/India/poster',
    nowhere,
  ]
}

async function sitemap(): Promise<string[]> {
  const listed = await (await fetch(`http://localhost:${testPorts.site}/sitemap.xml`)).text()
  return [...listed.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname)
}

const isEnglish = (address: string) => splitAddress(address).language === defaultLanguage

/** The pages that the sitemap lists, in English and in other languages. */
export const listedAddresses = async () => (await sitemap()).filter(isEnglish)
export const translatedAddresses = async () => (await sitemap()).filter((address) => !isEnglish(address))

/** In English. */
export async function everyAddress(): Promise<string[]> {
  return [...new Set([...(await listedAddresses()), ...unlisted])]
}

/** The routes under /api with the method that each exports. */
export const apiRoutes = () =>
  globSync('app/api/**/route.ts', { cwd: root }).map((file) => ({
    address: `/${path.relative('app', path.dirname(file))}`,
    method: readFileSync(path.join(root, file), 'utf8').includes('export const POST =') ? 'POST' : 'GET',
  }))

/** Eight at a time keep a server on two cores busy without long waits. */
export async function inParallel<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}
