/** What lib/seo reads of content, for tests: one organisation, one country, one story. */
import { pageSchema, siteSchema, storySchema } from '#lib/content/schema.ts'

const links = ['facebook', 'instagram', 'x', 'linkedin', 'youtube'].map((network) => ({
  network,
  label: network,
  href: `https://social.test/${network}`,
}))

export const siteOfTest = siteSchema.parse({
  names: {
    organisation: 'Mended Bowl',
    initials: 'MB',
    product: 'Bowl',
    founder: 'Ada',
    founderSlug: 'Ada',
    second: 'Grace',
    secondSlug: 'Grace',
    email: 'hello@mendedbowl.org',
    eventsEmail: 'events@mendedbowl.org',
  },
  logo: ['Mended', 'Bowl'],
  tagline: 'Nothing is beyond mending',
  description: 'Mended Bowl mends bowls.',
  founded: { date: '2007-12-11', place: 'Chattanooga', statement: 'Founded in Chattanooga' },
  social: links,
  external: {},
  offices: [
    {
      code: 'US',
      name: 'USA office',
      lines: ['1 Bowl Street', 'Chattanooga'],
      phones: [{ label: 'Telephone', number: '+1 423 267 1234' }],
      email: 'usa@mendedbowl.org',
    },
  ],
  footerOffice: { other: 'US' },
})

const pattern = { kind: 'pattern', pattern: 'india' }
const portrait = { kind: 'portrait', who: 'girl', look: 4, pattern: 'india', alt: 'A girl who smiles' }
const film = (title: string, source: object) => ({
  title,
  length: '2:40',
  source,
  poster: pattern,
  transcript: 'Words.',
})

export const home = pageSchema.parse({
  address: '/',
  title: 'Home',
  description: 'Bowls that were broken.',
  card: pattern,
  updated: '2026-03-04',
  blocks: [{ kind: 'seam' }],
})

export const india = pageSchema.parse({
  address: '/India',
  title: 'India',
  description: 'Bowls of India.',
  parent: { label: 'Countries' },
  country: 'India',
  card: portrait,
  updated: '2026-02-03',
  blocks: [
    {
      kind: 'prose',
      text: 'Words.',
      beside: { kind: 'video', video: film('Invitation', { kind: 'file', src: '/media/bowl.mp4' }) },
    },
    {
      kind: 'videos',
      videos: [{ ...film('Tour', { kind: 'youtube', id: 'abcdefghijk' }), uploaded: '2020-05-06' }],
    },
  ],
})

export const bowl = {
  ...storySchema.parse({
    title: 'The bowl',
    summary: 'It broke.',
    description: 'A bowl that broke and was mended.',
    order: 1,
    picture: portrait,
    updated: '2026-02-05',
  }),
  country: 'India' as const,
  slug: 'the-bowl',
  address: '/India/stories/the-bowl',
  body: 'It broke.',
}
