/** The summary beside a form: it stays in view on desktops. */
import type { ReactNode } from 'react'
import { cardClass, type Fact, FactList } from '#components/ui/card.tsx'
import { Text } from '#components/ui/text.tsx'

type SummaryCardProps = {
  id: string
  heading: string
  picture?: ReactNode
  /** Between the heading and the facts. */
  above?: ReactNode
  facts: readonly Fact[]
  children: ReactNode
}

export function SummaryCard({ id, heading, picture, above, facts, children }: SummaryCardProps) {
  return (
    <aside aria-labelledby={id} className={`self-start overflow-hidden lg:sticky lg:top-6 ${cardClass}`}>
      {picture && <div className="hidden h-60 overflow-hidden lg:block">{picture}</div>}
      <div className="p-5 lg:p-6">
        <Text as="h2" id={id} className="text-h3">
          {heading}
        </Text>
        {above}
        <FactList facts={facts} className="my-4 border-t-2 border-dashed border-gold pt-4" />
        {children}
      </div>
    </aside>
  )
}
