import { readResponse } from '#components/forms/browser-form.ts'

const refusal = (status: number, body: unknown) => readResponse(false, status, body)

describe('the response to a form', () => {
  test('is refused with the sentence of the server, and its errors by field where they are some', () => {
    const error = { field: 'email', message: 'Enter your email address' }
    const errors = [null, 'name', { field: 'email' }, error]
    const body = { title: 'Check', detail: 'Required', errors, amount: 125_000, currency: 'USD' }
    expect(refusal(422, body)).toEqual({
      kind: 'refused',
      status: 422,
      sentence: 'Required',
      errors: [error],
      body,
    })
    expect(refusal(429, { title: 'Too many sign-ups' })).toMatchObject({ sentence: 'Too many sign-ups' })
  })

  test.each([
    ...[null, '<html>', 42, [], { title: '' }].map((body) => [false, 502, body] as const),
    ...[null, '<html>', 42].map((body) => [true, 200, body] as const),
  ])('is not one of ours: %s, %i with %j', (isOk, status, body) => {
    expect(readResponse(isOk, status, body)).toEqual({ kind: 'unreadable' })
  })
})
