import { decodable } from '#lib/http/decodable.ts'

test.each(['/', '/About%20Us', '/India?from=a?b', '/search?q=%E0%A4', '/caf%C3%A9'])('%s stays as it is', (url) => {
  expect(decodable(url)).toBe(url)
})

test.each([
  ['/%', '/%25'],
  ['/%E0%A4%A', '/%25E0%25A4%25A'],
  ['/About%20Us%', '/About%2520Us%25'],
  ['/%zz?from=a?b%20', '/%25zz?from=a?b%20'],
])('%s becomes %s, which is nowhere instead of an error', (url, settled) => {
  expect(decodable(url)).toBe(settled)
  expect(() => decodeURIComponent(settled)).not.toThrow()
})
