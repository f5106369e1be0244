/** The questions of the newsletter's sign-up, on its own page and in its block. */
import { describeNewsletter } from '#lib/contact/enquiries/form.ts'
import type { FormDescription } from '#lib/contact/forms/form.ts'
import type { ReturnedForm } from '#lib/contact/forms/returned-form.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { DataNotice } from './data-notice.tsx'
import { fieldsOf } from './field.tsx'
import { PostedForm, stateOf } from './posted-form.tsx'
import { Questions } from './questions.tsx'

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
      action="/api/newsletter"
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
