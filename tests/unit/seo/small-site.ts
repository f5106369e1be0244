/** What lib/site/seo reads of content, from the small site with a portrait and three films. */
import { filmsOfBlocks } from '#lib/site/content/film-schema.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { load, smallSite } from '../content/small-site.ts'

const film = (title: string, source: string, more = '') =>
  `title: ${title}
length: "2:40"
source: ${source}
poster: { kind: pattern, pattern: india }
transcript: Words.
${more}`

const file = 'content/pages/India.yaml'
const content = load({
  [file]: `${smallSite[file]?.replace(
    'card: { kind: pattern, pattern: india }',
    'card: { kind: portrait, who: girl, look: 5, pattern: india, alt: A girl who smiles }',
  )}  - kind: prose
    text: Words.
    beside: { kind: film, film: invitation }
  - { kind: videos, playlist: tours }
`,
  'content/films/invitation.yaml': film('Invitation', '{ kind: file, src: /media/bowl.mp4 }'),
  'content/films/tour.yaml': film('Tour', '{ kind: youtube, id: abcdefghijk }', 'uploaded: "2020-05-06"\n'),
  'content/films/all.yaml': film('All', '{ kind: youtube-playlist, id: PLabcdefghijklmnop }'),
  'content/playlists/tours.yaml': 'title: Tours\nfilms: [tour, all]\n',
})

function pageAt(address: string) {
  const page = content.pages.find((one) => one.address === address)
  if (!page) throw new Error(`There is no page ${address}.`)
  return page
}

export const filmsOfSmallSite = (page: Page) => filmsOfBlocks(page.blocks, content)
export const siteOfTest = content.site
export const home = pageAt('/')
export const india = pageAt('/India')
export const donateIndia = pageAt('/DonateIndia')
export const [bowl] = content.stories as [(typeof content.stories)[number]]
