/** Checks of whole pages, of their blocks, and of the files that blocks name: events, campaigns, forms, films, photos, stories. */

import { formatMoney, inWholeUnits, type Money, parseMoney } from '#lib/platform/money.ts'
import type { Block, BlockOf } from '#lib/site/content/block-schema.ts'
import { filmsOfBlocks, playlistsOfBlocks } from '#lib/site/content/films.ts'
import { addressed, type Content, type Entry } from '#lib/site/content/load.ts'
import { partOf, storiesOn } from '#lib/site/content/pagination.ts'
import { didYouMean, type Path, type Problem, warning } from '#lib/site/content/problem.ts'
import { type Rule, weekdays } from '#lib/site/content/recurrence.ts'
import type { EnquiryFormContent, Page } from '#lib/site/content/schema.ts'
import { type Findings, type Place, type Portrait, problemAt } from './found.ts'

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

/** Problems of pages: their title, their country, and each block. `today`: YYYY-MM-DD, in UTC. */
export function checkPages(content: Content, today: string): Problem[] {
  const ofCountry = new Map<string, string>()
  const paymentForms = new Map<string, string>()
  return content.entries.flatMap(({ page, source }) => {
    if (!page) return []
    const problems: Problem[] = []
    const titles = page.blocks.flatMap(({ kind }, index) => (kind === 'hero' || kind === 'carousel' ? [index] : []))
    if (titles.length === 0 && !page.blocks.some(({ kind }) => kind === 'donation-form'))
      problems.push(source.problem(['blocks'], 'needs a hero or a carousel: its heading is the title of the page'))
    for (const index of titles.slice(1))
      problems.push(
        source.problem(['blocks', index, 'kind'], 'the page has its title already: one hero or carousel is enough'),
      )
    const first = page.country && ofCountry.get(page.country)
    if (first) problems.push(source.problem(['country'], `is the country of ${first} already`))
    else if (page.country) ofCountry.set(page.country, source.file)
    const seen: Seen = { ids: new Set(), forms: new Set(), paymentForms, onPage: 0 }
    const faults = page.blocks.flatMap((block, index) =>
      faultsOf(block, { page, file: source.file, seen, content, today }).map(({ path, message, isWarning }) => {
        const problem = source.problem(['blocks', index, ...path], message)
        return isWarning ? warning(problem) : problem
      }),
    )
    return [...problems, ...faults]
  })
}

type Fault = { path: Path; message: string; isWarning?: boolean }
/** `paymentForms`: those of all pages, each with its file. `onPage`: how many of them the page has. */
type Seen = { ids: Set<string>; forms: Set<string>; paymentForms: Map<string, string>; onPage: number }
type Context = { page: Page; file: string; seen: Seen; content: Content; today: string }

