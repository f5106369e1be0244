/** What a page is, for machines: schema.org in JSON-LD, built from content. Says nothing that the page does not say. */
import 'server-only'
import { filmEmbed } from '#lib/content/film-address.ts'
import { indiaGiving, pages, photos, site, usaGiving } from '#lib/content/index.ts'
import { partOf } from '#lib/content/later-pages.ts'
import type { Office, Page, Photo, Post, Story, Video } from '#lib/content/schema.ts'
import { photosPerPage } from '#lib/gallery/addresses.ts'
import { photoFile } from '#lib/gallery/files.ts'
import type { Currency } from '#lib/giving/money.ts'
import { absoluteUrl } from './absolute-url.ts'
import { cardAddress } from './card-address.ts'
import { eventsOf } from './event-data.ts'

type Json = string | number | boolean | readonly Json[] | { readonly [property: string]: Json }
/** https://schema.org/Thing: a type, and the properties that it has there. */
export type Thing = { readonly '@type': string } & { readonly [property: string]: Json }
export type JsonLdDocument = { readonly '@context': 'https://schema.org'; readonly '@graph': readonly Thing[] }

type Step = { label: string; address?: string | undefined }

const document = (...things: Thing[]): JsonLdDocument => ({ '@context': 'https://schema.org', '@graph': things })

/** Home says who we are; every other page says where it stands; each says which films it shows. */
export function pageStructuredData(page: Page): JsonLdDocument {
  const films = [...filmsOf(page).map((film) => video(film, page)), ...eventsOf(page)]
  if (page.address === '/') return document(organisation(), website(), ...films)
  return document(
    breadcrumb([...stepsAbove(page), { label: page.title, address: page.address }]),
    ...films,
    ...galleryOf(page),
  )
}

/** A post, under the page of its blog. */
export function postStructuredData(post: Post, blog: Page): JsonLdDocument {
  const step = { label: post.title, address: post.address }
  return document(
    {
      ...article(post),
      '@type': 'BlogPosting',
      datePublished: post.date,
      author: { '@type': 'Person', name: site().names.second },
    },
    breadcrumb([...stepsAbove(blog), { label: blog.title, address: blog.address }, step]),
    organisation(),
  )
}

/** `label`: what the photo is called in the breadcrumb. */
export function photoStructuredData(photo: Photo, label: string, gallery: Page): JsonLdDocument {
  const above = [...stepsAbove(gallery), { label: gallery.title, address: gallery.address }]
  return document(image(photo), breadcrumb([...above, { label, address: photo.address }]))
}

export function storyStructuredData(story: Story): JsonLdDocument {
  const home = pages().find((page) => page.country === story.country)
  const above = home ? [...stepsAbove(home), { label: home.title, address: home.address }] : []
  return document(
    article(story),
    breadcrumb([...above, { label: story.title, address: story.address }]),
    organisation(),
  )
}

/** For /DonateIndia and /Donate. https://schema.org/DonateAction */
export function donateAction(currency: Currency): JsonLdDocument {
  const page = currency === 'USD' ? usaGiving() : null
  const { title, description, minimum } = page ?? indiaGiving()
  const address = page?.address ?? '/DonateIndia'
  return document(
    {
      '@type': 'DonateAction',
      name: title,
      description,
      recipient: { '@id': organisationId() },
      target: { '@type': 'EntryPoint', urlTemplate: absoluteUrl(address) },
      priceSpecification: { '@type': 'PriceSpecification', priceCurrency: currency, minPrice: minimum },
    },
    organisation(),
    breadcrumb([{ label: title, address }]),
    ...(page ? filmsOf(page).map((film) => video(film, page)) : []),
  )
}

const organisationId = () => absoluteUrl('/#organisation')

