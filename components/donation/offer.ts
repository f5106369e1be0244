/** The terms of a donation form: content and the state of the payment service, in the shape that the browser gets. */
import type { WidgetOffer } from '#components/behaviours/turnstile.ts'
import type { DonationTerms } from '#lib/giving/donation/form.ts'
import type { Money } from '#lib/platform/money.ts'

export type DonationOffer = {
  presets: readonly { amount: Money; pays: string; paysMonthly?: string | undefined }[]
  tax: string
  terms: DonationTerms
  /** Above this, the donor's bank asks the donor to confirm each month of a monthly gift. Null if banks do not ask. */
  mandateAbove: Money | null
  /** Turnstile's widget, if its keys are set. */
  challenge: WidgetOffer | null
}
