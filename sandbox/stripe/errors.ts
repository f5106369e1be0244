/** Stripe's errors: one shape, thrown by whatever refuses and turned into an answer in one place. */
import { json, type Reply } from '../http.ts'

export type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

export class StripeRefusal extends Error {
  readonly status: number
  readonly type: ErrorType
  readonly code: string | undefined
  readonly param: string | undefined

  constructor(
    message: string,
    options: { status?: number; type?: ErrorType; code?: string | undefined; param?: string | undefined } = {},
  ) {
    super(message)
    this.status = options.status ?? 400
    this.type = options.type ?? 'invalid_request_error'
    this.code = options.code
    this.param = options.param
  }
}

/** https://docs.stripe.com/api/errors */
export function errorReply(refusal: StripeRefusal): Reply {
  const { type, code, param, message } = refusal
  return json(refusal.status, {
    error: {
      ...(code === undefined
        ? {}
        : { code, doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}` }),
      message,
      ...(param === undefined ? {} : { param }),
      type,
    },
  })
}

export const noSuch = (what: string, id: string, param: string): StripeRefusal =>
  new StripeRefusal(`No such ${what}: '${id}'`, { status: 404, code: 'resource_missing', param })
