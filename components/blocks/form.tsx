/**
 * An enquiry form in its page or in a dialog, which every link of the page to the form's own address opens. Without the
 * behaviour those links lead to that address. And the sign-up for the newsletter.
 */

import { BehavingForm, EnquiryForm } from '#components/forms/enquiry-form.tsx'
import { NewsletterForm } from '#components/forms/newsletter-form.tsx'
import { ThankYouDialog } from '#components/forms/posted-form.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { Section, SectionHeading } from '#components/ui/section.tsx'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { enquiryForm } from '#lib/site/content/index.ts'
import type { EnquiryFormContent as Definition } from '#lib/site/content/schema.ts'
import type { BlockProps } from './block.tsx'

export function FormBlock({ block, id }: BlockProps<'form'>) {
  const form = enquiryForm(block.form)
  if (!form) throw new Error(`content/forms/${block.form}.yaml does not exist`)
  return block.as === 'page' ? (
    <InPage id={id} block={block} form={form} />
  ) : (
    <AsDialog id={id} block={block} form={form} />
  )
}

type Props = { id: string; block: BlockProps<'form'>['block']; form: Definition }

function InPage({ id, block, form }: Props) {
  const heading = block.heading ?? form.title
  return (
    <Section id={id} tone={block.tone} heading={heading}>
      <BehavingForm form={form}>
        <div className="grid items-start gap-x-12 gap-y-7 roomy:grid-cols-[2fr_3fr]">
          <div className="min-w-0">
            <SectionHeading id={id} words={{ ...block, heading }} tone={block.tone} className="" />
            <div className="mt-4 max-w-measure">
              {block.text ? <Markdown source={block.text} /> : <p>{form.intro}</p>}
            </div>
          </div>
          <Card>
            <EnquiryForm form={form} scope={form.id} about={block.about} />
          </Card>
        </div>
      </BehavingForm>
    </Section>
  )
}

function AsDialog({ id, block, form }: Props) {
  const dialog = (
    <BehavingForm form={form}>
      <dialog data-form aria-labelledby={`${form.id}-title`} className="dialog">
        <div className="flex items-start justify-between gap-4">
          <h2 id={`${form.id}-title`} tabIndex={-1} className="outline-none">
            {form.title}
          </h2>
          <form method="dialog" className="-mt-2 -me-2 shrink-0">
            <button type="submit" className="grid size-12 cursor-pointer place-items-center rounded-full hover:bg-sand">
              <Icon name="close" />
              <span className="sr-only">{messages()('frame.close')}</span>
            </button>
          </form>
        </div>
        <p className="mt-3 mb-6 max-w-measure">{form.intro}</p>
        <EnquiryForm form={form} scope={form.id} />
      </dialog>
    </BehavingForm>
  )
  if (!block.button) return dialog
  return (
    <Section id={id} tone={block.tone} heading={block.heading}>
      <SectionHeading id={id} words={block} tone={block.tone} className="mb-5" />
      {block.text && <Markdown source={block.text} headings={block.heading ? 3 : 2} />}
      <p className="mt-7">
        <ButtonLink href={localizedHref(`/forms/${form.id}${block.about ? `?about=${block.about}` : ''}`)}>
          {block.button}
        </ButtonLink>
      </p>
      {dialog}
    </Section>
  )
}

/** Newsletter sign-up: a plain form that posts; with the behaviour, the answer appears in place. */
export function Newsletter({ block, id }: BlockProps<'newsletter'>) {
  return (
    <Section id={id} tone="sand" heading={block.heading} behaviour="newsletter">
      <div className="grid items-center gap-x-12 gap-y-5 lg:grid-cols-[1fr_1.1fr]">
        <div>
          <SectionHeading id={id} words={block} className="" />
          <p className="mt-4 max-w-[40ch]">{block.text}</p>
        </div>
        <div className="min-w-0 sm:rounded-card sm:border sm:border-line sm:bg-card sm:p-5 lg:p-6">
          <NewsletterForm scope={id} />
        </div>
      </div>
      <ThankYouDialog scope={id} form="newsletter" />
    </Section>
  )
}
