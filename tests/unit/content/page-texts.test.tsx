/** Every text and link of a content page must be in its HTML. */
import { prerender } from 'react-dom/static'
import { donationBlocks } from '#components/blocks/donation.tsx'
import { sponsorshipBlocks } from '#components/blocks/sponsorship.tsx'
import { ticketBlocks } from '#components/blocks/tickets.tsx'
import { ContentPage } from '#components/layout/content-page.tsx'
import { ticketTerms } from '#lib/giving/tickets/checkout.ts'
import type { Block } from '#lib/site/content/block-schema.ts'
import { filmsOf, pages } from '#lib/site/content/index.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { useFreshStore as inFreshStores, setEnvironment } from '#tests/support/store.ts'
import { visibleText } from '#tests/support/visible-text.ts'

/** Names of fields with visible text. */
const read = new Set('heading intro eyebrow label title text note value amount name role'.split(' '))

/** The words of rendered Markdown, without list numbers and link targets. */
const words = (markdown: string) =>
  markdown
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/^\d+\. /gm, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function fieldsOf(value: unknown, wanted: (field: string) => boolean, field = ''): string[] {
  if (typeof value === 'string') return wanted(field) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((part) => fieldsOf(part, wanted, field))
  if (value === null || typeof value !== 'object') return []
  // A live figure is that of the camp summary, not of the page's file.
  const shown = 'live' in value ? { ...value, value: null } : value
  return Object.entries(shown).flatMap(([name, part]) => fieldsOf(part, wanted, name))
}

/** Blocks without the fields that other pages show, and without what depends on the day or on a setting. */
function shownHere(block: Block, page: Page): object {
  if (block.kind === 'donation-form')
    return { ...block, next: null, citizens: block.citizenship ? block.citizens : null }
  if (block.kind === 'camps' && !block.none) return {}
  // On the sheets.
  if (block.kind === 'poster') return { ...block, title: null }
  if (block.kind === 'ticket-form') return ticketTerms({ ...block, page }).day ? {} : { closed: block.closed }
  return block.kind === 'sponsorship-form'
    ? { ...block, next: null, name: null, items: null, closed: null, thanks: null }
    : block
}

inFreshStores()
beforeEach(() =>
  setEnvironment({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }),
)

test.each(pages().map((page) => [page.address, page] as const))('%s says what its file says', async (_, page) => {
  const visit = { query: {}, cookieHeader: '' }
  const giving = { ...donationBlocks(visit), ...sponsorshipBlocks(visit), ...ticketBlocks(visit) }
  const { prelude } = await prerender(<ContentPage page={page} giving={giving} />)
  const html = await new Response(prelude).text()
  const labels = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label = '']) => label)
  const said = ` ${[visibleText(html), ...labels].map(words).join(' ')} `
  const blocks = [...page.blocks.map((block) => shownHere(block, page)), ...filmsOf(page)]
  const lost = fieldsOf(blocks, (name) => read.has(name)).flatMap((text) =>
    text
      .split(/\n\s*\n/)
      .map(words)
      .filter((part) => !said.includes(` ${part} `)),
  )
  expect(lost).toEqual([])
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  expect(fieldsOf(blocks, (name) => name === 'href').filter((href) => !links.includes(href))).toEqual([])
})
