import { readResponse } from '#components/forms/submit-form.ts'

const refusal = (status: number, body: unknown) => readResponse(false, status, body)

describe('the response to a form', () => {
  test('is accepted with what it says', () => {
    expect(readResponse(true, 202, { reference: 'E-7Q2M' })).toEqual({
      kind: 'accepted',
      body: { reference: 'E-7Q2M' },
    })
  })

  test('is refused with the sentence of the server, its errors by field, and the right total', () => {
    const errors = [{ field: 'name', message: 'Enter your name' }]
    const body = { title: 'Check the form', detail: 'Name and Email are required', errors, total: 1250 }
    expect(refusal(422, body)).toEqual({
      kind: 'refused',
      status: 422,
      sentence: 'Name and Email are required',
      errors,
      total: { amount: 125_000, currency: 'USD' },
    })
  })

  test('falls back to the title where there is no detail', () => {
    expect(refusal(429, { title: 'Too many sign-ups' })).toMatchObject({ sentence: 'Too many sign-ups' })
  })

  test('leaves out errors that are not of the promised shape', () => {
    const errors = [null, 'name', { field: 'email' }, { field: 'email', message: 'Enter your e-mail address' }]
    expect(refusal(422, { title: 'Check the form', errors })).toMatchObject({ errors: [errors[3]] })
  })

  test.each([
    ...[null, '<html>', 42, [], { title: '' }].map((body) => [false, 502, body] as const),
    ...[null, '<html>', 42].map((body) => [true, 200, body] as const),
  ])('is not one of ours: %s, %i with %j', (isOk, status, body) => {
    expect(readResponse(isOk, status, body)).toEqual({ kind: 'unreadable' })
  })
})
