/**
 * A form that posts to its own page, which responds with a page. Its behaviour sends it to the API in place instead, and copies
 * the hidden error patterns. The browser's own validation is off: it reports one error at a time, and only that something is wrong.
 */
import type { ReactNode } from 'react'
import { PageRecordEntry } from '#components/layout/page-record.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { cardClass } from '#components/ui/card.tsx'
import { ContentLink, contactLinks } from '#components/ui/content-link.tsx'
import { notStored, thanksFor } from '#lib/contact/enquiries/sentences.ts'
import { suggestEmail } from '#lib/contact/forms/email-suggestion.ts'
import { answerTo } from '#lib/contact/forms/form.ts'
import { kindOfForm } from '#lib/contact/forms/kinds.ts'
import type { ReturnedForm } from '#lib/contact/forms/returned-form.ts'
import { hiddenLanguageField, localizedHref } from '#lib/platform/languages/current.ts'
import { languageField } from '#lib/platform/languages/field.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import type { RuleTexts } from '#lib/platform/messages/texts.ts'
import { trackView } from '#lib/site/analytics/counted.ts'
import type { KeepPeriod } from '#lib/site/content/fields.ts'
import type { EnquiryFormId } from '#lib/site/content/form-ids.ts'
import { site } from '#lib/site/content/index.ts'
import { ErrorSummary } from './error-summary.tsx'
import { ErrorMessage } from './field.tsx'

/** The state of a form's fields, with the e-mail address that was probably meant. */
export const stateOf = (returned: ReturnedForm | null | undefined) => ({
  values: returned?.values ?? {},
  errors: returned?.fault?.errors ?? [],
  suggestion: suggestEmail(answerTo(returned?.values ?? {}, 'email')),
})

type Props = {
  /** The address of the form's own page. */
  action: string
  /** Where its behaviour sends the answers. */
  api: string
  /** Distinguishes several forms on one page, in every id. */
  scope: string
  returned?: ReturnedForm | null
  /** Hidden fields. */
  hidden?: Readonly<Record<string, string | undefined>>
  submit: string
  note?: ReactNode
  /** Like `note`, beside the button. */
  aside?: ReactNode
  /** Texts of rules that the form does not use, which its page omits. */
  unused?: readonly (keyof RuleTexts)[]
  children: ReactNode
}

export function PostedForm({
  action,
  api,
  scope,
  returned,
  hidden = {},
  submit,
  note,
  aside,
  unused = [],
  children,
}: Props) {
  const fault = returned?.fault
  const { rules, form: texts } = textsIn()
  return (
    <>
      <PageRecordEntry needs={['challenge']} />
      <form
        method="post"
        action={action}
        noValidate
        data-api={api}
        data-posted={scope}
        data-unreached={notStored()}
        data-texts={JSON.stringify({ ...rules, ...Object.fromEntries(unused.map((name) => [name, undefined])) })}
        className="grid gap-4 *:min-w-0"
      >
        <div data-summary className="-mb-4 empty:hidden">
          {fault && (
            <ErrorSummary texts={texts} scope={scope} message={fault.sentence} errors={fault.errors} autoFocus />
          )}
        </div>
        {Object.entries({ ...hidden, ...hiddenLanguageField() }).map(
          ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {children}
        <Honeypot scope={scope} />
        <div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <button type="submit" className={buttonClass('ink', 'mt-1')}>
              {submit}
            </button>
            <p data-sending={texts.sending} role="status" className="text-soft empty:hidden" />
            {aside}
          </div>
          {note}
        </div>
      </form>
      <div hidden data-patterns>
        <ErrorSummary
          id={`${scope}-pattern-summary`}
          texts={texts}
          scope={`${scope}-pattern`}
          message={rules.wrong}
          errors={[{ field: 'error', message: texts.error }]}
        />
        <ErrorMessage name="error" scope={`${scope}-pattern`} error={texts.error} texts={texts} />
      </div>
    </>
  )
}

/** Tells the server the language of the response. */
export function LanguageField() {
  const { language } = hiddenLanguageField()
  return language && <input type="hidden" name={languageField} value={language} />
}

/** Honeypot: empty for people, filled in by programs; hidden from sight, screen readers, the keyboard and autofill. */
export function Honeypot({ scope }: { scope: string }) {
  return (
    <div aria-hidden="true" className="fixed -top-full size-px overflow-hidden">
      <label htmlFor={`${scope}-website2`}>{messages()('enquiry.leaveEmpty')}</label>
      <input id={`${scope}-website2`} name="website2" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}

/** Opened by the form's behaviour only after the server has stored the answers. `scope`: that of its form. `form`: the form's id. */
export function ThankYouDialog({ scope, form }: { scope: string; form: EnquiryFormId | 'newsletter' }) {
  const t = messages()
  const { sentence, next } = thanksFor(form)
  return (
    <dialog
      data-thanks
      {...(kindOfForm(form).isCounted && trackView({ name: 'form', form }))}
      aria-labelledby={`${scope}-thanks`}
      className={`m-auto max-w-[min(34rem,calc(100vw-2rem))] p-7 text-ink backdrop:bg-night/70 lg:p-10 ${cardClass}`}
    >
      <h2 id={`${scope}-thanks`} className="text-h3">
        {t('thanks.heading')}
      </h2>
      <p className="mt-3">{sentence}</p>
      {next && <p className="mt-3">{next}</p>}
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

/** Ids of the blocks of /PrivacyPolicy that explain what a form keeps. */
const anchors = {
  enquiry: 'writing',
  help: 'surgery',
  newsletter: 'newsletter',
  gift: 'giving',
  sponsorship: 'giving',
  ticket: 'giving',
} as const
type Purpose = keyof typeof anchors

/** Which period each text states, if any: that of a gift states how long an unpaid one is kept. */
const kept = {
  enquiry: 'enquiries',
  help: 'surgery',
  newsletter: 'unconfirmed',
  gift: 'transfers',
  sponsorship: 'payments',
  ticket: 'payments',
} as const satisfies Record<Purpose, KeepPeriod>

/** Shown at a form that stores data: purpose, retention and contact, with a link to the privacy policy. */
export function DataNotice({ purpose, className = '' }: { purpose: Purpose; className?: string }) {
  const t = messages()
  // Two lines are quickly typed again, and browsers restore them.
  const keepsPage = purpose !== 'newsletter'
  return (
    <p className={`${className} text-small text-soft`}>
      {t(`privacy.${purpose}`, { days: site().keep[kept[purpose]] })}{' '}
      {t.rich('privacy.ask', {
        ...contactLinks(site().names.email, 'underline'),
        policy: (chunks) => (
          <ContentLink
            href={localizedHref(`/PrivacyPolicy#${anchors[purpose]}`)}
            keepsPage={keepsPage}
            className="underline"
          >
            {chunks}
          </ContentLink>
        ),
      })}
    </p>
  )
}
