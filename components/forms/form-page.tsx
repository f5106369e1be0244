/** A form on its own page: its purpose, the questions, and other ways to reach the office. */
import type { ReactNode } from 'react'
import { Breadcrumb } from '#components/layout/breadcrumb.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { Card } from '#components/ui/card.tsx'
import { contactLinks } from '#components/ui/content-link.tsx'
import { PageHeading } from '#components/ui/section.tsx'
import { messages } from '#lib/platform/messages/index.ts'
import { site } from '#lib/site/content/index.ts'

type Props = {
  address: string
  title: string
  intro: string
  /** The page that the form belongs to. */
  from?: { label: string; href: string }
  children: ReactNode
}

export function FormPage({ address, title, intro, from, children }: Props) {
  return (
    <SiteFrame address={address} className="page pt-8 pb-16 lg:pt-12 lg:pb-24">
      <Breadcrumb title={title} trail={from ? [from] : []} className="mb-3" />
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[2fr_3fr]">
        <div className="min-w-0 lg:sticky lg:top-8">
          <PageHeading>{title}</PageHeading>
          <p className="mt-5 max-w-measure text-lead">{intro}</p>
          <Otherwise className="mt-6 hidden lg:block" />
        </div>
        <Card>{children}</Card>
        <Otherwise className="lg:hidden" />
      </div>
    </SiteFrame>
  )
}

/** For visitors who prefer not to fill in a form. */
function Otherwise({ className }: { className: string }) {
  const { names, offices } = site()
  const phone = offices[0]?.phones[0]?.number
  const link = 'inline-block py-1 font-semibold underline underline-offset-4 hover:text-coral'
  return (
    <p className={`max-w-measure text-soft ${className}`}>
      {messages().rich(phone ? 'enquiry.writeOrCall' : 'enquiry.write', contactLinks(names.email, link, phone))}
    </p>
  )
}
