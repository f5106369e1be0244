/**
 * The content that visitors may see now, read from the files in content/. Pages and lib/ use this module and never open a content file.
 * The first call reads all files; an invalid file throws a ContentError that lists every problem. In development drafts are shown too.
 */
import path from 'node:path'
import { now } from '#lib/platform/clock.ts'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { env, isDevelopment } from '#lib/platform/env.ts'
import { currentLanguage, localizedHref } from '#lib/platform/languages/current.ts'
import { type Language, languageCodes } from '#lib/platform/languages/index.ts'
import type { Currency } from '#lib/platform/money.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { processState } from '#lib/platform/process-state.ts'
import { localDay } from '#lib/platform/zone.ts'
import { currencyTerms, setCurrencies } from '#lib/site/content/currencies.ts'
import type { BlockKind } from './block-schema.ts'
import { siteFiles } from './checks/files.ts'
import { checkContent } from './checks/index.ts'
import { identitySamples, listSamples, type Sample, strictProblems, unvaluedLevels } from './checks/samples.ts'
import { type Claim, claimsOf, hasExpired, lawZone } from './claims.ts'
import { type Content, contentIn, featuresOf } from './content.ts'
import type { PatternName } from './fields.ts'
import { filmsOfBlocks, namedIn } from './film-schema.ts'
import { ticketForms } from './giving-pages.ts'
import type { CurrencyEntry, Receipts, ReceiptTerms } from './giving-schema.ts'
import { loadContent, stampOf } from './load.ts'
import { parse, parseChanged } from './parse.ts'
import { lawWords, stateWords, withLaw } from './placeholders.ts'
import { ContentError } from './problem.ts'
import { publicationChanges, publishableContent, publishedContent } from './publication.ts'
import type { Page, Story } from './schema.ts'
import { withoutExpired, withoutSamples } from './state.ts'

export const site = () => content().site
export const navigation = () => content().navigation
export const siteFeatures = () => featuresOf(content())
setCurrencies(() => content().currencies)

export const campDefaults = () => content().campDefaults
export const milestones = () => content().figures.milestones

/** The loader refuses content that names something which does not exist. @throws for such a name from elsewhere. */
function orThrow<Found>(what: string, found: Found | undefined): Found {
  if (found === undefined) throw new Error(`There is no ${what}`)
  return found
}

const withId = <Found extends { id: string }>(what: string, list: readonly Found[], id: string): Found =>
  orThrow(
    `${what} ${id}`,
    list.find((one) => one.id === id),
  )

/** The live and the fixed figures of content/figures.yaml. */
export const allFigures = () => [...content().figures.live, ...content().figures.fixed]

export const figure = (id: string) => withId('figure', allFigures(), id)

/** The answers that the search shows above its results, and the words that people type. */
export const answers = () => content().answers

export const reasons = () => content().reasons
/** What the Donate buttons of some pages select. */
export const donateButtons = () => content().buttons
/** The text that donors may share. */
export const giftShare = () => content().giftShare
/** With the words of the law as of today, or of the day of a gift. */
export const receipts = (at: Date = now()): Receipts =>
  withLaw(
    Object.fromEntries(
      Object.entries(allContent().receipts).map(([currency, terms]) => [
        currency,
        withoutExpired(terms, localDay(terms.zone, at)),
      ]),
    ),
    lawOn(at),
  )
/** Whether the organisation had a registration of this kind for a currency, and has none any more. */
export function hasExpiredToday(kind: 'approval' | 'fcra', currency: Currency): boolean {
  const terms = allContent().receipts[currency]
  return terms !== undefined && hasExpired(kind, terms.registrations, localDay(terms.zone, now()))
}
/** What is stated about the law and the registrations, those that end first, first; and today in the organisation's zone. */
export const claims = () => ({
  all: withLaw(allHeld().claims, lawOn(now())),
  today: localDay(site().zone, now()),
})
/** "rupees", in the language of the page. */
export const currencyWords = (currency: Currency): Pick<CurrencyEntry, 'words' | 'smallest' | 'whole'> =>
  content().currencies.find(({ code }) => code === currency) ?? { words: currency }