function organisation(): Thing {
  const { names, description, tagline, founded, social, offices } = site()
  return {
    '@type': 'NGO',
    '@id': organisationId(),
    name: names.organisation,
    alternateName: names.initials,
    url: absoluteUrl('/'),
    logo: absoluteUrl('/icons/512.png'),
    description,
    slogan: tagline,
    nonprofitStatus: 'Nonprofit501c3',
    foundingDate: founded.date,
    foundingLocation: founded.place,
    email: names.email,
    address: offices.map(postalAddress),
    contactPoint: offices.flatMap((office) =>
      office.phones.map(({ label, number }) => ({
        '@type': 'ContactPoint',
        name: `${office.name}: ${label}`,
        telephone: number,
        email: office.email,
        areaServed: office.code,
      })),
    ),
    sameAs: social.map(({ href }) => href),
  }
}

function postalAddress({ code, name, lines }: Office): Thing {
  return { '@type': 'PostalAddress', name, streetAddress: lines.join(', '), addressCountry: code }
}

function website(): Thing {
  return {
    '@type': 'WebSite',
    '@id': absoluteUrl('/#website'),
    name: site().names.organisation,
    url: absoluteUrl('/'),
    inLanguage: 'en',
    publisher: { '@id': organisationId() },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: absoluteUrl('/search?q={search_term_string}') },
      'query-input': 'required name=search_term_string',
    },
  }
}

function article({ address, title, description, updated }: Story | Post): Thing {
  return {
    '@type': 'Article',
    headline: title,
    description,
    url: absoluteUrl(address),
    mainEntityOfPage: absoluteUrl(address),
    image: absoluteUrl(cardAddress(address)),
    dateModified: updated,
    inLanguage: 'en',
    author: { '@id': organisationId() },
    publisher: { '@id': organisationId() },
  }
}

/** The photos that this page of the gallery shows. https://schema.org/ImageGallery */
function galleryOf({ address, title, description, blocks }: Page): Thing[] {
  if (!blocks.some(({ kind }) => kind === 'gallery')) return []
  const from = (partOf(address).page - 1) * photosPerPage
  return [
    {
      '@type': 'ImageGallery',
      name: title,
      description,
      url: absoluteUrl(address),
      image: photos()
        .slice(from, from + photosPerPage)
        .map(image),
    },
  ]
}

function image(photo: Photo): Thing {
  const { src, width, height } = photoFile(photo)
  return {
    '@type': 'ImageObject',
    contentUrl: absoluteUrl(src),
    url: absoluteUrl(photo.address),
    description: photo.alt,
    width,
    height,
  }
}

/** A group without a page of its own is left out: search engines want an address for each step. */
function breadcrumb(steps: readonly Step[]): Thing {
  const linked = [{ label: 'Home', address: '/' }, ...steps].filter((step) => step.address !== undefined)
  return {
    '@type': 'BreadcrumbList',
    itemListElement: linked.map(({ label, address = '/' }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: absoluteUrl(address),
    })),
  }
}

const stepsAbove = ({ parent }: Page): Step[] => (parent ? [{ label: parent.label, address: parent.href }] : [])

function filmsOf({ blocks }: Page): Video[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'videos') return block.videos
    return block.kind === 'prose' && block.beside?.kind === 'video' ? [block.beside.video] : []
  })
}

/** Search engines ask for the day of every film: where nobody recorded it, the day of the page's words, by which it stood there. */
function video({ title, length, source, transcript, uploaded }: Video, { address, updated }: Page): Thing {
  const [minutes, seconds] = length.split(':').map(Number)
  return {
    '@type': 'VideoObject',
    name: title,
    description: transcript,
    transcript,
    // ISO 8601: 2:40 is PT2M40S.
    duration: `PT${minutes}M${seconds}S`,
    thumbnailUrl: absoluteUrl(cardAddress(address)),
    uploadDate: uploaded ?? updated,
    ...filmAddress(source),
    publisher: { '@id': organisationId() },
  }
}

/** A player's address without its wish to start at once. */
function filmAddress(source: Video['source']): Record<string, string> {
  if (source.kind === 'file') return { contentUrl: absoluteUrl(source.src) }
  const [embedUrl] = filmEmbed(source)?.split('?') ?? []
  return embedUrl ? { embedUrl } : {}
}
