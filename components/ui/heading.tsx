/** The head of a section: eyebrow, heading, and a sentence or two. Keeps sizes and distances the same on every page. */
import type { ReactNode } from 'react'

const sizes = {
  1: 'text-[clamp(2.5rem,6vw,4.4rem)]',
  2: 'text-[clamp(1.9rem,4vw,3rem)]',
  3: 'text-[clamp(1.35rem,2.4vw,1.7rem)]',
} as const

type Props = {
  children: ReactNode
  level?: keyof typeof sizes
  /** Set on the heading itself, so that a fragment and aria-labelledby both find it. */
  id?: string | undefined
  eyebrow?: string | undefined
  intro?: ReactNode
  /** `dark` on plum and night, which are dark in both schemes. */
  tone?: 'light' | 'dark'
  className?: string
}

export function Heading({ children, level = 2, id, eyebrow, intro, tone = 'light', className = '' }: Props) {
  const Tag = `h${level}` as const
  const dark = tone === 'dark'
  return (
    <header className={`break-inside-avoid ${className}`}>
      {eyebrow && <p className={`mb-2 font-[650] tracking-[0.01em] ${dark ? 'text-gold' : 'text-coral'}`}>{eyebrow}</p>}
      <Tag id={id} className={`${sizes[level]} max-w-[24ch] scroll-mt-6`}>
        {children}
      </Tag>
      {intro && <p className={`mt-4 max-w-measure text-[1.125rem] ${dark ? 'text-cream' : 'text-soft'}`}>{intro}</p>}
    </header>
  )
}
