/** Structured data for search engines: schema.org objects built from content. States nothing that the page does not show. */
import { now } from '#lib/platform/clock.ts'
import { currentLanguage, localizedHref } from '#lib/platform/languages/current.ts'
import { splitAddress } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { inWholeUnits } from '#lib/platform/money.ts'
import { isoWithOffset } from '#lib/platform/zone.ts'
import type { CharityEvent } from '#lib/site/content/event-schema.ts'
import { type Film, filmEmbed } from '#lib/site/content/film-schema.ts'
import { donationForms } from '#lib/site/content/giving-pages.ts'
import { charityEvent, filmsOf, pages, photos, site } from '#lib/site/content/index.ts'
import { entriesOn, partOf, perPage } from '#lib/site/content/pagination.ts'
import type { Office, Page, Photo, Post, Story } from '#lib/site/content/schema.ts'
import { isSample } from '#lib/site/content/state.ts'
import { isConfirmed, occurrenceAt } from '#lib/site/events/occurrence.ts'
import { photoFile } from '#lib/site/gallery/index.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'
import { shareImageAddress, shareImageOfStory } from './metadata.ts'

type Json = string | number | boolean | readonly Json[] | { readonly [property: string]: Json }
/** https://schema.org/Thing: a type and its properties. */
type Thing = { readonly '@type': string } & { readonly [property: string]: Json }

/** `breadcrumb`: from Home down to the page itself, with full addresses; empty on Home. */
export type StructuredData = { graph: readonly Thing[]; breadcrumb: { name: string; item: string }[] }

type Step = { label: string; address?: string | undefined }

/** Home describes the organisation; every other page has a breadcrumb; each lists its films, events and donation form. */
export function pageStructuredData(page: Page): StructuredData {
  const real = filmsOf(page).filter((film) => !isSample(film))
  const films = [...real.map((film) => video(film, page)), ...eventsOf(page)]
  if (splitAddress(page.address).address === '/')
    return { graph: [organisation(), website(), ...films], breadcrumb: [] }
  return { graph: [...donateActions(page), ...films, ...galleryOf(page)], breadcrumb: breadcrumb(...stepsTo(page)) }
}

/** A post, under the page of its blog. */
export function postStructuredData(post: Post, blog: Page): StructuredData {
  const posting = {
    ...article(post),
    '@type': 'BlogPosting',
    datePublished: post.date,
    author: isSample(site().names) ? { '@id': organisationId() } : { '@type': 'Person', name: site().names.second },
  }
  return {
    // A sample is nothing that anybody wrote.
    graph: [...(isSample(post) ? [] : [posting]), organisation()],
    breadcrumb: breadcrumb(...stepsTo(blog), { label: post.title, address: post.address }),
  }
}

/** `label`: the photo's name in the breadcrumb. */
export function photoStructuredData(photo: Photo, label: string, gallery: Page): StructuredData {
  return {
    graph: [image(photo)],
    breadcrumb: breadcrumb(...stepsTo(gallery), { label, address: photo.address }),
  }
}

export function storyStructuredData(story: Story): StructuredData {
  const countryPage = pages().find((page) => page.country === story.country)
  const above = countryPage ? stepsTo(countryPage) : []
  return {
    graph: [...(isSample(story) ? [] : [article(story, shareImageOfStory(story))]), organisation()],
    breadcrumb: breadcrumb(...above, { label: story.title, address: story.address }),
  }
}

/** For a page with a donation form. https://schema.org/DonateAction */
function donateActions(page: Page): Thing[] {
  const { address, title, description } = page
  return donationForms([page]).flatMap(({ currency, minimum }) => [
    {
      '@type': 'DonateAction',
      name: title,
      description,
      recipient: { '@id': organisationId() },
      target: { '@type': 'EntryPoint', urlTemplate: absoluteUrl(address) },
      priceSpecification: {
        '@type': 'PriceSpecification',
        priceCurrency: currency,
        minPrice: inWholeUnits(minimum),
      },
    },
    organisation(),
  ])
}

const organisationId = () => absoluteUrl('/#organisation')

function organisation(): Thing {
  const { names, description, tagline, founded, nonprofitStatus, social, offices } = site()
  return {
    '@type': 'NGO',
    '@id': organisationId(),
    name: names.organisation,
    alternateName: names.initials,
    url: absoluteUrl('/'),
    logo: absoluteUrl('/icons/512.png'),
    description,
    slogan: tagline,
    ...(nonprofitStatus && { nonprofitStatus }),
    foundingDate: founded.date,
    foundingLocation: founded.place,
    ...(!isSample(names) && { email: names.email }),
    address: offices.map(postalAddress),
    contactPoint: offices.flatMap((office) =>
      (isSample(office) ? [] : office.phones).map(({ label, number }) => ({
        '@type': 'ContactPoint',
        name: `${office.name}: ${label}`,
        telephone: number,
        email: office.email,
        areaServed: office.code,
      })),
    ),
    ...(social.length > 0 && { sameAs: social.map(({ href }) => href) }),
  }
}

function postalAddress(office: Office): Thing {
  const { code, name, street, lines } = office
  const place = isSample(office, 'street') ? {} : { streetAddress: [...(street ? [street] : []), ...lines].join(', ') }
  return { '@type': 'PostalAddress', name, ...place, addressCountry: code }
}

