import { readOnce } from '#app/(site)/read-once.ts'

jest.mock('next/headers', () => ({ cookies: async () => 'draft=1' }))

/** React's own does this while a page is rendered: equal arguments get what the first ones got. */
jest.mock('react', () => ({
  cache: <Value>(read: (...given: string[]) => Value) => {
    const known = new Map<string, Value>()
    return (...given: string[]) => {
      const key = given.join('\n')
      const value = known.has(key) ? known.get(key) : read(...given)
      known.set(key, value as Value)
      return value
    }
  },
}))

test('a page and its title read what they share once, though each has a query object of its own', async () => {
  const read = jest.fn((query: object, cookies: string) => ({ query, cookies }))
  const readStart = readOnce(read)
  const props = () => ({ searchParams: Promise.resolve({ draft: '1', step: '2' }) })
  const [title, page] = [await readStart(props()), await readStart(props())]
  expect(page).toEqual({ query: { draft: '1', step: '2' }, cookies: 'draft=1' })
  expect(page).toBe(title)
  expect(read).toHaveBeenCalledTimes(1)
})
