/** Pages with a giving block: each has a form that its address may preset, and a thank-you page for its payments. Pure. */
import { type Currency, inWholeUnits } from '#lib/platform/money.ts'
import { isKeyOf, isOneOf } from '#lib/platform/narrow.ts'
import type { Block, BlockOf } from './block-schema.ts'
import { givingKinds } from './giving-block-schema.ts'
import type { Page } from './schema.ts'

type WithBlocks = Pick<Page, 'blocks'>

/** A donation form and its page, to which visitors return from payment. */
export type DonationForm = BlockOf<'donation-form'> & { page: Page }
export type SponsorshipForm = BlockOf<'sponsorship-form'> & { page: Page }
/** `id`: recorded with its payments. */
export type TicketForm = BlockOf<'ticket-form'> & { page: Page; id: string }

export const isGivingPage = ({ blocks }: WithBlocks): boolean => blocks.some(({ kind }) => isOneOf(givingKinds, kind))

/** The forms that take payments: what is paid for, where the form is posted, and the title of the page that follows. */
export const paymentForms = {
  'donation-form': { noun: 'gift', post: '/api/create-checkout-session', title: 'Your gift' },
  'sponsorship-form': { noun: 'sponsorship', post: '/api/create-checkout-session-usa', title: 'Your sponsorship' },
  'ticket-form': { noun: 'ticket', post: '/api/create-ticket-session', title: 'Your tickets' },
} as const
export type PaymentForm = BlockOf<keyof typeof paymentForms>

const isPaymentForm = (block: Block): block is PaymentForm => isKeyOf(paymentForms, block.kind)

/** In which it is paid. All levels have their prices in one currency. */
export const currencyOf = (form: PaymentForm): Currency =>
  'levels' in form ? (form.levels[0]?.price.currency ?? '') : form.currency

export const paymentNoun = ({ kind }: PaymentForm) => paymentForms[kind].noun

export const paymentForm = ({ blocks }: WithBlocks): PaymentForm | undefined => blocks.find(isPaymentForm)

const formsOf = <Kind extends PaymentForm['kind']>(kind: Kind, pages: readonly Page[]) =>
  pages.flatMap((page) =>
    page.blocks.flatMap((block) => (block.kind === kind ? [{ ...(block as BlockOf<Kind>), page }] : [])),
  )

export const donationForms = (pages: readonly Page[]): DonationForm[] => formsOf('donation-form', pages)
export const sponsorshipForms = (pages: readonly Page[]): SponsorshipForm[] => formsOf('sponsorship-form', pages)
export const ticketForms = (pages: readonly Page[]): TicketForm[] =>
  formsOf('ticket-form', pages).map((form) => ({ ...form, id: `tickets-${form.event}` }))

/** `address`: of the form's page, which starts with a slash (pageSchema). */
export const thankYouAddress = (address: string) => `/${address.slice(1)}/thank-you` as const

/** The page whose thank-you page has this address. */
export const formPageOf = (pages: readonly Page[], address: string): Page | undefined =>
  pages.find((page) => address === thankYouAddress(page.address) && paymentForm(page))

/** External addresses that the page frames. */
export const framedIn = ({ blocks }: WithBlocks): string[] =>
  blocks.flatMap((block) => (block.kind === 'partner-form' ? [block.href] : []))

/** The giving partner's form on this page, opened for one of its campaigns: …?campaign=8483. Undefined if there is none. */
export function partnerCampaign(page: WithBlocks, partner: string): string | undefined {
  const [href] = framedIn(page)
  if (!href) return undefined
  const url = new URL(href)
  url.searchParams.set('campaign', partner)
  return url.href
}

/**
 * The presets in a query, in a fixed order; other parameters are ignored. `isOffered`: there are few such pages, so each is rendered once and
 * kept; false for an amount that the page does not offer, and for several levels. Null for a page for one visitor: a payment that was not made.
 */
export function presetQuery(
  page: WithBlocks,
  params: URLSearchParams,
  campaigns: readonly { slug: string }[],
  reasons: readonly { code: number }[],
): { query: string; isOffered: boolean } | null {
  if (params.size === 0) return { query: '', isOffered: true }
  if (params.has('cancelled')) return null
  const form = paymentForm(page)
  const amounts = form?.kind === 'donation-form' ? form.presets.map(({ amount }) => String(inWholeUnits(amount))) : []
  const [typed = ''] = /^[1-9]\d{0,8}$/.exec((form?.kind === 'donation-form' && params.get('amount')) || '') ?? []
  const known: Record<string, readonly string[]> = {
    amount: [...amounts, typed],
    campaign: campaigns.map(({ slug }) => slug),
    frequency: ['monthly', 'once'],
    reason: reasons.map(({ code }) => String(code)),
    tribute: ['honor', 'memory'],
  }
  const presets = Object.entries(known).flatMap(([name, values]) => {
    const value = params.get(name)
    return value && values.includes(value) && params.getAll(name).length === 1 ? [[name, value]] : []
  })
  const asked = params.getAll('levels')
  const levels = form?.kind === 'sponsorship-form' ? form.levels.filter(({ id }) => asked.includes(id)) : []
  return {
    query: String(new URLSearchParams([...presets, ...levels.map(({ id }) => ['levels', id])])),
    isOffered: levels.length < 2 && presets.every(([name, value = '']) => name !== 'amount' || amounts.includes(value)),
  }
}
