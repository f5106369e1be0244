/** Checks between files about giving: campaigns, and the pages with payment forms. */
import { paymentForm } from '#lib/site/content/giving-pages.ts'
import type { Content } from '#lib/site/content/load.ts'
import { didYouMean, type Problem, warning } from '#lib/site/content/problem.ts'

export const noCampaign = (slug: string, known: readonly string[]) =>
  `content/campaigns/${slug}.yaml does not exist${didYouMean(slug, known)}`

/** The campaigns that blocks name exist and are not over, each ends after it starts, and a number of the partner's belongs to one. */
export function checkCampaigns({ entries, campaigns }: Content, today: string): Problem[] {
  const slugs = campaigns.map(({ slug }) => slug)
  return entries.flatMap(({ page, campaign, source }) => {
    const problems = (page?.blocks ?? []).flatMap((block, index) => {
      if (!('campaign' in block)) return []
      const path = ['blocks', index, 'campaign']
      const named = campaigns.find(({ slug }) => slug === block.campaign)
      if (!named) return [source.problem(path, noCampaign(block.campaign, slugs))]
      return named.ends !== undefined && named.ends < today
        ? [warning(source.problem(path, `the campaign ${named.slug} ended on ${named.ends}: take the block away`))]
        : []
    })
    if (!campaign) return problems
    const { slug, starts, ends, partner } = campaign
    if (ends !== undefined && ends < starts)
      problems.push(source.problem(['ends'], `is before the campaign starts, on ${starts}`))
    const first = campaigns.find((other) => partner !== undefined && other.partner === partner)
    if (first && first.slug !== slug)
      problems.push(source.problem(['partner'], `is the number of content/campaigns/${first.slug}.yaml already`))
    return problems
  })
}

/**
 * Each payment form is on one page, and a page has one at most: its thank-you page is known by its address. The route of sponsorship
 * pages does not load the partner's form.
 */
export function checkPaymentForms({ entries }: Content): Problem[] {
  const seen = new Map<string, string>()
  return entries.flatMap(({ page, source }) => {
    let onPage = 0
    return (page?.blocks ?? []).flatMap((block, index) => {
      if (block.kind === 'partner-form' && page && paymentForm(page)?.kind === 'sponsorship-form')
        return [source.problem(['blocks', index, 'kind'], 'cannot be on a page with a sponsorship form')]
      if (block.kind !== 'donation-form' && block.kind !== 'sponsorship-form') return []
      const field = block.kind === 'donation-form' ? 'currency' : 'event'
      const id = block.kind === 'donation-form' ? block.currency : block.event
      const first = seen.get(id)
      if (!first) seen.set(id, source.file)
      onPage += 1
      if (first) return [source.problem(['blocks', index, field], `${first} has the form for ${id} already`)]
      return onPage > 1 ? [source.problem(['blocks', index, 'kind'], 'the page has a payment form already')] : []
    })
  })
}
