/** No two pages, spellings or routes share an address. */
import { pathKey, type Routes } from '#lib/content/addresses.ts'
import type { Content, Entry } from '../load.ts'
import type { Path, Problem } from '../problem.ts'
import type { Page } from '../schema.ts'

/** One page per address, whatever the spelling. A page may list spellings of its own address. */
export function checkAddresses({ entries, pages }: Content, routes: Routes): Problem[] {
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