function faultsOf(block: Block, context: Context): Fault[] {
  const { seen, content, today } = context
  const faults: Fault[] = []
  const add = (path: Path, message: string | undefined) => {
    if (message !== undefined) faults.push({ path, message })
  }
  if ('id' in block && block.id) {
    if (seen.ids.has(block.id)) add(['id'], `another block of this page has the id "${block.id}"`)
    seen.ids.add(block.id)
  }
  if ('share' in block && block.share === true && !block.id)
    add(['share'], 'needs an `id` for this block: a shared link has to work after blocks have moved')
  if ('campaign' in block) {
    const slugs = content.campaigns.map(({ slug }) => slug)
    const named = content.campaigns.find(({ slug }) => slug === block.campaign)
    if (!named) add(['campaign'], noCampaign(block.campaign, slugs))
    else if (named.ends !== undefined && named.ends < today)
      faults.push({
        path: ['campaign'],
        message: `the campaign ${named.slug} ended on ${named.ends}: take the block away`,
        isWarning: true,
      })
  }
  const events = content.events.map(({ id }) => id)
  const [field, named] = namedEvents(block)
  for (const id of named)
    if (!events.includes(id)) add([field], `content/events/${id}.yaml does not exist${didYouMean(id, events)}`)

  switch (block.kind) {
    case 'stories':
      for (const [index, slug] of (block.only ?? []).entries())
        if (!content.stories.some((story) => story.country === block.country && story.slug === slug))
          add(['only', index], `content/stories/${block.country}/${slug}.md does not exist`)
      break
    case 'form': {
      if (seen.forms.has(block.form)) add(['form'], `the page has the form ${block.form} already`)
      else {
        const form = content.forms.find(({ id }) => id === block.form)
        if (!form) add(['form'], `content/forms/${block.form}.yaml does not exist`)
        else if (block.about !== undefined) add(['about'], subjectFault(form, block.about))
      }
      // A dialog is identified by the form's address.
      seen.forms.add(block.form)
      break
    }
    case 'gallery':
      if (!/^\/[^/]+$/.test(partOf(context.page.address).first))
        add(['kind'], 'needs a page at an address of one part, such as /Gallery')
      if (content.photos.length === 0) add(['kind'], 'there is no photo to show: content/gallery.yaml does not exist')
      break
    case 'documents':
      faults.push(...repeated(block.documents, 'href', ['documents']))
      break
    case 'amounts':
      for (const [index, preset] of block.presets.entries())
        if (block.presets.indexOf(preset) < index) add(['presets', index], `${preset} is in this list already`)
      break
    case 'tiers':
      faults.push(...tierFaults(block))
      break
    case 'donation-form':
      faults.push(...formFaults(block), ...paymentFormFaults(block.currency, 'currency', context))
      break
    case 'sponsorship-form':
      faults.push(...paymentFormFaults(block.event, 'event', context))
      break
  }
  return faults
}

/** Each payment form is on exactly one page, and each page has at most one, because the page's address determines the thank-you page. */
function paymentFormFaults(id: string, field: string, { seen, file }: Context): Fault[] {
  const first = seen.paymentForms.get(id)
  if (!first) seen.paymentForms.set(id, file)
  seen.onPage += 1
  if (first) return [{ path: [field], message: `${first} has the form for ${id} already` }]
  return seen.onPage > 1 ? [{ path: ['kind'], message: 'the page has a payment form already' }] : []
}

/** Entries that repeat an earlier one. */
function repeated(list: readonly Readonly<Record<string, unknown>>[], field: string, path: Path): Fault[] {
  return list.flatMap((item, index) => {
    const first = list.findIndex((other) => other[field] === item[field])
    const message = `${String(item[field])} is in this list already, as number ${first + 1}`
    return first < index ? [{ path: [...path, index, field], message }] : []
  })
}

/** Checks that the minimum is below the maximum, and that presets are unique and within both. */
function formFaults({ minimum, maximum, presets }: BlockOf<'donation-form'>): Fault[] {
  if (minimum.amount >= maximum.amount)
    return [{ path: ['minimum'], message: `must be below the maximum, ${formatMoney(maximum)}` }]
  return presets.flatMap(({ amount, writtenFor }, index): Fault[] => {
    const path = ['presets', index, 'amount']
    if (writtenFor && writtenFor.amount !== amount.amount)
      return [
        {
          path,
          message: `what it pays for was written for ${formatMoney(writtenFor)}: read it again, and change writtenFor`,
          isWarning: true,
        },
      ]
    if (amount.amount < minimum.amount) return [{ path, message: `is below the minimum, ${formatMoney(minimum)}` }]
    if (amount.amount > maximum.amount) return [{ path, message: `is above the maximum, ${formatMoney(maximum)}` }]
    const first = presets.findIndex((other) => other.amount.amount === amount.amount)
    return first < index ? [{ path, message: `is the amount of preset ${first + 1} already` }] : []
  })
}