/** What receipts say in a currency on a day; today by default. */
export function receiptTerms(currency: Currency, at: Date = now()): ReceiptTerms {
  const terms = orThrow(`receipt in ${currency}`, receipts(at)[currency])
  const texts = disclosuresOn(currency, at).filter(({ receipt, isSample }) => receipt && !isSample)
  return texts.length > 0 ? { ...terms, disclosures: { texts } } : terms
}
/** The zone of the legal entity that receives gifts in a currency. */
export const entityZone = (currency: Currency): string => (allContent().receipts[currency] ?? allContent().site).zone
/** Year-month-day at the legal entity that receives gifts in a currency. */
export const entityDay = (currency: Currency, at: Date = now()): string => localDay(entityZone(currency), at)
/** The words of the law at that time: `section`, `certificate` … */
export const lawOn = (at: Date): Map<string, string> => lawWordsIn(allContent(), at)
const lawWordsIn = (all: Content, at: Date) => lawWords(inDemos(all.law), localDay(lawZone(all), at))

const disclosuresOn = (currency: Currency, at: Date) =>
  currencyTerms(currency).law === 'usa' ? stateWords(inDemos(allContent().law), entityDay(currency, at)) : []
/** What donors in this currency read at the form. Only demos show words that no lawyer has confirmed. */
export const stateDisclosures = (currency: Currency) => disclosuresOn(currency, now())
/** Limits on gifts in cash; undefined if the law of the currency has none. */
export const cashLimits = (currency: Currency) => allContent().law.cash?.[currency]

/** The account for gifts by transfer; undefined if there is none. Only demos show a sample, marked as such. */
export function transferAccount(currency: Currency) {
  const { accounts } = content().transfers
  return withoutExpired(inDemos(accounts), entityDay(currency))[currency]
}
/** The accounts in a currency whose statements the office reads, also samples. */
export function bankAccounts(currency: Currency) {
  const { accounts, otherAccounts } = content().transfers
  const account = accounts[currency]
  const details = account?.details.map(({ value }) => value) ?? []
  const main = account && {
    id: currency,
    about: [account.holder, details[0]].join(', '),
    numbers: details.filter((value) => /\d{4}/.test(value)),
  }
  const others = otherAccounts.filter((other) => other.currency === currency)
  return [...(main ? [main] : []), ...others.map(({ id, about, number }) => ({ id, about, numbers: [number] }))]
}
export const statementLayouts = () => content().transfers.statements

/** Accounts of the bookkeeping; undefined where content names none. */
export const journalAccounts = (currency: Currency) => content().journalAccounts[currency]

export const campaigns = () => content().campaigns
/** Undefined for an unknown slug, such as one from a query string. */
export const campaign = (slug: unknown) => campaigns().find((campaign) => campaign.slug === slug)
/** Includes campaigns that visitors no longer see, for gifts made to them. */
export const recordedCampaign = (slug: unknown) => allContent().campaigns.find((campaign) => campaign.slug === slug)

/** Once an FCRA registration has lapsed, the form asks for citizenship again. */
export function donationForm(currency: Currency) {
  const form = orThrow(
    `donation form in ${currency}`,
    content().donationForms.find((form) => form.currency === currency),
  )
  return form.citizenship || !hasExpiredToday('fcra', currency) ? form : { ...form, citizenship: true }
}

/** Whether a bank's mandate stands behind monthly gifts in a currency, whose terms only the bank changes: RBI E-mandate Framework, 21 April 2026. */
export const hasMandates = (currency: Currency) => currencyTerms(currency).law === 'india'
/** Above this amount the bank asks before each payment of a monthly gift; null for none. */
export const bankAsksAbove = (currency: Currency) => donationForm(currency).mandateAbove ?? null

/** The events that accept sponsors, as in API requests. */
export const sponsorshipEvents = () => content().sponsorshipForms.map(({ event }) => event)
export const isSponsorshipEvent = (event: unknown): event is string => isOneOf(sponsorshipEvents(), event)

