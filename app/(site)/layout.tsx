/** Every page stands in the same frame. */
import type { ReactNode } from 'react'
import { SiteFrame } from '#components/layout/site-frame.tsx'

export default function SiteLayout({ children }: { children: ReactNode }) {
  return <SiteFrame>{children}</SiteFrame>
}