/** Checks that the link and the button of a tier preset the amount shown above them. */
function tierFaults({ tiers }: BlockOf<'tiers'>): Fault[] {
  return tiers.flatMap(({ amount, action }, index): Fault[] => {
    const shown = moneyIn(amount)
    if (!shown || !action) return []
    const path = ['tiers', index, 'action']
    const linked = new URLSearchParams(/\?([^#]*)/.exec(action.href)?.[1]).get('amount')
    const said = moneyIn(action.label)
    return [
      ...(linked !== null && linked !== String(inWholeUnits(shown))
        ? [{ path: [...path, 'href'], message: `leads to an amount of ${linked}, but the tier says ${amount}` }]
        : []),
      ...(said && (said.amount !== shown.amount || said.currency !== shown.currency)
        ? [{ path: [...path, 'label'], message: `says ${formatMoney(said)}, but the tier says ${amount}` }]
        : []),
    ]
  })
}

/** The amount in a text, such as "$25 a month"; null if there is none, or more than one. */
function moneyIn(text: string): Money | null {
  const written = text.match(/\p{Sc}\s?\d[\d,]*/gu) ?? []
  return written.length === 1 ? parseMoney(written[0].replace(/,$/, '')) : null
}

/** Problems of single files: menus, the gallery, campaigns, films that no page shows, and the words of recurring events. */
export function checkFilesOfLists(content: Content): Problem[] {
  const { entries, navigation, photos, campaigns, events } = content
  const blocks = content.pages.flatMap((page) => page.blocks)
  const shown = [...filmsOfBlocks(blocks, content), ...playlistsOfBlocks(blocks, content.playlists)]
  return entries.flatMap(({ data, source, film, playlist, campaign }): Problem[] => {
    const told = (faults: Fault[]) => faults.map(({ path, message }) => source.problem(path, message))
    if (data === navigation) {
      const { groups, footer, lost } = navigation
      return told([
        ...repeated(groups, 'label', ['groups']),
        ...repeated(footer, 'label', ['footer']),
        ...groups.flatMap(({ entries }, index) => repeated(entries, 'href', ['groups', index, 'entries'])),
        ...footer.flatMap(({ entries }, index) => repeated(entries, 'href', ['footer', index, 'entries'])),
        ...repeated(lost, 'href', ['lost']),
      ])
    }
    if (source.file === 'content/gallery.yaml')
      return photos.flatMap(({ id }, index) =>
        photos.findIndex((other) => other.id === id) < index
          ? [source.problem(['photos', index, 'id'], `there is another photo ${id}`)]
          : [],
      )
    if (campaign) {
      const { slug, starts, ends, partner } = campaign
      const first = campaigns.find((other) => partner !== undefined && other.partner === partner)
      return [
        ...(ends !== undefined && ends < starts
          ? [source.problem(['ends'], `is before the campaign starts, on ${starts}`)]
          : []),
        ...(first && first.slug !== slug
          ? [source.problem(['partner'], `is the number of content/campaigns/${first.slug}.yaml already`)]
          : []),
      ]
    }
    const item = film ?? playlist
    if (item && !shown.includes(item))
      return [warning(source.problem(['title'], `no page shows this ${film ? 'film' : 'playlist'}`))]
    const event = events.find(({ id }) => source.file === `content/events/${id}.yaml`)
    const fault = event?.repeats && ruleFault(event.repeats, event.date)
    return fault ? [source.problem(['repeats', 'words'], fault)] : []
  })
}

/** Numbers of weeks and of months, as words say them. */
const ordinals: readonly (readonly string[])[] = [
  ['first', '1st'],
  ['second', '2nd', 'other'],
  ['third', '3rd'],
  ['fourth', '4th'],
  ['fifth', '5th'],
  ['sixth', '6th'],
]
const numberOf = (word: string) => ordinals.findIndex((words) => words.includes(word.toLowerCase())) + 1
const weekday = weekdays.join('|')

/** The words of a rule may omit something but not contradict it: "every third Monday of October". */
function ruleFault(
  { words, week, weekday: day, everyMonths }: Rule & { words: string },
  date: string,
): string | undefined {
  const rule = `the rule is week ${week}, ${day}, every ${everyMonths === 1 ? 'month' : `${everyMonths} months`} from ${date}`
  const says = (said: string) => `"${said}" contradicts the other fields: ${rule}`
  for (const [said, ordinal, name] of words.matchAll(new RegExp(`(?:(\\w+)\\s+)?\\b(${weekday})s?\\b`, 'gi')))
    if (
      name?.toLowerCase() !== day.toLowerCase() ||
      (ordinal && /^last$/i.test(ordinal)) ||
      (ordinal && numberOf(ordinal) > 0 && numberOf(ordinal) !== week)
    )
      return says(said)
  const start = Number(date.slice(5, 7)) - 1
  const inMonth = (index: number) => 12 % everyMonths > 0 || (index - start + 12) % everyMonths === 0
  for (const [index, name] of monthNames.entries())
    if (new RegExp(`\\b${name}\\b`).test(words) && !inMonth(index)) return says(name)
  const [interval, which] = /\bevery\s+(?:(\w+)\s+)?month\b/i.exec(words) ?? []
  const months = interval && (which === undefined ? 1 : numberOf(which))
  return months && months !== everyMonths ? says(interval) : undefined
}

const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month)),
)

