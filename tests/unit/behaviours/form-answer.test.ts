import { outcomeOf } from '#components/behaviours/form-answer.ts'

const unreached = { kind: 'unreached' }

describe('the answer to a form', () => {
  test('thanks with the reference once it is stored', () => {
    expect(outcomeOf(202, { reference: 'E-7Q2M' })).toEqual({ kind: 'stored', reference: 'E-7Q2M' })
  })

  test('does not thank without a reference', () => {
    expect(outcomeOf(202, {})).toEqual(unreached)
    expect(outcomeOf(200, { reference: 'E-7Q2M' })).toEqual(unreached)
  })

  test("shows the server's sentence and its errors by field", () => {
    const errors = [{ field: 'name', message: 'Enter your name' }]
    expect(outcomeOf(422, { title: 'Check the form', detail: 'Name and Email are required', errors })).toEqual({
      kind: 'refused',
      summary: 'Name and Email are required',
      errors,
    })
  })

  test('falls back to the title where there is no detail', () => {
    expect(outcomeOf(429, { title: 'Too many sign-ups' })).toMatchObject({ summary: 'Too many sign-ups' })
  })

  test('leaves out errors that are not of the promised shape', () => {
    const errors = [null, 'name', { field: 'email' }, { field: 'email', message: 'Enter your e-mail address' }]
    expect(outcomeOf(422, { title: 'Check the form', errors })).toMatchObject({ errors: [errors[3]] })
  })

  test.each([null, '<html>', 42, [], { title: '' }])('counts as no answer when the body is %p', (body) => {
    expect(outcomeOf(502, body)).toEqual(unreached)
  })
})
