/** An address that was public once works for ever: it is in letters, on posters and in search engines. */
import { buildRoutes, resolve } from '#lib/site/content/addresses.ts'
import { addressed, type Content } from '#lib/site/content/load.ts'
import { fill } from '#lib/site/content/placeholders.ts'
import { closest, type Problem } from '#lib/site/content/problem.ts'
import { namesInAddresses } from '#lib/site/content/schema.ts'

/** What the files of content/ said before. `addresses` may hold placeholders. */
export type Former = {
  addresses: readonly string[]
  /** Values that `names` of site.yaml had. */
  names: Readonly<Record<(typeof namesInAddresses)[number], readonly string[]>>
}

/** What content says now, to compare with after a change. */
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

/** Each address and each name in an address still leads somewhere. Says which line to add, and where. */
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
  const routes = buildRoutes(content)
  const words = new Map(Object.entries(content.site.names).map(([name, value]) => [name, String(value)]))
  const source = content.entries.find(({ redirects }) => redirects)?.source
  return addresses.flatMap((written) => {
    const address = String(fill(written, words).value)
    if (resolve(routes, address).kind !== 'unknown') return []
    const message = `${address} led to a page before, and leads nowhere now: add - { from: ${address}, to: ${nearest(address, routes.addresses)} }`
    return source
      ? [source.problem(['redirects'], message)]
      : [{ file: 'content/redirects.yaml', line: 1, column: 1, field: 'redirects', message, frame: '' }]
  })
}

/** An address that is spelt like it, or that of the page above it. */
function nearest(address: string, addresses: readonly string[]): string {
  const like = closest(address, addresses)
  if (like) return like
  for (let end = address.lastIndexOf('/'); end > 0; end = address.lastIndexOf('/', end - 1))
    if (addresses.includes(address.slice(0, end))) return address.slice(0, end)
  return '/'
}
