/** The boxes of every page: a card, a notice, and the list of facts inside or outside them. Also for client components. */
import type { ComponentProps, HTMLAttributes, ReactElement, ReactNode } from 'react'

export const cardClass = 'min-w-0 rounded-card border border-line bg-card'

type CardProps = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'li' | 'section' | 'article'
  /** Its content reaches the edge: a picture above text. */
  flush?: boolean
}

export function Card({ as: Tag = 'div', flush = false, className = '', ...rest }: CardProps) {
  return <Tag className={`${cardClass} ${flush ? 'overflow-hidden' : 'p-5 lg:p-6'} ${className}`} {...rest} />
}

const looks = {
  plain: 'bg-sand',
  good: 'border-2 border-gold bg-card',
  bad: 'border-2 border-danger bg-card',
} as const

/** A message about the page or its form: `look` is never the only sign of what it says. */
export function Notice({
  look = 'plain',
  className = 'mb-6',
  ...rest
}: ComponentProps<'div'> & { look?: keyof typeof looks }) {
  return <div className={`rounded-card px-5 py-4 ${looks[look]} ${className}`} {...rest} />
}

/** The line that says that what is beside it is a sample. The one element that says so: app/globals.css keeps it visible everywhere. */
export function SampleLabel({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <p
      data-sample=""
      className={`w-fit max-w-measure rounded-field border border-dashed border-current px-3 py-1 text-small ${className}`}
    >
      {children}
    </p>
  )
}

/** `isAmount`: in large figures. */
type Named = readonly [name: string | ReactElement, value: ReactNode, isAmount?: boolean]
export type Fact = Named | null | false | '' | undefined

const factLooks = {
  /** Values at the end of the line. */
  sums: {
    list: 'grid-cols-[fit-content(60%)_1fr] items-baseline gap-y-2',
    name: 'text-soft',
    value: 'text-end font-bold',
  },
  /** Sentences: below their names on phones. */
  details: { list: 'gap-y-1 sm:grid-cols-[10rem_1fr] sm:gap-y-4', name: 'font-semibold', value: 'max-sm:mb-3' },
} as const

type FactListProps = {
  facts: readonly Fact[]
  look?: keyof typeof factLooks
  framed?: boolean
  className?: string
}

/** Names and values side by side, without what is not known. Their texts are like those of text.tsx. */
export function FactList({ facts, look = 'sums', framed = false, className = '' }: FactListProps) {
  const { list, name, value } = factLooks[look]
  return (
    <div className={`@container ${framed ? `my-8 p-5 lg:p-6 ${cardClass}` : className}`}>
      {/* Below each other where text is large. */}
      <dl className={`grid gap-x-6 @max-[14rem]:block ${list}`}>
        {facts.map(
          (fact) =>
            fact && (
              <div key={typeof fact[0] === 'string' ? fact[0] : fact[0].key} className="contents">
                <dt suppressHydrationWarning className={name}>
                  {fact[0]}
                </dt>
                <dd
                  suppressHydrationWarning
                  className={`min-w-0 @max-[14rem]:text-start ${fact[2] ? 'figure text-end text-h3' : `wrap-anywhere ${value}`}`}
                >
                  {fact[1]}
                </dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}