function website(): Thing {
  return {
    '@type': 'WebSite',
    '@id': absoluteUrl('/#website'),
    name: site().names.organisation,
    url: absoluteUrl('/'),
    inLanguage: currentLanguage(),
    publisher: { '@id': organisationId() },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: absoluteUrl('/search?q={search_term_string}') },
      'query-input': 'required name=search_term_string',
    },
  }
}

/** `imageOf`: the address whose share image is used as the picture. */
function article({ address, title, description, updated, lang }: Story | Post, imageOf = address): Thing {
  return {
    '@type': 'Article',
    headline: title,
    description,
    url: absoluteUrl(address),
    mainEntityOfPage: absoluteUrl(address),
    image: absoluteUrl(shareImageAddress(imageOf)),
    dateModified: updated,
    inLanguage: lang ?? currentLanguage(),
    author: { '@id': organisationId() },
    publisher: { '@id': organisationId() },
  }
}

/** The photos on this page of the gallery. https://schema.org/ImageGallery */
function galleryOf({ address, title, description, blocks }: Page): Thing[] {
  if (!blocks.some(({ kind }) => kind === 'gallery')) return []
  return [
    {
      '@type': 'ImageGallery',
      name: title,
      description,
      url: absoluteUrl(address),
      image: entriesOn(photos(), partOf(address).page, perPage.photos).map(image),
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

/** A group without a page of its own is left out: search engines require an address for each step. */
const breadcrumb = (...steps: readonly Step[]) =>
  [{ label: messages()('frame.home'), address: localizedHref('/') }, ...steps].flatMap(({ label, address }) =>
    address === undefined ? [] : [{ name: label, item: absoluteUrl(address) }],
  )

const stepsTo = ({ parent, title, address }: Page): Step[] => [
  ...(parent ? [{ label: parent.label, address: parent.href }] : []),
  { label: title, address },
]

/** Search engines require a date for every film. If none is recorded, it is the date of the page's last change. */
function video({ title, length, source, transcript, uploaded }: Film, { address, updated }: Page): Thing {
  const [minutes, seconds] = length.split(':').map(Number)
  return {
    '@type': 'VideoObject',
    name: title,
    description: transcript,
    transcript,
    // ISO 8601: 2:40 is PT2M40S.
    duration: `PT${minutes}M${seconds}S`,
    thumbnailUrl: absoluteUrl(shareImageAddress(address)),
    uploadDate: uploaded ?? updated,
    ...filmAddress(source),
    publisher: { '@id': organisationId() },
  }
}

/** The player's address, without the parameter that starts the film at once. */
function filmAddress(source: Film['source']): Record<string, string> {
  if (source.kind === 'file') return { contentUrl: absoluteUrl(source.src) }
  const embed = filmEmbed(source)
  return embed ? { embedUrl: embed.replace(/[?&]autoplay=1/, '') } : {}
}

/** The events whose own page this is. Lists of events, and other pages that show an event, describe none. */
export function eventsOf({ address, blocks }: Page): Thing[] {
  return blocks.flatMap((block) => {
    const event = block.kind === 'event' ? charityEvent(block.event) : undefined
    return event?.href === address ? [eventThing(event)] : []
  })
}

function eventThing(event: CharityEvent): Thing {
  const { title, summary, href, zone, venue, online, register } = event
  const { state, day, starts, ends } = occurrenceAt(event, now())
  const mode = venue ? (online ? 'Mixed' : 'Offline') : 'Online'
  return {
    '@type': 'Event',
    '@id': absoluteUrl(`${href}#event`),
    name: title,
    description: summary,
    url: absoluteUrl(href),
    image: absoluteUrl(shareImageAddress(href)),
    // Google reads a time without an offset as the visitor's local time.
    startDate: isoWithOffset(zone, starts),
    ...(event.ends !== undefined && { endDate: isoWithOffset(zone, ends) }),
    ...(state === 'called-off'
      ? { eventStatus: 'https://schema.org/EventCancelled' }
      : isConfirmed(event, day) && { eventStatus: 'https://schema.org/EventScheduled' }),
    eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode`,
    location: places(event),
    // Without a price, because only the registration page states it.
    ...(register &&
      (state === 'coming' || state === 'on') && {
        offers: [
          {
            '@type': 'Offer',
            name: register.label,
            url: wholeUrl(register.href),
          },
        ],
      }),
    organizer: { '@type': 'NGO', name: site().names.organisation, url: absoluteUrl('/') },
  }
}

/** `href`: a path on this site, or an address elsewhere. */
const wholeUrl = (href: string) => (href.startsWith('/') ? absoluteUrl(href) : href)

function places({ venue, online, register, href }: CharityEvent): Thing[] {
  const found: Thing[] = []
  if (venue) {
    const { name, town, region, country } = venue
    const address = { addressLocality: town, addressRegion: region, addressCountry: country }
    found.push({ '@type': 'Place', name, address: { '@type': 'PostalAddress', ...address } })
  }
  if (online) found.push({ '@type': 'VirtualLocation', name: online, url: wholeUrl(register?.href ?? href) })
  return found
}
