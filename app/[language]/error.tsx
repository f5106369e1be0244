'use client'
/**
 * Shown when React fails to render a page with a card form. Its words are loaded only then; where they cannot be, global-error.tsx is
 * shown.
 */
import { lazy, Suspense } from 'react'
import type { PageErrorProps } from '#components/layout/page-error.tsx'

const PageError = lazy(() => import('#components/layout/page-error.tsx'))

export default function SiteError(props: PageErrorProps) {
  return (
    <Suspense>
      <PageError {...props} />
    </Suspense>
  )
}
