/** Checks of whole pages and of their blocks. */

import { type CurrencySigns, formatMoney, inWholeUnits, parseMoney } from '#lib/platform/money.ts'
import { isKeyOf } from '#lib/platform/narrow.ts'
import type { Block, BlockOf } from '#lib/site/content/block-schema.ts'
import { addressed, type Content, type Entry } from '#lib/site/content/content.ts'
import { paymentForms } from '#lib/site/content/giving-pages.ts'
import { partOf } from '#lib/site/content/pagination.ts'
import { didYouMean, type Path, type Problem, warning } from '#lib/site/content/problem.ts'
import type { EnquiryFormContent, Page } from '#lib/site/content/schema.ts'
import type { Subject } from './found.ts'

/** Titles and descriptions identify a search result, so no two pages or stories may share one. */
export function checkWording({ content: { entries } }: Subject): Problem[] {
  return (['title', 'description'] as const).flatMap((field) => {
    const seen = new Map<string, Entry>()
    return entries.flatMap((entry) => {
      const value = addressed(entry)?.[field]
      if (value === undefined) return []
      const first = seen.get(value.toLowerCase())
      if (!first) seen.set(value.toLowerCase(), entry)
      return first ? [entry.source.problem([field], `is the same as in ${first.source.file}`)] : []
    })
  })
}

type Report = (path: Path, message: string, isWarning?: true) => void

export function checkPages({ content, now }: Subject): Problem[] {
  const today = now.toISOString().slice(0, 10)
  const problems: Problem[] = []
  /** The file that has the page of a country, or the payment form of a currency or an event. */
  const owners = new Map<string, string>()
  for (const { page, source } of content.entries) {
    if (!page) continue
    const report: Report = (path, message, isWarning) => {
      const problem = source.problem(path, message)
      problems.push(isWarning ? warning(problem) : problem)
    }
    const take = (name: string, path: Path, what: string) => {
      const first = owners.get(name)
      if (first) report(path, `${first} ${what} already`)
      else owners.set(name, source.file)
    }
    if (page.country) take(page.country, ['country'], 'is the page of this country')
    checkUniqueBlocks(page, report)
    for (const [index, block] of page.blocks.entries()) {
      if (block.kind === 'donation-form')
        take(`form ${block.currency}`, ['blocks', index, 'currency'], `has the form for ${block.currency}`)
      if (block.kind === 'sponsorship-form')
        take(`form ${block.event}`, ['blocks', index, 'event'], `has the form for ${block.event}`)
      if (block.kind === 'ticket-form')
        take(`tickets ${block.event}`, ['blocks', index, 'event'], `sells tickets for ${block.event}`)
      if (block.kind === 'sponsorship-form' && content.currencies.some(({ form }) => form === block.event))
        report(['blocks', index, 'event'], 'is the form of a currency already')
      checkBlock(block, page, content, today, (path, ...rest) => report(['blocks', index, ...path], ...rest))
    }
  }
  return problems
}

/** A page has one title, one payment form, whose thank-you page is below its address, and each id and enquiry form once. */
function checkUniqueBlocks({ blocks }: Page, report: Report): void {
  const placesOf = (...kinds: Block['kind'][]) =>
    blocks.flatMap(({ kind }, index) => (kinds.includes(kind) ? [index] : []))
  const titles = placesOf('hero', 'carousel')
  const forms = blocks.flatMap(({ kind }, index) => (isKeyOf(paymentForms, kind) ? [index] : []))
  if (titles.length === 0 && placesOf('donation-form').length === 0)
    report(['blocks'], 'needs a hero or a carousel: its heading is the title of the page')
  for (const index of titles.slice(1))
    report(['blocks', index, 'kind'], 'the page has its title already: one hero or carousel is enough')
  for (const index of forms.slice(1)) report(['blocks', index, 'kind'], 'the page has a payment form already')
  const seen = new Set<string>()
  for (const [index, block] of blocks.entries()) {
    // A dialog is identified by the address of its form.
    const names = { id: 'id' in block && block.id, form: block.kind === 'form' && `/forms/${block.form}` }
    for (const [field, name] of Object.entries(names)) {
      if (name && seen.has(name))
        report(['blocks', index, field], `another block of this page has the \`${field}\` "${name}"`)
      if (name) seen.add(name)
    }
  }
}

function checkBlock(block: Block, page: Page, content: Content, today: string, report: Report): void {
  if ('share' in block && block.share === true && !block.id)
    report(['share'], 'needs an `id` for this block: a shared link has to work after blocks have moved')
  if ('campaign' in block) {
    const { slug, ends } = content.campaigns.find((campaign) => campaign.slug === block.campaign) ?? {}
    if (ends !== undefined && ends < today)
      report(['campaign'], `the campaign ${slug} ended on ${ends}: remove the block`, true)
  }
  switch (block.kind) {
    case 'stories':
      for (const [index, slug] of (block.only ?? []).entries())
        if (!content.stories.some((story) => story.country === block.country && story.slug === slug))
          report(['only', index], `content/stories/${block.country}/${slug}.md does not exist`)
      break
    case 'form': {
      const form = content.forms.find(({ id }) => id === block.form)
      const fault = form && block.about !== undefined && subjectFault(form, block.about)
      if (fault) report(['about'], fault)
      break
    }
    case 'gallery':
      if (!/^\/[^/]+$/.test(partOf(page.address).first))
        report(['kind'], 'needs a page at an address of one part, such as /Gallery')
      if (content.photos.length === 0) report(['kind'], 'there is no photo to show in content/gallery.yaml')
      break
    case 'tiers':
      checkTiers(block, content.currencies, report)
      break
    case 'ticket-form': {
      const { tickets } = content.events.find(({ id }) => id === block.event) ?? {}
      if (!tickets) report(['event'], `content/events/${block.event}.yaml has no tickets`)
      else if (tickets.kinds.some(({ price }) => price.currency !== block.currency))
        report(['currency'], 'is not the currency of the tickets')
      break
    }
    case 'donation-form':
      for (const [index, { amount, writtenFor }] of block.presets.entries())
        if (writtenFor && writtenFor.amount !== amount.amount) {
          const message = `what it pays for was written for ${formatMoney(writtenFor)}: read it again, and change \`writtenFor\``
          report(['presets', index, 'amount'], message, true)
        }
      break
  }
}

/** The link of a tier leads to the amount that the tier says. */
function checkTiers({ tiers }: BlockOf<'tiers'>, currencies: readonly CurrencySigns[], report: Report): void {
  for (const [index, { amount, action }] of tiers.entries()) {
    const [written, second] = amount.match(/\p{Sc}\s?\d[\d,]*/gu) ?? []
    const money = written && !second ? parseMoney(written.replace(/,$/, ''), currencies) : null
    const linked = money && URL.parse(action?.href ?? '', 'https://site.test')?.searchParams.get('amount')
    if (money && linked && linked !== String(inWholeUnits(money)))
      report(['tiers', index, 'action', 'href'], `leads to an amount of ${linked}, but the tier says ${amount}`)
  }
}

export function subjectFault({ id, subjects }: EnquiryFormContent, about: string): string | undefined {
  const known = subjects.map((subject) => subject.id)
  return known.includes(about) ? undefined : `the form ${id} has no subject "${about}"${didYouMean(about, known)}`
}
