/** Checks that every link has a target, no address is used twice, and every address that was once public still works. */
import { buildRoutes, pathKey, reservedParts, resolve } from '#lib/site/content/addresses.ts'
import { addressed, type Content, type Entry, entriesByAddress } from '#lib/site/content/content.ts'
import { partOf, storiesOf } from '#lib/site/content/pagination.ts'
import { fill } from '#lib/site/content/placeholders.ts'
import { closest, didYouMean, type Path, type Problem, problemOfFile, warning } from '#lib/site/content/problem.ts'
import { namesInAddresses, type Page } from '#lib/site/content/schema.ts'
import { isPhoto } from './files.ts'
import { problemAt, type Subject } from './found.ts'
import { subjectFault } from './pages.ts'

export function checkLinks({ found: { links }, content, routes, files }: Subject): Problem[] {
  const pageAt = new Map(content.pages.map((page) => [page.address, page]))
  const slugs = content.campaigns.map(({ slug }) => slug)
  return links.flatMap((place) => {
    const fault = faultOf(place.value, place.entry.page)
    return fault ? [problemAt(place, fault)] : []
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
    if (isPhoto(pathname))
      return 'is a photograph, which is shown in pages: a picture that visitors download belongs to public/media'
    if (files.has(pathname)) return undefined
    const target = resolve(routes, pathname)
    if (target.kind === 'redirect') return `${pathname} is another spelling: write ${target.to}`
    if (target.kind === 'unknown')
      return `${pathname} leads nowhere: no page, no story and no file in public/ has this address${didYouMean(pathname, routes.addresses)}`
    const query = new URLSearchParams(/\?([^#]*)/.exec(href)?.[1])
    const [from, campaign, about] = ['page', 'campaign', 'about'].map((name) => query.get(name))
    if (pathname === '/give' && from && resolve(routes, `/${from}`).kind === 'unknown')
      return `there is no page /${from} for the gift to come from${didYouMean(`/${from}`, routes.addresses)}`
    const isGiving = pathname === '/give' || content.donationForms.some(({ page }) => page.address === pathname)
    if (isGiving && campaign && !slugs.includes(campaign))
      return `content/campaigns/${campaign}.yaml does not exist${didYouMean(campaign, slugs)}`
    const form = content.forms.find(({ id }) => pathname === `/forms/${id}`)
    if (form && about) return subjectFault(form, about)
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

/** One page per address, whatever the spelling. A page may list spellings of its own address. */
export function checkAddresses({ content: { entries, pages }, routes }: Subject): Problem[] {
  type Owner = { address: string; entry?: Entry }
  const owners = new Map<string | null, Owner>()
  const written = new Set(entries.map(({ page }) => page?.address))
  const laterPages = pages.filter(({ address }) => !written.has(address)).map(({ address }) => address)
  for (const address of [...laterPages, ...routes.addresses.slice(pages.length)])
    owners.set(pathKey(address), { address })

  const take = (entry: Entry, address: string, spelling: string, path: Path): Problem[] => {
    const key = pathKey(spelling)
    if (key === null) return [entry.source.problem(path, `${spelling} is not an address: its % signs are broken`)]
    const owner = owners.get(key)
    if (!owner) owners.set(key, { address, entry })
    if (!owner || owner.entry === entry) return []
    const where = owner.entry ? ` (${owner.entry.source.file})` : ''
    return [entry.source.problem(path, `${spelling} already leads to ${owner.address}${where}`)]
  }
  const ending = new Set(
    entries.flatMap((entry) => {
      const page = addressed(entry)
      return page?.publishUntil === undefined ? [] : page.address
    }),
  )
  const ofPages = (takes: (entry: Entry, page: Page) => Problem[]) =>
    entries.flatMap((entry) => (entry.page ? takes(entry, entry.page) : []))
  // All addresses first: an alias never takes the address of a page that is read later.
  return [
    ...ofPages((entry, { address }) => {
      const fault = reservedFor(address)
      if (fault) return [entry.source.problem(['address'], `${fault}: choose another address`)]
      return take(entry, address, address, ['address'])
    }),
    ...ofPages((entry, { address, aliases }) =>
      aliases.flatMap((alias, index) => take(entry, address, alias, ['aliases', index])),
    ),
    ...entries.flatMap((entry) =>
      (entry.redirects ?? []).flatMap(({ from, to }, index) => {
        const path = ['redirects', index]
        const target = resolve(routes, to)
        if (target.kind === 'unknown')
          return [entry.source.problem([...path, 'to'], `${to} leads nowhere${didYouMean(to, routes.addresses)}`)]
        if (target.kind === 'redirect')
          return [entry.source.problem([...path, 'to'], `${to} leads to ${target.to}: write that`)]
        // A page that ends may redirect from then on.
        return ending.has(from) ? [] : take(entry, to, from, [...path, 'from'])
      }),
    ),
  ]
}

/** Why no content page can have the address. */
function reservedFor(address: string): string | undefined {
  const [first = '', second] = (pathKey(address) ?? '').slice(1).split('/')
  if (reservedParts.includes(first)) return `/${first} belongs to the program`
  const [, spelled = ''] = address.split('/')
  if (second === 'stories') return `/${spelled}/stories is where the stories are (content/stories/${spelled})`
  if (second === 'photo') return `/${spelled}/photo is where the photos are (content/gallery.yaml)`
  return undefined
}

/** Follows links from Home and from everything that is on all pages, such as the menus. */
export function checkReach({ found: { links }, content, routes }: Subject): Problem[] {
  const { entries, stories, posts, donationForms } = content
  const linked = Map.groupBy(links, ({ entry }) => entry)
  const entryAt = entriesByAddress(entries)

  const leadsTo = (entry: Entry): string[] => [
    ...(linked.get(entry) ?? []).flatMap(({ value }) => {
      const pathname = value.replace(/[?#].*$/, '')
      // The server decides which form it is.
      if (pathname === '/give') return donationForms.map(({ page }) => page.address)
      const target = resolve(routes, pathname)
      return target.kind === 'redirect' ? [target.to] : [pathname]
    }),
    ...(entry.page?.blocks ?? []).flatMap((block) => {
      if (block.kind === 'posts') return posts.map(({ address }) => address)
      return block.kind === 'stories' ? storiesOf(block, stories).map(({ address }) => address) : []
    }),
  ]

  const reached = new Set(['/'])
  const follow = (entry: Entry) => {
    // The second page of a list is a page of the same file.
    for (const address of leadsTo(entry)) reached.add(partOf(address).first)
  }
  for (const entry of entries) if (!addressed(entry)) follow(entry)
  // A set's iteration includes what is added on the way.
  for (const address of reached) {
    const entry = entryAt.get(address)
    if (entry) follow(entry)
  }
  return entries.flatMap((entry) => {
    const own = addressed(entry)
    if (!own || own.draft || reached.has(own.address)) return []
    const place = { entry, path: [entry.page ? 'address' : 'title'], value: undefined }
    return warning(problemAt(place, `no menu and no page leads to ${own.address}: link to it, or remove it`))
  })
}

/** The addresses and names of an earlier version of content/. `addresses` may hold placeholders. */
export type Former = {
  addresses: readonly string[]
  /** Earlier values of `names` in site.yaml. */
  names: Readonly<Record<(typeof namesInAddresses)[number], readonly string[]>>
}

/** The current addresses and names, for comparison after a change. */
export function formerOf({ entries, site: { names } }: Content): Former {
  return {
    addresses: entries.flatMap((entry) => {
      const shown = addressed(entry)
      // A draft was never public.
      return shown && !shown.draft ? shown.address : []
    }),
    names: { founderSlug: [names.founderSlug], secondSlug: [names.secondSlug], initials: [names.initials] },
  }
}

/** Checks that each earlier address, and each earlier name in an address, still works. Problems say which line to add, and where. */
export function checkHistory(content: Content, former: Former): Problem[] {
  return [...lostNames(content, former), ...lostAddresses(content, former)]
}

function lostNames({ site, entries }: Content, { names }: Former): Problem[] {
  const source = entries.find(({ data }) => data === site)?.source
  const lost = namesInAddresses.map((name) => ({
    name,
    values: names[name].filter((value) => value !== site.names[name] && !site.formerly[name].includes(value)),
  }))
  const all = lost.flatMap(({ name, values }) => {
    const former = [...site.formerly[name], ...values]
    return former.length > 0 ? [`${name}: [${former.join(', ')}]`] : []
  })
  return lost.flatMap(({ name, values }) => {
    const message = `was ${values.join(', ')} before: so that the old addresses lead here, add formerly: { ${all.join(', ')} }`
    return source && values.length > 0 ? [source.problem(['names', name], message)] : []
  })
}

function lostAddresses(content: Content, { addresses }: Former): Problem[] {
  const source = content.entries.find(({ redirects }) => redirects)?.source
  return addressesWithoutPage(content, addresses).flatMap(({ address, near }) => {
    const message = `${address} led to a page before, and leads nowhere now: add - { from: ${address}, to: ${near} }`
    return source
      ? source.problem(['redirects'], message)
      : { ...problemOfFile('content/redirects.yaml', message), field: 'redirects' }
  })
}

/** The given addresses that no longer work, each with the most similar one that does. */
export function addressesWithoutPage(
  content: Content,
  addresses: readonly string[],
): { address: string; near: string }[] {
  const routes = buildRoutes(content)
  const placeholders = new Map(Object.entries(content.site.names).map(([name, value]) => [name, String(value)]))
  return addresses
    .map((written) => String(fill(written, placeholders).value))
    .filter((address) => resolve(routes, address).kind === 'unknown')
    .map((address) => ({ address, near: nearest(address, routes.addresses) }))
}

/** A sibling address with a similar spelling, or that of the parent page. */
function nearest(address: string, addresses: readonly string[]): string {
  const above = address.slice(0, address.lastIndexOf('/') + 1)
  const beside = addresses.filter((sibling) => sibling.startsWith(above) && !sibling.slice(above.length).includes('/'))
  const like = closest(address, beside)
  if (like) return like
  for (let end = address.lastIndexOf('/'); end > 0; end = address.lastIndexOf('/', end - 1))
    if (addresses.includes(address.slice(0, end))) return address.slice(0, end)
  return '/'
}
