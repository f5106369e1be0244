/** Where an edited file can be seen on the site. Pure. */
import { fill, type Placeholders } from '#lib/site/content/placeholders.ts'
import { storyOrderName } from '#lib/site/content/schema.ts'

/** `field`: the value of a field of the file. Home for files that are no page. */
export function addressOf(
  collection: string,
  slug: string,
  field: (name: string) => unknown,
  words: Placeholders,
): string {
  const [kind, country] = collection.split('-')
  if (kind === 'stories' && country)
    return slug && slug !== storyOrderName ? `/${country}/stories/${slug}` : `/${country}`
  if (kind === 'posts') return `/${words.get('secondSlug')}${slug && `/${slug}`}`
  if (kind === 'forms') return `/forms/${slug}`
  const address = field('address') ?? field('href')
  if (typeof address === 'string' && address.startsWith('/')) return String(fill(address, words).value)
  return kind === 'camps' && country === undefined ? '/UpcomingCamps' : '/'
}
