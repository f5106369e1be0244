/**
 * From a posted enquiry or sign-up to its response. JSON gets 202 with a reference, or problem details; a plain form is redirected to its
 * thank-you page, or answered with its own page and everything that was typed.
 */
import { describeNewsletter, enquiryWithLabels } from '#lib/contact/enquiries/form.ts'
import { agreement } from '#lib/contact/enquiries/newsletter.ts'
import { notStored } from '#lib/contact/enquiries/sentences.ts'
import { type EnquiryFailure, submitEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import {
  answerTo,
  entriesOf,
  type FormDescription,
  type FormValues,
  faultIn,
  readValues,
  textOf,
} from '#lib/contact/forms/form.ts'
import { normalizePhone, type PostedForm } from '#lib/contact/forms/read-post.ts'
import { type Refusal, refuse } from '#lib/contact/forms/returned-form.ts'
import { readSpamSignals, startedAtField } from '#lib/contact/forms/spam-reason.ts'
import { seeOther } from '#lib/platform/http/page-response.ts'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { type EnquiryFormId, newsletterForm } from '#lib/site/content/form-ids.ts'
import { enquiryForm } from '#lib/site/content/index.ts'

export async function handleSubmission(
  request: Request,
  post: PostedForm,
  id: EnquiryFormId | typeof newsletterForm,
): Promise<Response> {
  const { kind, data } = post
  const { description, values, ...read } = answersIn(id, data)
  const page = { address: localizedHref(`/forms/${id}`), values, startedAt: textOf(data[startedAtField]) }
  if (read.fault) {
    const title = messages()('refusal.whatYouSent')
    return refuse(request, kind, { status: 422, title, detail: read.fault.sentence, errors: read.fault.errors }, page)
  }

  const stored = await submitEnquiry(request, post, {
    form: id,
    fields: { ...read.fields, ...(id === newsletterForm && agreement()) },
    spamSignals: readSpamSignals(description, data, 'message'),
    action: id,
  })
  return stored.ok
    ? storedResponse(kind, stored.value, localizedHref(`/forms/${id}/sent?reference=${stored.value}`))
    : refuse(request, kind, submissionRefusal(stored.failure), page)
}

/** The form's description, what was typed, what is kept of it, and what is wrong with it. @param data untrusted. */
export function answersIn(id: EnquiryFormId | typeof newsletterForm, data: Readonly<Record<string, unknown>>) {
  const description = descriptionOf(id)
  const values = readValues(description, data)
  return { description, values, fields: keptFields(description, values), fault: faultIn(description, values) }
}

export function descriptionOf(id: EnquiryFormId | typeof newsletterForm): FormDescription {
  const form = enquiryForm(id)
  const { rules, form: labels } = textsIn()
  return form ? enquiryWithLabels(rules, labels, form) : describeNewsletter(rules, labels)
}

/** Empty answers are left out. */
function keptFields({ fields }: FormDescription, values: FormValues): Record<string, string> {
  const answers = entriesOf(fields).map(([name]) => [name, answerTo(values, name)] as const)
  return Object.fromEntries(
    answers
      .filter(([, answer]) => answer !== '')
      .map(([name, answer]) => [name, name === 'number' ? normalizePhone(answer) : answer]),
  )
}

/** `thanks`: the redirect target of a plain form. */
export function storedResponse(kind: 'json' | 'form', reference: string, thanks: string): Response {
  if (kind === 'form') return seeOther(thanks)
  return Response.json({ reference }, { status: 202, headers: { 'cache-control': 'no-store' } })
}

/** `address`: the organisation's address to write to instead. */
export function submissionRefusal(failure: EnquiryFailure, address: 'email' | 'eventsEmail' = 'email'): Refusal {
  return failure.kind === 'limited'
    ? { status: 429, title: messages()('refusal.tooManyMessages'), retryAfter: failure.retryAfter }
    : { status: 503, title: notStored(address) }
}
