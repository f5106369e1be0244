/** No two pages, spellings or routes share an address, no page takes one that the program needs, and redirects lead to a page. */
import { pathKey, type Routes, resolve } from '#lib/site/content/addresses.ts'
import { reservedParts } from '#lib/site/content/code-pages.ts'
import { addressed, type Content, type Entry } from '#lib/site/content/load.ts'
import { didYouMean, type Path, type Problem } from '#lib/site/content/problem.ts'
import { countries, galleryAddress, type Page } from '#lib/site/content/schema.ts'

/** One page per address, whatever the spelling. A page may list spellings of its own address. */
export function checkAddresses({ entries, pages }: Content, routes: Routes): Problem[] {
  type Owner = { address: string; entry?: Entry }
  const owners = new Map<string | null, Owner>()
  const written = new Set(entries.map(({ page }) => page?.address))
  const laterPages = pages.filter(({ address }) => !written.has(address)).map(({ address }) => address)
  for (const address of [...laterPages, ...routes.addresses.slice(pages.length)])
    owners.set(pathKey(address), { address })

  const claim = (entry: Entry, address: string, spelling: string, path: Path): Problem[] => {
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
  const ofPages = (claims: (entry: Entry, page: Page) => Problem[]) =>
    entries.flatMap((entry) => (entry.page ? claims(entry, entry.page) : []))
  // All addresses first: an alias never takes the address of a page that is read later.
  return [
    ...ofPages((entry, { address }) => {
      const fault = reservedFor(address)
      if (fault) return [entry.source.problem(['address'], `${fault}: choose another address`)]
      return claim(entry, address, address, ['address'])
    }),
    ...ofPages((entry, { address, aliases }) =>
      aliases.flatMap((alias, index) => claim(entry, address, alias, ['aliases', index])),
    ),
    ...entries.flatMap((entry) =>
      (entry.redirects ?? []).flatMap(({ from, to }, index) => {
        const path = ['redirects', index]
        const first = entry.redirects?.findIndex((other) => pathKey(other.from) === pathKey(from)) ?? index
        if (first < index)
          return [entry.source.problem([...path, 'from'], `${from} is in this list already, as number ${first + 1}`)]
        const target = resolve(routes, to)
        if (target.kind === 'unknown')
          return [entry.source.problem([...path, 'to'], `${to} leads nowhere${didYouMean(to, routes.addresses)}`)]
        if (target.kind === 'redirect')
          return [entry.source.problem([...path, 'to'], `${to} leads to ${target.to}: write that`)]
        // What ends may lead elsewhere from then on.
        return ending.has(from) ? [] : claim(entry, to, from, [...path, 'from'])
      }),
    ),
  ]
}

/** Why no page of content can be at the address. */
export function reservedFor(address: string): string | undefined {
  const [first = '', second] = (pathKey(address) ?? '').slice(1).split('/')
  if (reservedParts.includes(first)) return `/${first} belongs to the program`
  const country = countries.find((one) => one.toLowerCase() === first)
  if (country && second === 'stories')
    return `/${country}/stories is where the stories are (content/stories/${country})`
  if (`/${first}` === galleryAddress.toLowerCase() && second === 'photo')
    return `${galleryAddress}/photo is where the photos are (content/gallery.yaml)`
  return undefined
}