/** The events of content/events that a block names, and the field that names them. */
export function namedEvents(block: Block): [field: string, ids: readonly string[]] {
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

export function subjectFault({ id, subjects }: EnquiryFormContent, about: string): string | undefined {
  const known = subjects.map((subject) => subject.id)
  return known.includes(about) ? undefined : `the form ${id} has no subject "${about}"${didYouMean(about, known)}`
}

export const noCampaign = (slug: string, known: readonly string[]) =>
  `content/campaigns/${slug}.yaml does not exist${didYouMean(slug, known)}`

/** Checks that a story has a text, and that the order of stories names stories, each once. */
export function checkStories({ entries, stories }: Content): Problem[] {
  const addresses = stories.map(({ address }) => address)
  return entries.flatMap((entry) => {
    const { story, storyOrder, post, source } = entry
    const problems: Problem[] = []
    if ((story ?? post)?.body === '')
      problems.push(source.problem(['body'], 'has no text: write it below the second ---'))
    for (const [index, address] of storyOrder?.entries() ?? [])
      if (!addresses.includes(address) || storyOrder?.indexOf(address) !== index)
        problems.push({
          ...source.problem(['stories', index], `${address} is no story, or stands here twice: take it out`),
          warning: true,
        })
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

/** All portraits on a page must be different people, including those of the stories and the films it shows. */
export function checkPortraits({ portraits }: Findings, content: Content): Problem[] {
  const inStories = new Map(
    portraits.flatMap((place) => (place.entry.story ? [[place.entry.story, place] as const] : [])),
  )
  const ofStories = ({ address, blocks }: Page): Place<Portrait>[] =>
    blocks
      .flatMap((block) => (block.kind === 'stories' ? storiesOn(block, content.stories, partOf(address).page) : []))
      .flatMap((story) => inStories.get(story) ?? [])
  const ofFilms = (page: Page): Place<Portrait>[] => {
    const films = filmsOfBlocks(page.blocks, content)
    return portraits.filter(({ entry }) => entry.film && films.includes(entry.film))
  }
  // Each page of a long list is checked separately: there are fewer portraits than there may be stories.
  return content.pages.flatMap((page) => {
    // The social card is drawn separately, so it may repeat a person of the page.
    const own = portraits.filter(({ entry, path }) => entry.page === page && path[0] === 'blocks')
    const seen = new Map<string, Place<Portrait>>()
    return [...own, ...ofStories(page), ...ofFilms(page)].flatMap((place) => {
      const { who, look } = place.value
      const first = seen.get(`${who} ${look}`)
      if (!first) seen.set(`${who} ${look}`, place)
      if (!first || first === place) return []
      const { file, line } = problemAt(first, '')
      return [
        problemAt(
          { ...place, path: [...place.path, 'look'] },
          `${page.address} shows this ${who} twice (also ${file}:${line}): choose another look`,
        ),
      ]
    })
  })
}
