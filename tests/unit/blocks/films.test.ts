import { lengthInWords } from '#components/video/film.tsx'
import { captionsOf, filmEmbed, filmPage } from '#lib/content/film-address.ts'
import { filmOrigins } from '#lib/http/csp.ts'

const youtube = { kind: 'youtube', id: 'abcdefghijk' } as const
const vimeo = { kind: 'vimeo', id: '123456789' } as const
describe('the length of a film', () => {
  test.each([
    ['2:40', '2 min 40 s'],
    ['0:06', '6 s'],
    ['3:00', '3 min'],
    ['12:05', '12 min 5 s'],
    ['0:00', '0 s'],
  ])('%s is said as %s', (length, words) => {
    expect(lengthInWords(length)).toBe(words)
  })
})

describe('a film of a provider', () => {
  test('plays from the address that sets no cookies before it plays, or that is told not to track', () => {
    expect(filmEmbed(youtube)).toBe('https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1')
    expect(filmEmbed(vimeo)).toBe('https://player.vimeo.com/video/123456789?autoplay=1&dnt=1')
  })

  test('is a link to the provider for a visitor without JavaScript', () => {
    expect(filmPage(youtube)).toEqual({ href: 'https://www.youtube.com/watch?v=abcdefghijk', provider: 'YouTube' })
    expect(filmPage(vimeo)).toEqual({ href: 'https://vimeo.com/123456789', provider: 'Vimeo' })
  })

  test('asks for no other origin than those that the policy knows', () => {
    for (const film of [youtube, vimeo]) expect(filmOrigins).toContain(new URL(filmEmbed(film) ?? '').origin)
  })
})

test('the captions of a file of ours lie beside it under the same name', () => {
  expect(captionsOf('/media/camp.2024/film.webm')).toBe('/media/camp.2024/film.vtt')
})
