/** What a request for a payment page says besides the answers of its form. */
import { z } from 'zod'
import type { FieldError } from '#lib/platform/http/problem.ts'

/** To be extended by each form. Other members are left out. */
export const checkoutRequest = z.object({
  uiMode: z.enum(['embedded', 'hosted'], 'Say "embedded" or "hosted"').optional(),
  paymentMethod: z.literal('card', 'Only "card" is taken here').optional(),
})

/** A form without JavaScript cannot embed a payment page: it is sent to Stripe's. */
export const uiModeOf = (
  { uiMode = 'embedded' }: z.output<typeof checkoutRequest>,
  kind: 'json' | 'form',
): 'embedded' | 'hosted' => (kind === 'form' ? 'hosted' : uiMode)

/** What only a program gets wrong, by field. */
export const requestFaults = ({ issues }: z.core.$ZodError): FieldError[] =>
  issues.map(({ path, message }) => ({ field: path.join('.'), message }))
