/** An address that leads nowhere: answered 404, with the ways that most people were looking for. */
import type { Metadata } from 'next'
import { NotFoundPage } from '#components/layout/not-found-page.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { site } from '#lib/content/index.ts'

export function generateMetadata(): Metadata {
  return { title: `Page not found | ${site().names.organisation}` }
}

export default function NotFound() {
  return (
    <SiteFrame>
      <NotFoundPage />
    </SiteFrame>
  )
}
