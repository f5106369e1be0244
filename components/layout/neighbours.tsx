/** Links to the previous and the next story or post, as two cards below it. */
import type { ReactNode } from 'react'

type Neighbour = {
  href: string
  title: string
  /** "Previous story", "Older post". */
  label: string
  picture?: ReactNode
  /** Opens a story in the dialog (components/behaviours/story-dialog.ts). */
  story?: string
}
type Props = {
  label: string
  className: string
  previous?: Neighbour | undefined
  next?: Neighbour | undefined
  stories?: boolean
}

/** `label`: of the landmark. `stories`: the dialog of stories shows the links too. */
export function Neighbours({ label, className, previous, next, stories }: Props) {
  if (!previous && !next) return null
  return (
    <nav
      aria-label={label}
      data-more-stories={stories}
      className={`grid gap-4 min-[560px]:grid-cols-2 print:hidden ${className}`}
    >
      {previous && <Card {...previous} rel="prev" />}
      {next && <Card {...next} rel="next" />}
    </nav>
  )
}

function Card({ href, title, label, picture, story, rel }: Neighbour & { rel: 'prev' | 'next' }) {
  const side = rel === 'next' ? 'flex-row-reverse text-end min-[560px]:col-start-2' : 'min-[560px]:col-start-1'
  return (
    <a
      href={href}
      rel={rel}
      data-story={story}
      className={`group flex min-w-0 items-stretch overflow-hidden rounded-card border border-line bg-card no-underline hover:border-ink ${side}`}
    >
      {picture && <span className="min-h-28 w-24 shrink-0 overflow-hidden">{picture}</span>}
      <span className={`min-w-0 grow self-center px-5 ${picture ? 'py-4' : 'py-5'}`}>
        <span className="text-[0.94rem] text-soft">{label}</span>
        <span className="block font-display text-[1.25rem] leading-tight font-[560] group-hover:text-coral">
          {title}
        </span>
      </span>
    </a>
  )
}
