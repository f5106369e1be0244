/** An error as Stripe answers it. https://docs.stripe.com/api/errors */
import { json, type Reply } from '../http.ts'

type Details = {
  status?: number
  type?: 'api_error' | 'idempotency_error' | 'invalid_request_error'
  code?: string | undefined
  param?: string | undefined
}

export class StripeRefusal extends Error {
  private readonly details: Details

  constructor(message: string, details: Details = {}) {
    super(message)
    this.details = details
  }

  reply(): Reply {
    const { status = 400, type = 'invalid_request_error', code, param } = this.details
    return json(status, { error: { type, code, param, message: this.message } })
  }
}

export const noSuch = (what: string, id: string | undefined, param = 'id'): StripeRefusal =>
  new StripeRefusal(`No such ${what}: '${id}'`, { status: 404, code: 'resource_missing', param })
