/** Opened by a form's behaviour only after the server has stored the answers. */
import { buttonClass } from '#components/ui/button-link.tsx'
import { thanksFor } from '#lib/contact/enquiries/sentences.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { countsAs } from '#lib/site/analytics/counted.ts'
import { type EnquiryFormId, helpForm } from '#lib/site/content/form-ids.ts'

/** `scope`: that of its form. `form`: the form's id. */
export function ThankYouDialog({ scope, form }: { scope: string; form: EnquiryFormId | 'newsletter' }) {
  const t = messages()
  const { sentence, next } = thanksFor(form)
  return (
    <dialog
      data-thanks
      // Nobody else may learn who asked for a surgery.
      {...(form !== helpForm && countsAs({ name: 'form', form }))}
      aria-labelledby={`${scope}-thanks`}
      className="m-auto max-w-[min(34rem,calc(100vw-2rem))] rounded-card border border-line bg-card p-7 text-ink backdrop:bg-night/70 lg:p-10"
    >
      <h2 id={`${scope}-thanks`} className="text-[1.9rem]">
        {t('thanks.heading')}
      </h2>
      <p className="mt-3">{sentence}</p>
      <p className="mt-3">{next}</p>
      <p className="mt-3 text-soft">
        {t('thanks.yourReference')}: <strong data-reference className="text-ink" />
      </p>
      <form method="dialog" className="mt-6">
        <button type="submit" className={buttonClass('ink')}>
          {t('frame.close')}
        </button>
      </form>
    </dialog>
  )
}
