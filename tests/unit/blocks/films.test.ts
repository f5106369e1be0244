import { lengthInWords } from '#components/video/film.tsx'
import { captionsOf, filmEmbed, filmPage } from '#lib/content/film-address.ts'
import { filmOrigins } from '#lib/http/csp.ts'

test.each([
  ['2:40', '2 min 40 s'],
  ['0:06', '6 s'],
  ['3:00', '3 min'],
  ['0:00', '0 s'],
])('a length of %s is written as %s', (length, words) => {
  expect(lengthInWords(length)).toBe(words)
})

test.each([
  [
    { kind: 'youtube', id: 'abcdefghijk' },
    'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1',
    { href: 'https://www.youtube.com/watch?v=abcdefghijk', provider: 'YouTube' },
  ],
  [
    { kind: 'youtube-playlist', id: 'PLabcdefghijklmnop' },
    'https://www.youtube-nocookie.com/embed/videoseries?list=PLabcdefghijklmnop&autoplay=1',
    { href: 'https://www.youtube.com/playlist?list=PLabcdefghijklmnop', provider: 'YouTube' },
  ],
  [
    { kind: 'vimeo', id: '123456789' },
    'https://player.vimeo.com/video/123456789?autoplay=1&dnt=1',
    { href: 'https://vimeo.com/123456789', provider: 'Vimeo' },
  ],
] as const)('a film of a provider plays without tracking, from an allowed origin: %j', (film, embed, page) => {
  expect(filmEmbed(film)).toBe(embed)
  expect(filmPage(film)).toEqual(page)
  expect(filmOrigins).toContain(new URL(embed).origin)
})

test('captions are beside the film under the same name', () => {
  expect(captionsOf('/media/camp.2024/film.webm')).toBe('/media/camp.2024/film.vtt')
})