export const sponsorshipForm = (event: string) =>
  orThrow(
    `sponsorship form of ${event}`,
    content().sponsorshipForms.find((form) => form.event === event),
  )

export const isTicketForm = (id: unknown): id is string => ticketForms(pages()).some((form) => form.id === id)
/** By the id that its payments are recorded with: tickets-race. */
export const ticketForm = (id: string) => withId('ticket form', ticketForms(pages()), id)

/** Where tickets of an event are sold; undefined for others. */
export const ticketPage = (event: string) => ticketForms(pages()).find((form) => form.event === event)?.page.address

export const countries = () => content().countries
/** For what belongs to no country: the cloth of the first one, or of another `place` in the list, which begins again after its end. */
export const usualCloth = (place = 0): PatternName => countries()[place % countries().length]?.cloth ?? 'plain'
/** Undefined for any other text, such as one from an address. */
export const countryNamed = (name: string | undefined) => countries().find((country) => country.name === name)
export const countryOf = ({ country }: Story) => orThrow(`country ${country}`, countryNamed(country))

export const pages = () => content().pages
/** The first page with such a block. */
export const pageWith = (kind: BlockKind): Page | undefined =>
  pages().find(({ blocks }) => blocks.some((block) => block.kind === kind))
/** Entries that have an address now or will have one later, for the routes that a build prepares. */
export const publishable = (): Pick<Content, 'pages' | 'stories' | 'posts' | 'photos'> =>
  isDevelopment ? content() : publishableContent(allContent(), now())
/** `address`: in the language of the page or request, or in the main one. */
export function page(address: string) {
  const own = localizedHref(address)
  return pages().find((page) => page.address === own)
}

/** In the editors' order; of one country, or all. */
export function stories(country?: string) {
  const all = content().stories
  return country ? all.filter((story) => story.country === country) : all
}

export const story = (country: string, slug: string) =>
  content().stories.find((story) => story.country === country && story.slug === slug)

/** The enquiry forms, without the newsletter's. */
export const enquiryForms = () => content().forms
export const enquiryForm = (id: string) => enquiryForms().find((form) => form.id === id)

/** `id`: the file name in content/events. */
export const charityEvents = () => content().events
export const charityEvent = (id: string) => charityEvents().find((event) => event.id === id)

/** Medical camps with published dates, past ones too. */
export const camps = () => content().camps

export const film = (id: string) => withId('film', content().films, id)

export const playlist = (id: string) => withId('playlist', content().playlists, id)

/** In the order in which the page shows them. */
export const filmsOf = (page: Page) => filmsOfBlocks(page.blocks, content())
export const playlistsOf = ({ blocks }: Page) =>
  blocks.flatMap((block) => content().playlists.find(({ id }) => id === namedIn(block).playlist) ?? [])

/** The blog's posts, newest first. */
export const posts = () => content().posts
/** The gallery's photos, in the editors' order. */
export const photos = () => content().photos
/** Addresses that pages, stories and posts no longer have. */
export const redirects = () => content().redirects

/** `code`: ISO 3166, as in content/site.yaml. */
const office = (code: string) => site().offices.find((office) => office.code === code)
/** Answers questions about gifts in a currency; the first office when it is unknown. */
export const giftOffice = (currency: Currency | null) =>
  (currency ? office(receiptTerms(currency).office) : undefined) ?? site().offices[0]

// The build would trace the whole project.
const root = path.join(/* turbopackIgnore: true */ charityFolder, 'content')
let lookedAt = 0
const parseFile = isDevelopment ? parseChanged() : parse

type InLanguages = ReadonlyMap<Language, Content>

type Held = {
  content: InLanguages
  claims: readonly Claim[]
  stamp: string
  changes: readonly number[]
  /** What visitors see in a time, in milliseconds. */
  shown: Map<Language, { content: Content; from: number; until: number }>
}
/** All bundles share this, so that thousands of stories are in memory only once. */
const heldByProcess = processState<Held | undefined>('content', () => undefined)

