/** The questions of the newsletter's sign-up, on its own page and in its block. */
import { newsletterForm } from '#lib/enquiries/form.ts'
import { FormField, fieldsOf } from './field.tsx'
import { PostedForm, type Returned, stateOf } from './posted-form.tsx'

type Props = {
  scope: string
  returned?: Returned | null
  /** Made for each view of a page that is rendered for it; a prerendered page has neither. */
  idempotencyKey?: string
  startedAt?: string
}

export function NewsletterForm({ scope, returned = null, idempotencyKey, startedAt }: Props) {
  const field = fieldsOf(newsletterForm, stateOf(returned), scope)
  return (
    <PostedForm
      action="/api/newsletter"
      scope={scope}
      returned={returned}
      hidden={{ idempotencyKey, startedAt }}
      submit="Sign up"
    >
      <FormField {...field('name')} />
      <FormField {...field('email')} />
    </PostedForm>
  )
}
