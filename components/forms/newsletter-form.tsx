/** The questions of the newsletter's sign-up, on its own page and in its block. */
import { describeNewsletter } from '#lib/contact/enquiries/form.ts'
import type { ReturnedForm } from '#lib/contact/forms/returned-form.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { FormField, fieldsOf } from './field.tsx'
import { PostedForm, stateOf } from './posted-form.tsx'

type Props = {
  scope: string
  returned?: ReturnedForm | null
  /** In a page that is rendered for one visitor. */
  startedAt?: string
}

export function NewsletterForm({ scope, returned = null, startedAt }: Props) {
  const { rules, form: texts, newsletter } = textsIn()
  const field = fieldsOf(describeNewsletter(rules, texts), texts, stateOf(returned), scope)
  return (
    <PostedForm
      action="/api/newsletter"
      scope={scope}
      returned={returned}
      hidden={{ startedAt }}
      submit={newsletter.signUp}
    >
      <FormField {...field('name')} />
      <FormField {...field('email')} />
    </PostedForm>
  )
}
