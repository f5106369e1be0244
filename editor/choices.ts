/** The choices of fields that name an entry of a list in another file. Pure. */
import { addressed, type Content } from '#lib/site/content/load.ts'
import type { Country } from '#lib/site/content/schema.ts'
import { nameOf } from './labels.ts'
import type { Choices } from './settings.ts'

/** Intl lists some zones under obsolete names. */
const namesToday: Record<string, string> = { 'Asia/Calcutta': 'Asia/Kolkata', 'Asia/Katmandu': 'Asia/Kathmandu' }

const zones = Intl.supportedValuesOf('timeZone')
  .map((zone) => namesToday[zone] ?? zone)
  .filter((zone) => zone.includes('/'))
  .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ').replaceAll('/', ', ') }))

/** `files`: addresses of those that pages may link to. Empty for content with problems: fields then keep what they hold. */
export function choicesOf(
  loaded: { ok: true; content: Content } | { ok: false; countries: readonly Country[] },
  files: readonly string[] = [],
): Choices {
  const { countries } = loaded.ok ? loaded.content : loaded
  const inCountries = {
    countries: countries.map(({ name, cloth }) => ({ value: name, label: nameOf(name), cloth })),
    camps: countries.flatMap(({ name, camps }) => (camps ? [{ value: camps, label: nameOf(name) }] : [])),
  }
  if (!loaded.ok)
    return { ...inCountries, currencies: [], figures: [], purposes: [], campaigns: [], stories: [], zones, links: [] }
  const { campaigns, currencies, entries, figures, reasons, stories } = loaded.content
  const pages = entries.flatMap((entry) => addressed(entry) ?? [])
  return {
    ...inCountries,
    currencies: currencies.map(({ code, words }) => ({ value: code, label: `${code}, ${words}` })),
    zones,
    links: [
      { value: '/give', label: 'Donate' },
      ...pages.map(({ address, title }) => ({ value: address, label: title })),
      ...files.map((file) => ({ value: file, label: 'File' })),
    ],
    figures: [
      ...figures.live.map(({ id, label }) => ({ value: id, label: `${nameOf(id)}: ${label}, counted live` })),
      ...figures.fixed.map(({ id, label, value }) => ({ value: id, label: `${nameOf(id)}: ${value} ${label}` })),
    ],
    campaigns: campaigns.map(({ slug, title }) => ({ value: slug, label: title })),
    purposes: reasons.map(({ code, label }) => ({ value: code, label })),
    stories: stories.map(({ country, slug, title }) => ({ value: slug, label: title, country })),
  }
}
