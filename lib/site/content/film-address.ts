/** Addresses of a provider's film: for the frame on our page, and on the provider's own page. Pure. */
import type { Film } from './film-schema.ts'

type Source = Film['source']

/** For the frame: no cookies before playback (YouTube), no tracking (Vimeo), autoplay because the visitor has just asked for it. */
export function filmEmbed(source: Source): string | null {
  if (source.kind === 'youtube') return `https://www.youtube-nocookie.com/embed/${source.id}?autoplay=1`
  if (source.kind === 'youtube-playlist')
    return `https://www.youtube-nocookie.com/embed/videoseries?list=${source.id}&autoplay=1`
  if (source.kind === 'vimeo') return `https://player.vimeo.com/video/${source.id}?autoplay=1&dnt=1`
  return null
}

/** The provider's page, for visitors without JavaScript, and the provider's name. */
export function filmPage(source: Source): { href: string; provider: string } | null {
  if (source.kind === 'youtube') return { href: `https://www.youtube.com/watch?v=${source.id}`, provider: 'YouTube' }
  if (source.kind === 'youtube-playlist')
    return { href: `https://www.youtube.com/playlist?list=${source.id}`, provider: 'YouTube' }
  if (source.kind === 'vimeo') return { href: `https://vimeo.com/${source.id}`, provider: 'Vimeo' }
  return null
}

/** The id in the address of a film, as copied from a browser or share button. Anything else is returned unchanged. */
export function filmIdOf(kind: string, written: string): string {
  if (!/^https?:/.test(written) || !URL.canParse(written)) return written
  const { pathname, searchParams } = new URL(written)
  const parts = pathname.split('/').filter(Boolean)
  if (kind === 'youtube-playlist') return searchParams.get('list') ?? written
  if (kind === 'youtube') return searchParams.get('v') ?? parts.at(-1) ?? written
  if (kind === 'vimeo') return parts.find((part) => /^\d+$/.test(part)) ?? written
  return written
}

/** Captions are next to the film, with the same name: /media/film.mp4 has /media/film.vtt. */
export function captionsOf(file: string): string {
  return file.replace(/\.\w+$/, '.vtt')
}