/** Moments in milliseconds, in order, at which dates in the content change what visitors see. Every page is rendered again after each. */
export const publicationMoments = (): readonly number[] => allHeld().changes

/** What visitors read in the language of the page or request, now. */
const content = (): Content => view(allHeld(), { language: currentLanguage(), at: now() })

/** Published entries only, and in development drafts too; the same object until a date changes them. */
function view({ content, shown, changes }: Held, { language, at }: { language: Language; at: Date }): Content {
  const time = at.getTime()
  const before = shown.get(language)
  if (before && before.from <= time && time < before.until) return before.content
  const all = inLanguage(content, language)
  const viewed = withLaw(isDevelopment ? all : publishedContent(all, at), lawWordsIn(all, at))
  const from = changes.findLast((moment) => moment <= time) ?? -Infinity
  shown.set(language, { content: viewed, from, until: changes.find((moment) => moment > time) ?? Infinity })
  return viewed
}

/** Includes unpublished entries, in the language of the page or request. */
const allContent = (): Content => inLanguage(allHeld().content, currentLanguage())

const inLanguage = (content: InLanguages, language: Language): Content =>
  orThrow(`content in ${language}`, content.get(language))

/** Read once per process; in development again when a file has changed, checked at most twenty times a second. */
function allHeld(): Held {
  const held = heldByProcess.get()
  if (held && (!isDevelopment || Date.now() - lookedAt < 50)) return held
  const stamp = isDevelopment ? stampOf(root) : ''
  lookedAt = Date.now()
  if (held?.stamp === stamp) return held
  const { content, original } = readAll()
  const changes = publicationChanges(original, now())
  const read: Held = { content, claims: claimsOf(original.entries), stamp, changes, shown: new Map() }
  heldByProcess.set(read)
  return read
}

/** A build also runs the checks between files; a running site skips them, so that editors can work with incomplete content, and does not keep what only they need. */
function readAll(): { original: Content; content: InLanguages } {
  const loaded = loadContent(root, { parse: parseFile })
  if (!loaded.ok) throw new ContentError(loaded.problems)
  const { isBuild, contentStrict } = env()
  if (isBuild) {
    const problems = checkContent(loaded.content, siteFiles(charityFolder), new Date()).problems
    if (contentStrict) problems.push(...strictProblems([...loaded.content.entries, ...loaded.content.translations]))
    if (problems.length > 0) throw new ContentError(problems)
  }
  const original = loaded.content
  const realIn = (language: Language) => {
    const { transfers, law, camps, ...all } = { ...contentIn(original, language), entries: [], translations: [] }
    // Accounts and law are hidden where they are read: transferAccount, lawOn, disclosuresOn. The office reads statements of sample accounts too.
    return { ...withoutSamples(all), transfers, law, camps: inDemos(camps) }
  }
  return { original, content: new Map(languageCodes.map((language) => [language, realIn(language)])) }
}

/** Whether every page leads to the list of samples: in demos and for editors. */
export const hasSampleNotice = (): boolean => env().sampleNotice

/** For content of which demos show the samples too, each with its label. */
const inDemos = <Value>(value: Value): Value => (hasSampleNotice() ? value : withoutSamples(value))

/** Reads all files again, because only demos and the start of the server need their marks. */
function readMarked(): Content {
  const loaded = loadContent(root)
  if (!loaded.ok) throw new ContentError(loaded.problems)
  return loaded.content
}

const samplesOf = ({ entries, translations }: Content) => listSamples([...entries, ...translations])

/** All marks. */
export const readSamples = (): Sample[] => samplesOf(readMarked())

/** Why no card may be charged yet: the file, line and field of each value that is missing or a sample. */
export function obstaclesToCharging(): string[] {
  const marked = readMarked()
  return [
    ...identitySamples(samplesOf(marked)).map(({ file, line, field, value }) => `${file}:${line} ${field} ${value}`),
    ...unvaluedLevels(marked).map(({ file, line, field, message }) => `${file}:${line} ${field}: ${message}`),
  ]
}
