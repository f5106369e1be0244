import { openingOf, withSubject } from '#components/forms/subject.ts'

const subjects = [
  { id: 'five-days', line: 'Five days, please ($3500).' },
  { id: 'two-weeks', line: 'Two weeks, please ($5000).' },
]

describe('the line that a message begins with', () => {
  test('leaves room for the visitor’s own text below it', () => {
    expect(openingOf(subjects, 'two-weeks')).toBe('Two weeks, please ($5000).\n\n')
  })

  test.each(['three-weeks', '', undefined, ['two-weeks']])('is nothing for %p, which no card offers', (id) => {
    expect(openingOf(subjects, id)).toBeUndefined()
    if (typeof id === 'string') expect(withSubject('Hello', subjects, id)).toBe('Hello')
  })

  test('stands above what was written already, takes the place of another, and is not written twice', () => {
    const five = withSubject('For my son.', subjects, 'five-days')
    expect(five).toBe('Five days, please ($3500).\n\nFor my son.')
    const two = withSubject(five, subjects, 'two-weeks')
    expect(two).toBe('Two weeks, please ($5000).\n\nFor my son.')
    expect(withSubject(two, subjects, 'two-weeks')).toBe(two)
  })
})
