/**
 * What follows from a giving form among the blocks of a page: the page is rendered for each request and comes to life in the
 * browser, and its payments end on a thank-you page below it. Pure: it is given the pages.
 */
import { type Block, type BlockOf, givingKinds } from './block-schema.ts'
import type { Page } from './schema.ts'

type WithBlocks = Pick<Page, 'blocks'>

/** A donation form with the page that it stands on: payments come back to that address. */
export type DonationForm = BlockOf<'donation-form'> & { page: Page }
export type SponsorshipForm = BlockOf<'sponsorship-form'> & { page: Page }

export const isGivingPage = ({ blocks }: WithBlocks): boolean =>
  blocks.some(({ kind }) => (givingKinds as readonly string[]).includes(kind))

export type PaymentForm = BlockOf<'donation-form'> | BlockOf<'sponsorship-form'>

const isPaymentForm = (block: Block): block is PaymentForm =>
  block.kind === 'donation-form' || block.kind === 'sponsorship-form'

/** The form of ours with which one pays on this page. */
export const paymentForm = ({ blocks }: WithBlocks): PaymentForm | undefined => blocks.find(isPaymentForm)

export function donationForms(pages: readonly Page[]): DonationForm[] {
  return pages.flatMap((page) =>
    page.blocks.flatMap((block) => (block.kind === 'donation-form' ? [{ ...block, page }] : [])),
  )
}

export function sponsorshipForms(pages: readonly Page[]): SponsorshipForm[] {
  return pages.flatMap((page) =>
    page.blocks.flatMap((block) => (block.kind === 'sponsorship-form' ? [{ ...block, page }] : [])),
  )
}

/** `address`: of the form's page, which starts with a slash (pageSchema). */
export const thankYouAddress = (address: string) => `${address}/thank-you` as `/${string}`

/** The page whose payments end at this address. */
export const formPageOf = (pages: readonly Page[], address: string): Page | undefined =>
  pages.find((page) => address === thankYouAddress(page.address) && paymentForm(page))

/** What the page shows in a frame: addresses elsewhere. */
export const framedIn = ({ blocks }: WithBlocks): string[] =>
  blocks.flatMap((block) => (block.kind === 'partner-form' ? [block.href] : []))
