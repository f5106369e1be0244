/** The questions of the newsletter's sign-up, on its own page and in its block. */
import { newsletterLengths } from '#lib/enquiries/newsletter.ts'
import { TextField } from './field.tsx'
import { errorIn, PostedForm, type Returned, typedIn } from './posted-form.tsx'

type Props = {
  scope: string
  returned?: Returned | null
  /** Made for each view of a page that is rendered for it; a prerendered page has neither. */
  idempotencyKey?: string
  startedAt?: string
}

export function NewsletterForm({ scope, returned, idempotencyKey, startedAt }: Props) {
  const field = (name: 'name' | 'email') => ({
    name,
    scope,
    value: typedIn(returned, name),
    error: errorIn(returned, name),
    maxLength: newsletterLengths[name],
    autoComplete: name,
  })
  return (
    <PostedForm
      action="/api/newsletter"
      scope={scope}
      returned={returned ?? null}
      hidden={{ idempotencyKey, startedAt }}
      submit="Sign up"
    >
      <TextField {...field('name')} label="Name" />
      <TextField {...field('email')} label="E-mail address" type="email" />
    </PostedForm>
  )
}
