/** Shared by block components, with the buttons under their text. */
import type { ReactNode } from 'react'
import { ButtonRow, buttonClass } from '#components/ui/button-link.tsx'
import { Card, cardClass } from '#components/ui/card.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import type { Block, BlockKind, BlockOf } from '#lib/site/content/block-schema.ts'
import type { Action } from '#lib/site/content/fields.ts'
import type { GivingKind } from '#lib/site/content/giving-block-schema.ts'
import { stories } from '#lib/site/content/index.ts'
import type { Page } from '#lib/site/content/schema.ts'

/** A component for each of these kinds: a kind without one does not compile. */
export type BlockComponents<Kind extends BlockKind> = {
  [Each in Kind]: (props: BlockProps<Each>) => ReactNode | Promise<ReactNode>
}

/** What a page reads from its request. `cookieHeader`: as sent. */
export type Visit = {
  query: Record<string, string | string[] | undefined>
  cookieHeader: string
}

/** Blocks that read the request. */
export type GivingBlocks = BlockComponents<GivingKind>

export type BlockProps<Kind extends BlockKind> = {
  block: BlockOf<Kind>
  page: Page
  index: number
  /** From {@link blockId}. */
  id: string
}

/** The block's id in the page's HTML: the editor's own, else kind and position: `figures-4`. Unique on a page. */
export function blockId(block: Pick<Block, 'kind'> & { id?: string | undefined }, index: number): string {
  return block.id ?? `${block.kind}-${index + 1}`
}

/** Index of the block whose heading is the page's h1: the first hero or carousel, else a donation form; -1 when there is none. */
export function leadIndex({ blocks }: Pick<Page, 'blocks'>): number {
  const hero = blocks.findIndex(({ kind }) => kind === 'hero' || kind === 'carousel')
  return hero >= 0 ? hero : blocks.findIndex(({ kind }) => kind === 'donation-form')
}

/** The length of a heading's longest word, which limits its size: `long` from 12 letters, `longer` from 14, `longest` from 17. A hyphen ends a word, but not a name. */
export function wordLength(heading: string): 'usual' | 'long' | 'longer' | 'longest' {
  const letters = Math.max(
    ...heading
      .replaceAll('*', '')
      .split(/\s+|(?<=-)(?!\p{Lu}\p{Ll})/u)
      .map((word) => word.length),
  )
  if (letters > 16) return 'longest'
  if (letters > 13) return 'longer'
  return letters > 11 ? 'long' : 'usual'
}

const classes = ['roomy:grid-cols-2', 'roomy:grid-cols-2', 'roomy:grid-cols-3', 'roomy:grid-cols-4'] as const

/** The `sizes` of a photograph in a card, which may be half a row on a phone. */
export const cardSizes = '(width < 820px) 60vw, 24rem'

/** A card whose heading holds the one link, which covers the whole card. */
export const linkCard = {
  card: `group relative flex overflow-hidden has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink ${cardClass}`,
  link: 'underline-offset-4 outline-none after:absolute after:inset-0 group-hover:underline',
}

/**
 * The Tailwind class of a grid of `count` cards on desktops: four columns or as many as there are cards, and three for five,
 * six and nine, so that a short row has no gap.
 */
export function columnsFor(count: number): string {
  const columns = count <= 4 ? count : count % 3 === 0 || count === 5 ? 3 : 4
  return classes[Math.max(columns, 1) - 1] ?? classes[3]
}

type ClosedFormProps = {
  heading: string
  sentence: string
  closed: { text: string; actions: readonly Action[] }
}

/** Instead of a form with a payment, while its event has no coming date. */
export const ClosedForm = ({ heading, sentence, closed }: ClosedFormProps) => (
  <Card className="max-w-200">
    <h2 className="text-h3">{heading}</h2>
    <p className="mt-3 font-semibold">{sentence}</p>
    <Markdown source={closed.text} headings={3} className="mt-3" />
    <Actions actions={closed.actions} className="mt-6" />
  </Card>
)

type ActionsProps = {
  actions: readonly Action[]
  className?: string
  /** Another kind of button in the same row. */
  children?: ReactNode
}

/** The buttons under a block's text: the first is solid, the others are outlined. */
export function Actions({ actions, className = 'mt-7', children }: ActionsProps) {
  if (actions.length === 0 && !children) return null
  return (
    <ButtonRow className={className}>
      {actions.map(({ label, href, lang }, index) => (
        <ContentLink
          key={`${label} ${href}`}
          href={href}
          lang={lang}
          // Opens a story over the page, as its card does.
          data-story={stories().find(({ address }) => address === href)?.title}
          className={buttonClass(index === 0 ? 'solid' : 'outline')}
        >
          {label}
        </ContentLink>
      ))}
      {children}
    </ButtonRow>
  )
}
