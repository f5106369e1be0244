/** Checks of whole pages, and of the site's own file. */
import { isOneOf } from '#lib/platform/narrow.ts'
import { addressed, type Content, type Entry } from '#lib/site/content/load.ts'
import { didYouMean, type Path, type Problem } from '#lib/site/content/problem.ts'
import { countries } from '#lib/site/content/schema.ts'

/** Titles and descriptions identify a search result, so no two pages or stories may share one. */
export function checkWording({ entries }: Content): Problem[] {
  return (['title', 'description'] as const).flatMap((field) => {
    const seen = new Map<string, Entry>()
    return entries.flatMap((entry) => {
      const value = addressed(entry)?.[field]
      if (value === undefined) return []
      const first = seen.get(value.toLowerCase())
      if (!first) seen.set(value.toLowerCase(), entry)
      return first ? [entry.source.problem([field], `is the same as in ${first.source.file}`)] : []
    })
  })
}

export function checkPages({ entries, stories, site }: Content): Problem[] {
  const codes = site.offices.map(({ code }) => code)
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
      if (block.kind === 'hero')
        for (const [place, code] of (block.help?.offices ?? []).entries())
          if (!codes.includes(code))
            problems.push(source.problem(at('help', 'offices', place), `there is no office ${code}`))
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

export function checkSite({ site, entries }: Content): Problem[] {
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
