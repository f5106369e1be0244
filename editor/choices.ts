/** What fields that name an entry of a list in another file can be set to. Pure. */
import type { loadContent } from '#lib/site/content/load.ts'
import { nameOf } from './labels.ts'
import type { Choices } from './settings.ts'

/** Empty for content with problems: fields then keep what they hold. */
export function choicesOf(loaded: ReturnType<typeof loadContent>): Choices {
  if (!loaded.ok) return { figures: [], purposes: [], stories: [] }
  const { figures, reasons, stories } = loaded.content
  return {
    figures: [
      ...figures.live.map(({ id, label }) => ({ value: id, label: `${nameOf(id)}: ${label}, counted live` })),
      ...figures.fixed.map(({ id, label, value }) => ({ value: id, label: `${nameOf(id)}: ${value} ${label}` })),
    ],
    purposes: reasons.map(({ code, label }) => ({ value: code, label })),
    stories: stories.map(({ country, slug, title }) => ({ value: slug, label: title, country })),
  }
}
