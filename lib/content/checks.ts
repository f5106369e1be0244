/** Checks that no schema can make: consistency between files, and values that are well-formed but impossible. Reports all problems. */
import { buildRoutes, pathKey, type Routes, resolve } from '#lib/content/addresses.ts'
import { isOneOf, propertyOf } from '#lib/narrow.ts'
import type { Block } from './block-schema.ts'
import { valueAt } from './explain.ts'
import { markdown, type Picture, picture } from './fields.ts'
import { repeatedFigures } from './figure-checks.ts'
import { captionsOf } from './film-address.ts'
import { filmsOfBlocks } from './films.ts'
import { checkCampaigns, checkPaymentForms, noCampaign } from './giving-checks.ts'
import type { Content, Entry } from './load.ts'
import { type MarkdownParts, readMarkdown } from './markdown.ts'
import type { Spot } from './parse.ts'
import { byPlace, didYouMean, type Path, type Problem } from './problem.ts'
import { checkSamples } from './samples.ts'
import { countries, type EnquiryForm, type Page } from './schema.ts'
import { walk } from './walk.ts'

type Place<T = string> = { entry: Entry; path: Path; value: T; spot?: Spot }

type Portrait = Extract<Picture, { kind: 'portrait' }>
const isPortrait = (value: unknown): value is Portrait => propertyOf(value, 'kind') === 'portrait'

/** All values that the checks need, collected in one pass. */
export type Found = {
  texts: Place[]
  links: Place[]
  files: Place[]
  markdowns: Place<MarkdownParts>[]
  portraits: Place<Portrait>[]
}

type Checked = { found: Found; problems: Problem[] }

/** `publicFiles`: the files in public/, as addresses: /media/team.webp. */
export function checkContent(content: Content, publicFiles: ReadonlySet<string>): Checked {
  const routes = buildRoutes(content)
  const found = find(content.entries)
  const problems = [
    ...checkTexts(found),
    ...checkMarkdown(found),
    ...checkLinks(found, content, routes, publicFiles),
    ...checkFiles(found, publicFiles),
    ...checkAddresses(content, routes),
    ...checkWording(content),
    ...checkPages(content),
    ...checkForms(content),
    ...checkEvents(content),
    ...checkCampaigns(content),
    ...checkPaymentForms(content),
    ...checkPortraits(found, content),
    ...checkSite(content),
    ...checkGallery(content),
    ...checkSamples(content.entries),
    ...repeatedFigures(content),
  ]
  const unique = new Map(problems.map((problem) => [JSON.stringify(problem), problem]))
  return { found, problems: [...unique.values()].sort((a, b) => byPlace(a, b) || a.column - b.column) }
}

const tell = ({ entry, path, spot }: Place<unknown>, message: string, other?: Spot): Problem =>
  entry.source.problem(path, message, other ?? spot)

function find(entries: readonly Entry[]): Found {
  const found: Found = { texts: [], links: [], files: [], markdowns: [], portraits: [] }
  for (const entry of entries) {
    const addMarkdown = (text: string, path: Path) => {
      const parts = readMarkdown(text)
      // Schemas trim text: leading blank lines are added again for the line number.
      const lead = /^(?:[^\S\n]*\n)*/.exec(String(valueAt(entry.source.raw, path)))?.[0].split('\n').length ?? 1
      const spot = ({ line, words }: { line: number; words?: string }): Spot => ({
        line: line + lead - 1,
        ...(words && { words }),
      })
      found.markdowns.push({
        entry,
        path,
        value: { ...parts, faults: parts.faults.map((fault) => ({ ...fault, ...spot(fault) })) },
      })
      for (const link of parts.links) found.links.push({ entry, path, value: link.href, spot: spot(link) })
      for (const image of parts.images) found.files.push({ entry, path, value: image.src, spot: spot(image) })
    }
    walk(entry.schema, entry.data, ({ schema, value, path }) => {
      if (schema === picture && isPortrait(value)) found.portraits.push({ entry, path, value })
      if (typeof value !== 'string') return
      const place = { entry, path, value }
      const key = path.findLast((part) => typeof part === 'string')
      found.texts.push(place)
      if (key === 'href') found.links.push(place)
      if (key === 'src') found.files.push(place)
      if (schema === markdown) addMarkdown(value, path)
    })
    const written = entry.story ?? entry.post
    if (written) {
      found.texts.push({ entry, path: ['body'], value: written.body })
      addMarkdown(written.body, ['body'])
    }
  }
  return found
}

