/**
 * From a posted enquiry or sign-up to its response. JSON gets 202 with a reference, or problem details; a plain form is redirected to its
 * thank-you page, or answered with its own page and everything that was typed.
 */
import 'server-only'
import { describeNewsletter, enquiryWithLabels } from '#lib/contact/enquiries/form.ts'
import { agreement } from '#lib/contact/enquiries/newsletter.ts'
import { notStored } from '#lib/contact/enquiries/sentences.ts'
import { type Submitted, submitEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { verifyChallenge } from '#lib/contact/forms/challenge.ts'
import {
  answerTo,
  entriesOf,
  type FormDescription,
  type FormValues,
  faultIn,
  readValues,
  textOf,
} from '#lib/contact/forms/form.ts'
import { normalizePhone, type Post } from '#lib/contact/forms/read-post.ts'
import { type Refusal, refuse } from '#lib/contact/forms/returned-form.ts'
import { readSpamSignals, startedAtField } from '#lib/contact/forms/spam-reason.ts'
import { limitRequest } from '#lib/platform/http/limits/index.ts'
import { seeOther } from '#lib/platform/http/page-response.ts'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import type { EnquiryFormId } from '#lib/site/content/form-ids.ts'
import { enquiryForm } from '#lib/site/content/index.ts'

export async function handleSubmission(
  request: Request,
  { kind, data, key }: Omit<Extract<Post, { ok: true }>, 'language'>,
  id: EnquiryFormId | 'newsletter',
): Promise<Response> {
  const description = descriptionOf(id)
  const values = readValues(description, data)
  const fault = faultIn(description, values)
  const result = fault
    ? { kind: 'invalid' as const, ...fault }
    : await submitEnquiry({
        form: id,
        fields: { ...keptFields(description, values), ...(id === 'newsletter' && agreement()) },
        spamSignals: readSpamSignals(description, data, 'message'),
        challenge: () => verifyChallenge(request, data, id),
        idempotencyKey: key,
        limit: () => limitRequest(request.headers, 'enquiry'),
      })
  if (result.kind === 'stored')
    return storedResponse(kind, result.reference, localizedHref(`/forms/${id}/sent?reference=${result.reference}`))
  const refusal =
    result.kind === 'invalid'
      ? { status: 422, title: messages()('refusal.whatYouSent'), detail: result.sentence, errors: result.errors }
      : submissionRefusal(result)
  const startedAt = textOf(data[startedAtField])
  return refuse(request, kind, refusal, { address: localizedHref(`/forms/${id}`), values, startedAt })
}

function descriptionOf(id: EnquiryFormId | 'newsletter'): FormDescription {
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
export function submissionRefusal(
  result: Exclude<Submitted, { kind: 'stored' }>,
  address: 'email' | 'eventsEmail' = 'email',
): Refusal {
  return result.kind === 'limited'
    ? {
        status: 429,
        title: messages()('refusal.tooManyMessages'),
        retryAfter: result.retryAfter,
      }
    : { status: 503, title: notStored(address) }
}
