/** A country: its page, its stories, and a place for the story that opens over the page. */
import type { ReactNode } from 'react'
import { Main } from '#components/layout/main.tsx'
import { pages } from '#lib/content/index.ts'

export const dynamicParams = false

export function generateStaticParams() {
  return pages().flatMap((page) => (page.country ? [{ country: page.country }] : []))
}

export default function CountryLayout({ children, modal }: { children: ReactNode; modal: ReactNode }) {
  return (
    <Main>
      {children}
      {modal}
    </Main>
  )
}
