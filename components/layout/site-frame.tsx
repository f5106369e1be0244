/** The frame around every page: the way past the header, the header, `<main>` with the page itself, the footer. */
import type { ReactNode } from 'react'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { ToTop } from './to-top.tsx'

/** Target of the skip link. */
const contentId = 'content'

type Props = {
  /** The page's address without query, marked in the navigation. A layout would not know it, so every page renders its frame. */
  address: string
  /** For `<main>`. */
  className?: string
  children: ReactNode
}

export function SiteFrame({ address, className = '', children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href={`#${contentId}`}
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-full bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <SiteHeader address={address} />
      <div className="relative grow">
        <main id={contentId} tabIndex={-1} className={`outline-none ${className}`}>
          {children}
        </main>
        <ToTop />
      </div>
      <SiteFooter />
    </div>
  )
}
