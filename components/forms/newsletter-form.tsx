/** The questions of the newsletter's sign-up, on its own page and in its block. */
import { StopGiftFrame } from '#components/donation/stop-gift.tsx'
import { ButtonLink, buttonClass } from '#components/ui/button-link.tsx'
import { contactLinks } from '#components/ui/content-link.tsx'
import { describeNewsletter } from '#lib/contact/enquiries/form.ts'
import { type SignUp, signUpAddress, signUpField } from '#lib/contact/enquiries/newsletter.ts'
import type { FormDescription } from '#lib/contact/forms/form.ts'
import type { ReturnedForm } from '#lib/contact/forms/returned-form.ts'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { site } from '#lib/site/content/index.ts'
import { fieldsOf, Questions } from './field.tsx'
import { DataNotice, LanguageField, PostedForm, stateOf } from './posted-form.tsx'

/** Home carries this form in three languages. */
const unused = [
  'missing',
  'phone',
  'writeMessage',
  'yourFirstName',
  'yourLastName',
  'yourPhone',
  'yourMessage',
  'yourChoice',
] as const

type Props = {
  scope: string
  returned?: ReturnedForm | null
  /** In a page that is rendered for one visitor. */
  startedAt?: string
}

export function NewsletterForm({ scope, returned = null, startedAt }: Props) {
  const { rules, form: texts, newsletter } = textsIn()
  const description: FormDescription = describeNewsletter(rules, texts)
  const field = fieldsOf(description, texts, stateOf(returned), scope)
  return (
    <PostedForm
      action={localizedHref('/forms/newsletter')}
      api="/api/newsletter"
      scope={scope}
      returned={returned}
      hidden={{ startedAt }}
      submit={newsletter.signUp}
      unused={unused}
      aside={<DataNotice purpose="newsletter" className="flex-1 basis-48 leading-tight" />}
    >
      <Questions description={description} field={field} />
    </PostedForm>
  )
}

/** The page of the link in the newsletter's mails: one button, to confirm or to unsubscribe. Contains no names. */
const messageKeys = {
  unconfirmed: ['newsletter.confirmHeading', 'newsletter.confirmText'],
  confirmed: ['newsletter.confirmedHeading', 'newsletter.confirmedText'],
  ended: ['newsletter.endedHeading', 'newsletter.endedText'],
  unknown: ['stop.broken', 'newsletter.brokenText'],
} as const satisfies Record<SignUp, readonly string[]>

/** `pressed`: whether the page is the response to the button. */
export function YourNewsletter({ token, signUp, pressed }: { token: string; signUp: SignUp; pressed: boolean }) {
  const t = messages()
  const [heading, text] = messageKeys[signUp]
  const asks = signUp === 'unconfirmed' || signUp === 'confirmed'
  return (
    <StopGiftFrame address={signUpAddress} heading={t(heading)}>
      <p className="my-6 text-lead" {...(pressed && { role: 'status' })}>
        {t(text)}
      </p>
      {asks ? (
        <form method="post" action="/api/newsletter-choice">
          <input type="hidden" name={signUpField} value={token} />
          <input type="hidden" name="choice" value={signUp === 'unconfirmed' ? 'confirm' : 'unsubscribe'} />
          <LanguageField />
          <button type="submit" className={buttonClass(signUp === 'unconfirmed' ? 'solid' : 'outline')}>
            {t(signUp === 'unconfirmed' ? 'newsletter.confirm' : 'newsletter.unsubscribe')}
          </button>
        </form>
      ) : (
        <ButtonLink href={localizedHref('/forms/newsletter')} variant="outline">
          {t('newsletter.title')}
        </ButtonLink>
      )}
      <p className="mt-8 text-soft">{t.rich('thanks.questions', contactLinks(site().names.email, 'underline'))}</p>
    </StopGiftFrame>
  )
}
