/** How work in threads is started. */
import { oneAtATime } from '#lib/platform/thread.ts'

test('a second work starts once the first has ended, also if that failed', async () => {
  const inOrder = oneAtATime()
  const happened: string[] = []
  const first = Promise.withResolvers<string>()
  const one = inOrder(async () => {
    happened.push('first starts')
    return first.promise
  })
  const two = inOrder(async () => {
    happened.push('second starts')
    return 'second'
  })
  await Promise.resolve()
  expect(happened).toEqual(['first starts'])
  first.reject(new Error('The thread failed'))
  await expect(one).rejects.toThrow('The thread failed')
  await expect(two).resolves.toBe('second')
  expect(happened).toEqual(['first starts', 'second starts'])
})