/** Days must exist, telephone numbers must be dialable (ITU-T E.164: at most 15 digits), and no text may end a script element. */
function checkTexts({ texts }: Found): Problem[] {
  return texts.flatMap((place) => {
    const { value, path } = place
    const [scriptEnd] = /<\/script/i.exec(value) ?? []
    if (scriptEnd) return [tell(place, `"${scriptEnd}" may not stand in any text`, { words: scriptEnd })]
    if (/^\d{4}-\d{2}(-\d{2})?$/.test(value) && !isDay(value.length === 7 ? `${value}-01` : value))
      return [tell(place, `${value} is not in the calendar`)]
    if (path.at(-1) === 'number' && !isDialable(value)) return [tell(place, 'must have 7 to 15 digits')]
    return []
  })
}

const isDay = (day: string) => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false
const isDialable = (number: string) => /^\d{7,15}$/.test(number.replace(/\D/g, ''))

function checkMarkdown({ markdowns }: Found): Problem[] {
  return markdowns.flatMap((place) =>
    place.value.faults.map(({ message, line, words }) => tell(place, message, { line, ...(words && { words }) })),
  )
}

function checkLinks({ links }: Found, content: Content, routes: Routes, publicFiles: ReadonlySet<string>): Problem[] {
  const pageAt = new Map(content.pages.map((page) => [page.address, page]))
  const slugs = content.campaigns.map(({ slug }) => slug)
  return links.flatMap((place) => {
    const fault = faultOf(place.value, place.entry.page)
    return fault ? [tell(place, fault)] : []
  })

  function faultOf(href: string, here: Page | undefined): string | undefined {
    if (href.startsWith('mailto:'))
      return /^mailto:[^\s@?]+@[^\s@?]+\.[^\s@?.]+(\?\S*)?$/.test(href)
        ? undefined
        : 'must look like mailto:name@example.org'
    if (href.startsWith('tel:'))
      return /^tel:\+\d{7,15}$/.test(href) ? undefined : 'must look like tel:+14235550100, without spaces'
    if (href.startsWith('https://')) return URL.canParse(href) && !/\s/.test(href) ? undefined : 'is not an address'
    if (href.startsWith('#'))
      return here ? fragmentFault(here, href.slice(1)) : 'a link that starts with # works on a page only'
    if (!href.startsWith('/') || href.startsWith('//')) return 'a link must start with /, #, https://, mailto: or tel:+'
    const [, pathname = '', fragment] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(href) ?? []
    if (publicFiles.has(pathname)) return undefined
    const target = resolve(routes, pathname)
    if (target.kind === 'redirect') return `${pathname} is another spelling: write ${target.to}`
    if (target.kind === 'unknown')
      return `${pathname} leads nowhere: no page, no story and no file in public/ has this address${didYouMean(pathname, routes.addresses)}`
    const from = new URLSearchParams(/\?([^#]*)/.exec(href)?.[1]).get('page')
    if (pathname === '/give' && from !== null && resolve(routes, `/${from}`).kind === 'unknown')
      return `there is no page /${from} for the gift to come from${didYouMean(`/${from}`, routes.addresses)}`
    const campaign = new URLSearchParams(/\?([^#]*)/.exec(href)?.[1]).get('campaign')
    const isGiving = pathname === '/give' || content.donationForms.some(({ page }) => page.address === pathname)
    if (isGiving && campaign !== null && !slugs.includes(campaign)) return noCampaign(campaign, slugs)
    const form = content.forms.find(({ id }) => pathname === `/forms/${id}`)
    const about = new URLSearchParams(/\?([^#]*)/.exec(href)?.[1]).get('about')
    if (form && about !== null) return subjectFault(form, about)
    const page = pageAt.get(pathname)
    return page && fragment !== undefined ? fragmentFault(page, fragment) : undefined
  }
}

function fragmentFault(page: Page, fragment: string): string | undefined {
  const ids = idsOf(page)
  if (ids.includes(fragment)) return undefined
  return `no block of ${page.address} has the id "${fragment}"${didYouMean(fragment, ids)}`
}

const idsOf = (page: Page): string[] => page.blocks.flatMap((block) => ('id' in block && block.id ? [block.id] : []))

/** Our own films need captions (WCAG 1.2.2), so the captions file is checked too. */
function checkFiles({ files }: Found, publicFiles: ReadonlySet<string>): Problem[] {
  return files.flatMap((place) => {
    const { value } = place
    if (!publicFiles.has(value)) return [tell(place, `public${value} does not exist${didYouMean(value, publicFiles)}`)]
    const captions = /\.(mp4|webm)$/.test(value) ? captionsOf(value) : value
    return publicFiles.has(captions) ? [] : [tell(place, `its captions are missing: public${captions} does not exist`)]
  })
}

/** One page per address, whatever the spelling. A page may list spellings of its own address. */
function checkAddresses({ entries, pages }: Content, routes: Routes): Problem[] {
  type Owner = { address: string; entry?: Entry }
  const owners = new Map<string | null, Owner>()
  const fixed = routes.addresses.filter((address) => !pages.some((page) => page.address === address))
  for (const address of fixed) owners.set(pathKey(address), { address })

  const claim = (entry: Entry, address: string, spelling: string, path: Path): Problem[] => {
    const key = pathKey(spelling)
    if (key === null) return [entry.source.problem(path, `${spelling} is not an address: its % signs are broken`)]
    const owner = owners.get(key)
    if (!owner) owners.set(key, { address, entry })
    if (!owner || owner.entry === entry) return []
    const where = owner.entry ? ` (${owner.entry.source.file})` : ''
    return [entry.source.problem(path, `${spelling} already leads to ${owner.address}${where}`)]
  }
  const ofPages = (claims: (entry: Entry, page: Page) => Problem[]) =>
    entries.flatMap((entry) => (entry.page ? claims(entry, entry.page) : []))
  // All addresses first: an alias never takes the address of a page that is read later.
  return [
    ...ofPages((entry, { address }) => claim(entry, address, address, ['address'])),
    ...ofPages((entry, { address, aliases }) =>
      aliases.flatMap((alias, index) => claim(entry, address, alias, ['aliases', index])),
    ),
  ]
}

/** Titles and descriptions identify a search result, so no two pages or stories may share one. */
function checkWording({ entries }: Content): Problem[] {
  return (['title', 'description'] as const).flatMap((field) => {
    const seen = new Map<string, Entry>()
    return entries.flatMap((entry) => {
      const value = (entry.page ?? entry.story ?? entry.post)?.[field]
      if (value === undefined) return []
      const first = seen.get(value.toLowerCase())
      if (!first) seen.set(value.toLowerCase(), entry)
      return first ? [entry.source.problem([field], `is the same as in ${first.source.file}`)] : []
    })
  })
}

function checkPages({ entries, stories }: Content): Problem[] {
  const ofCountry = new Map<string, string>()
  return entries.flatMap((entry) => {
    const { page, source } = entry
    if (!page) return []
    const problems: Problem[] = []
    const ids = new Set<string>()
    const titles = page.blocks.flatMap(({ kind }, index) => (kind === 'hero' || kind === 'carousel' ? [index] : []))
    if (titles.length === 0 && !page.blocks.some(({ kind }) => kind === 'donation-form'))
      problems.push(source.problem(['blocks'], 'needs a hero or a carousel: its heading is the title of the page'))
    for (const index of titles.slice(1))
      problems.push(
        source.problem(['blocks', index, 'kind'], 'the page has its title already: one hero or carousel is enough'),
      )
    for (const [index, block] of page.blocks.entries()) {
      const at = (...path: Path) => ['blocks', index, ...path]
      if ('id' in block && block.id) {
        if (ids.has(block.id))
          problems.push(source.problem(at('id'), `another block of this page has the id "${block.id}"`))
        ids.add(block.id)
      }
      if ('share' in block && block.share === true && !block.id)
        problems.push(
          source.problem(
            at('share'),
            'needs an `id` for this block: a shared link has to work after blocks have moved',
          ),
        )
      if (block.kind === 'stories')
        for (const [place, slug] of (block.only ?? []).entries())
          if (!stories.some((story) => story.country === block.country && story.slug === slug))
            problems.push(
              source.problem(at('only', place), `content/stories/${block.country}/${slug}.md does not exist`),
            )
      if (block.kind === 'stories' && !isOneOf(countries, block.country))
        problems.push(
          source.problem(
            at('country'),
            `"${block.country}" is not one of: ${countries.join(', ')}${didYouMean(block.country, countries)}`,
          ),
        )
    }
    const first = page.country && ofCountry.get(page.country)
    if (first) problems.push(source.problem(['country'], `is the country of ${first} already`))
    else if (page.country) ofCountry.set(page.country, source.file)
    return problems
  })
}

function subjectFault({ id, subjects }: EnquiryForm, about: string): string | undefined {
  const known = subjects.map((subject) => subject.id)
  return known.includes(about) ? undefined : `the form ${id} has no subject "${about}"${didYouMean(about, known)}`
}

/** The forms on a page must exist, each at most once, because a dialog is identified by the form's address. */
function checkForms({ entries, forms }: Content): Problem[] {
  return entries.flatMap(({ page, source }) => {
    const seen = new Set<string>()
    return (page?.blocks ?? []).flatMap((block, index) => {
      if (block.kind !== 'form') return []
      const tellAt = (field: string, message: string) => [source.problem(['blocks', index, field], message)]
      if (seen.has(block.form)) return tellAt('form', `the page has the form ${block.form} already`)
      seen.add(block.form)
      const form = forms.find(({ id }) => id === block.form)
      if (!form) return tellAt('form', `content/forms/${block.form}.yaml does not exist`)
      const fault = block.about === undefined ? undefined : subjectFault(form, block.about)
      return fault ? tellAt('about', fault) : []
    })
  })
}

/** The events of content/events that a block names, and the field that names them. */
function namedEvents(block: Block): [field: string, ids: readonly string[]] {
  switch (block.kind) {
    case 'event':
      return ['event', [block.event]]
    case 'events':
      return ['only', block.only ?? []]
    case 'sponsorship-form':
      return ['calendarEvent', [block.calendarEvent]]
    default:
      return ['', []]
  }
}

function checkEvents({ entries, events }: Content): Problem[] {
  const known = events.map(({ id }) => id)
  return entries.flatMap(({ page, source }) =>
    (page?.blocks ?? []).flatMap((block, index) => {
      const [field, named] = namedEvents(block)
      return named
        .filter((id) => !known.includes(id))
        .map((id) =>
          source.problem(['blocks', index, field], `content/events/${id}.yaml does not exist${didYouMean(id, known)}`),
        )
    }),
  )
}

/** Each photo has its own address, and a gallery needs photos. */
function checkGallery({ entries, photos }: Content): Problem[] {
  return entries.flatMap(({ page, source }) => {
    const problems = (page?.blocks ?? []).flatMap((block, index) =>
      block.kind === 'gallery' && photos.length === 0
        ? [source.problem(['blocks', index, 'kind'], 'there is no photo to show: content/gallery.yaml does not exist')]
        : [],
    )
    if (source.file !== 'content/gallery.yaml') return problems
    const ids = photos.map(({ id }) => id)
    const twice = ids.flatMap((id, index) =>
      ids.indexOf(id) < index ? [source.problem(['photos', index, 'id'], `there is another photo ${id}`)] : [],
    )
    return [...problems, ...twice]
  })
}

/** All portraits on a page must be different people, including those of the stories and the films it shows. */
function checkPortraits({ portraits }: Found, content: Content): Problem[] {
  const inStories = new Map(
    portraits.flatMap((place) => (place.entry.story ? [[place.entry.story, place] as const] : [])),
  )
  const ofStories = (page: Page): Place<Portrait>[] =>
    page.blocks.flatMap((block) =>
      block.kind === 'stories'
        ? [...inStories].flatMap(([story, place]) =>
            story.country === block.country && (block.only?.includes(story.slug) ?? true) ? [place] : [],
          )
        : [],
    )
  const ofFilms = (page: Page): Place<Portrait>[] => {
    const films = filmsOfBlocks(page.blocks, content)
    return portraits.filter(({ entry }) => entry.film && films.includes(entry.film))
  }
  return content.entries.flatMap(({ page }) => {
    if (!page) return []
    // The social card is drawn separately, so it may repeat a person of the page.
    const own = portraits.filter(({ entry, path }) => entry.page === page && path[0] === 'blocks')
    const seen = new Map<string, Place<Portrait>>()
    return [...own, ...ofStories(page), ...ofFilms(page)].flatMap((place) => {
      const { who, look } = place.value
      const first = seen.get(`${who} ${look}`)
      if (!first) seen.set(`${who} ${look}`, place)
      if (!first || first === place) return []
      const { file, line } = tell(first, '')
      return [
        tell(
          { ...place, path: [...place.path, 'look'] },
          `${page.address} shows this ${who} twice (also ${file}:${line}): choose another look`,
        ),
      ]
    })
  })
}

function checkSite({ site, entries }: Content): Problem[] {
  const source = entries.find(({ data }) => data === site)?.source
  if (!source) return []
  const codes = site.offices.map(({ code }) => code)
  const problems = codes.flatMap((code, index) =>
    codes.indexOf(code) < index ? [source.problem(['offices', index, 'code'], `there is another office ${code}`)] : [],
  )
  for (const [country, code] of Object.entries(site.footerOffice))
    if (!codes.includes(code)) problems.push(source.problem(['footerOffice', country], `there is no office ${code}`))
  if (!('other' in site.footerOffice))
    problems.push(source.problem(['footerOffice'], 'needs an office for all others: other: US'))
  return problems
}
