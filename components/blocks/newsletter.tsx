/** Newsletter sign-up: a plain form that posts and is answered with a page; the behaviour answers in place instead. */
import { FieldError, TextField } from '#components/forms/field.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { Section, SectionHeading } from '#components/ui/section.tsx'
import { site } from '#lib/content/index.ts'
import { thankYou } from '#lib/enquiries/thank-you.ts'
import type { BlockProps } from './block.ts'
import { blockId } from './block-id.ts'
import { Behaviour } from './leaves.tsx'

export function Newsletter({ block, index }: BlockProps<'newsletter'>) {
  const id = blockId(block, index)
  return (
    <Section id={id} tone="sand" heading={block.heading}>
      <div className="grid items-center gap-x-12 gap-y-7 desk:grid-cols-[1fr_1.1fr]">
        <div>
          <SectionHeading id={id} words={block} className="" />
          <p className="mt-4 max-w-[40ch]">{block.text}</p>
        </div>
        <form
          method="post"
          action="/api/newsletter"
          className="grid gap-4 rounded-card border border-line bg-card p-5 desk:p-8"
        >
          <p data-summary role="alert" className="font-semibold text-danger empty:hidden" />
          <TextField name="name" label="Name" autoComplete="name" maxLength={100} />
          <TextField name="email" label="Email address" type="email" autoComplete="email" maxLength={254} />
          <button type="submit" className={buttonClass('ink', 'mt-1 w-full')}>
            Sign up
          </button>
          <div hidden data-error-pattern>
            <FieldError name="" error="Error" />
          </div>
        </form>
      </div>
      <Thanks id={id} text={thankYou(site().names.organisation)} />
      <Behaviour name="newsletter" target={id} />
    </Section>
  )
}

/** Opened by the behaviour once the sign-up is stored, never before. */
function Thanks({ id, text }: { id: string; text: string }) {
  return (
    <dialog
      aria-labelledby={`${id}-thanks`}
      className="m-auto max-w-[min(34rem,calc(100vw-2rem))] rounded-card border border-line bg-card p-7 text-ink backdrop:bg-night/70 desk:p-10"
    >
      <h2 id={`${id}-thanks`} className="text-[1.9rem]">
        Thank you
      </h2>
      <p className="mt-3">{text}</p>
      <p className="mt-3 text-soft">
        Your reference: <strong data-reference className="text-ink" />
      </p>
      <form method="dialog" className="mt-6">
        <button type="submit" className={buttonClass('ink')}>
          Close
        </button>
      </form>
    </dialog>
  )
}
