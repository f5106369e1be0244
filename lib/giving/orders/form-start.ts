/**
 * The address of a payment form with the same choices, and its initial answers: those that the server refused, or those of a payment that was not made. A donor who leaves the
 * payment page follows a signed link, which for an hour shows the answers of that order, without a PAN.
 */
import { suggestEmail } from '#lib/contact/forms/email-suggestion.ts'
import { type ReturnedForm, readReturned } from '#lib/contact/forms/returned-form.ts'
import { findOrderWithSecrets } from '#lib/giving/orders/store.ts'
import { hourMs, utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { log } from '#lib/platform/log.ts'
import { type Frequency, inWholeUnits, type Money } from '#lib/platform/money.ts'
import { readSignedToken, signedToken } from '#lib/platform/signed.ts'
import { type PaymentForm, thankYouAddress } from '#lib/site/content/giving-pages.ts'

/** What was chosen. `reason`: a purpose code; `campaign`: a slug; `tribute`: its kind only; `levels`: ids of a sponsor's levels. */
type Choices = {
  money?: Money | null
  frequency?: Frequency | null
  reason?: number | null
  campaign?: string | null
  tribute?: { kind: 'honor' | 'memory' } | null
  levels?: readonly string[]
}

/**
 * `/DonateIndia?frequency=once&amount=1000&reason=2`. `cancelled`: the page says that nothing was paid, and what this browser typed within
 * the last half hour takes precedence. @param page of the form.
 */
export function formAddress(
  page: { address: string },
  form: PaymentForm,
  { money, frequency, reason, campaign, tribute, levels = [] }: Choices,
  { cancelled = false } = {},
): string {
  const choices =
    form.kind !== 'donation-form'
      ? levels.map((level): [string, string] => ['levels', level])
      : Object.entries({
          frequency,
          amount: money && inWholeUnits(money),
          reason,
          campaign,
          tribute: tribute?.kind,
        }).flatMap(([name, value]): [string, string][] => (value ? [[name, String(value)]] : []))
  const query = new URLSearchParams(cancelled ? [['cancelled', '1'], ...choices] : choices)
  return `${page.address}${query.size > 0 ? `?${query}` : ''}${form.id ? `#${form.id}` : ''}`
}

/** Where a payment page leads, absolute: to the thanks, or back to the form with the same choices. */
export const pagesAround = (form: PaymentForm & { page: { address: string } }, choices: Choices) => ({
  thankYou: env().siteUrl + localizedHref(thankYouAddress(form.page.address)),
  cancelled: env().siteUrl + localizedHref(formAddress(form.page, form, choices, { cancelled: true })),
})

const purpose = 'cancelled-payment'
const validMs = hourMs

/** The return address of the payment page: the same for every repetition of an order. `address`: absolute. */
export function cancelledAddress(address: string, reference: string): string {
  const url = new URL(address)
  url.searchParams.set('attempt', signedToken(purpose, reference))
  return url.href
}

/** The reference in `attempt` of a return address; null if it is forged. */
export const cancelledOrder = (link: unknown): string | null => readSignedToken(purpose, link, /^G-[\dA-Z-]{9}$/)

/** `form`: the kind of the order. Null for a link that is forged, expired or of another form. Never throws. */
async function cancelledAnswers(form: string, link: unknown): Promise<Record<string, unknown> | null> {
  const reference = cancelledOrder(link)
  try {
    const order = await findOrderWithSecrets(reference)
    if (order?.form !== form || order.createdAt < utcNow(-validMs)) return null
    const { to: cardTo, email: cardEmail, message: cardMessage, from: cardFrom } = order.card ?? {}
    return { ...order.answers, cardTo, cardEmail, cardMessage, cardFrom }
  } catch (error) {
    log.warn('The answers of a payment that was not made could not be read', { error })
    return null
  }
}

export type FormStart<Values> = Required<Pick<ReturnedForm<Values>, 'fault' | 'step'>> & {
  values: Values
  /** The e-mail address that the donor probably meant. */
  suggestion: string | null
  /** Whether the page is the response to the posted form, which then takes the focus. */
  returned: boolean
}

/** `empty`: the initial values otherwise. `read`: takes the form's values from stored answers; it must not throw. */
export async function formStart<Values extends { email?: string }>(
  form: string,
  query: Readonly<Record<string, string | string[] | undefined>>,
  {
    empty,
    read,
  }: { empty: () => Values; read: (answers: Readonly<Record<string, unknown>>) => Values | Promise<Values> },
): Promise<FormStart<Values> & { cancelled: boolean }> {
  const cancelled = query.cancelled === '1'
  const returned = readReturned<Values>(query.returned)
  const answers = cancelled ? await cancelledAnswers(form, query.attempt) : null
  const values = returned?.values ?? (answers ? await read(answers) : empty())
  return {
    values,
    fault: returned?.fault ?? null,
    step: returned?.step ?? (answers ? 2 : 1),
    suggestion: suggestEmail(values.email ?? ''),
    returned: returned !== null,
    cancelled,
  }
}
