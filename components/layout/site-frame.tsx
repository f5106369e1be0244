/** The frame around every page: the way past the header, the header, the page itself (which brings its `<main>`), the footer. */
import type { ReactNode } from 'react'
import { site } from '#lib/content/index.ts'
import { contentId } from './main.tsx'
import { OfficeEmail } from './office-email.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { ToTop } from './to-top.tsx'

export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href={`#${contentId}`}
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-full bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <SiteHeader />
      <div className="relative grow">
        <OfficeEmail value={site().names.email}>{children}</OfficeEmail>
        <ToTop />
      </div>
      <SiteFooter />
    </div>
  )
}
