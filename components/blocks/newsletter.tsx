/** Newsletter sign-up: a plain form that posts; with the behaviour, the answer appears in place. */
import { NewsletterForm } from '#components/forms/newsletter-form.tsx'
import { ThankYouDialog } from '#components/forms/thank-you-dialog.tsx'
import { Section, SectionHeading } from '#components/ui/section.tsx'
import type { BlockProps } from './block.ts'

export function Newsletter({ block, id }: BlockProps<'newsletter'>) {
  return (
    <Section id={id} tone="sand" heading={block.heading} behaviour="newsletter">
      <div className="grid items-center gap-x-12 gap-y-5 lg:grid-cols-[1fr_1.1fr]">
        <div>
          <SectionHeading id={id} words={block} className="" />
          <p className="mt-4 max-w-[40ch]">{block.text}</p>
        </div>
        <div className="min-w-0 min-[560px]:rounded-card min-[560px]:border min-[560px]:border-line min-[560px]:bg-card min-[560px]:p-5 lg:p-8">
          <NewsletterForm scope={id} />
        </div>
      </div>
      <ThankYouDialog scope={id} form="newsletter" />
    </Section>
  )
}
