/** The summary beside a form: it stays in view on desktops. */
import type { ReactNode } from 'react'

type SummaryCardProps = { id: string; heading: string; picture?: ReactNode; children: ReactNode }

export function SummaryCard({ id, heading, picture, children }: SummaryCardProps) {
  return (
    <aside
      aria-labelledby={id}
      className="self-start overflow-hidden rounded-[26px] border border-line bg-card lg:sticky lg:top-6"
    >
      {picture && <div className="hidden h-60 overflow-hidden lg:block">{picture}</div>}
      <div className="p-5 lg:p-6">
        <h2 id={id} className="text-[1.5rem]">
          {heading}
        </h2>
        {children}
      </div>
    </aside>
  )
}

/** Under the card's heading: the seam, then what is paid for. */
export const summaryListClass =
  'my-4 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5 border-t-2 border-dashed border-gold pt-4'
