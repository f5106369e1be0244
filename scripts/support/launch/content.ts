/** Content that is not ready: samples, unset external pages, past dates. */
import { listSamples, unvaluedLevels } from '#lib/site/content/checks/samples.ts'
import type { Content, Entry } from '#lib/site/content/content.ts'
import { count, type Problem } from '#lib/site/content/problem.ts'
import { isSample, withoutSamples } from '#lib/site/content/state.ts'
import { comingDay, occurrenceAt } from '#lib/site/events/occurrence.ts'
import { type Finding, finding } from './settings.ts'

export function checkContentFiles(content: Content, now: Date): Finding[] {
  const found = [
    ...sampleFindings(content),
    ...logoFindings(content),
    ...valueFindings(content),
    ...upiFindings(content),
    ...lawFindings(content),
    ...dateFindings(content, now),
  ]
  return found.length > 0 ? found : [finding('fine', 'No sample and no past date is left in the content.')]
}

function sampleFindings({ entries, translations }: Content): Finding[] {
  const samples = listSamples([...entries, ...translations])
  const [first] = samples
  if (!first) return []
  const files = new Set(samples.map(({ file }) => file))
  const links = samples.filter(({ field, value }) => /^(?:external|social)\b/.test(field) && /^https?:/.test(value))
  const lead = links.length > 0 ? ` Of these, ${count(links.length, 'link')} to pages that are not yours.` : ''
  const sentence = `${count(samples.length, 'sample')} left in ${count(files.size, 'file')}: npm run content:check -- --samples lists each.${lead}`
  return [finding('blocks', sentence, `${first.file}:${first.line}`)]
}

function logoFindings({ logo }: Content): Finding[] {
  return /<title>\s*Sample/i.test(logo)
    ? [finding('blocks', 'The logo is the sample for new charities: replace it with your own.', 'content/logo.svg:1')]
    : []
}

/** With live keys the server does not start while there is one. */
const valueFindings = (content: Content): Finding[] =>
  unvaluedLevels(content).map(({ file, line, message }) => finding('blocks', `${message}.`, `${file}:${line}`))

function upiFindings({ transfers }: Content): Finding[] {
  const lacking = Object.values(transfers.accounts).filter(({ upi }) => {
    const { merchantCode, signedLink } = withoutSamples(upi) ?? { merchantCode: 'without UPI' }
    return !merchantCode && !signedLink
  })
  const sentence = 'The UPI ID has no merchantCode: several apps refuse its link. Ask the bank for that of a merchant.'
  return lacking.map(() => finding('warning', sentence, 'content/giving/transfers.yaml'))
}

/** Who may give in rupees, and legal terms that a lawyer has not confirmed. */
function lawFindings({ entries, currencies, donationForms, receipts, law }: Content): Finding[] {
  const found: Finding[] = []
  const rupees = currencies.find((currency) => currency.law === 'india')?.code ?? ''
  const form = donationForms.find(({ currency }) => currency === rupees)
  const entry = form && entries.find(({ page }) => page?.address === form.page.address)
  const at = entry ? place(entry, ['blocks', form.page.blocks.findIndex(({ kind }) => kind === 'donation-form')]) : null
  const fcra = receipts[rupees]?.registrations.find(({ kind }) => kind === 'fcra')
  const refused =
    'The form in rupees does not ask for citizenship, and there is no FCRA registration: it would accept foreign contributions. Set citizenship: true.'
  const allowed =
    'The form in rupees accepts gifts from everybody: foreign contributions may go into the FCRA account in New Delhi only.'
  if (form && !form.citizenship)
    found.push(!fcra || isSample(fcra) ? finding('blocks', refused, at) : finding('warning', allowed, at))
  const unconfirmed = law.terms.flatMap(({ id, periods }) =>
    periods.flatMap(({ from, confirmedBy }) => (from && !confirmedBy ? [`${id} from ${from}`] : [])),
  )
  if (unconfirmed.length > 0) {
    const sentence = `No lawyer has confirmed what the law calls ${unconfirmed.join(', ')}: visitors read general words.`
    found.push(finding('warning', sentence, 'content/giving/law.yaml'))
  }
  return found
}

/** Content that cannot be loaded. */
export function checkMistakes(problems: readonly Problem[]): Finding[] {
  return [...Map.groupBy(problems, ({ file }) => file)].map(([file, found]) =>
    finding(
      'blocks',
      `${count(found.length, 'mistake')}; npm run content:check shows each. The first: ${found[0]?.message}`,
      `${file}:${found[0]?.line}`,
    ),
  )
}

const place = ({ source }: Entry, field: readonly PropertyKey[]) => `${source.file}:${source.problem(field, '').line}`

function dateFindings({ entries, events }: Content, now: Date): Finding[] {
  const past = events
    .filter((event) => occurrenceAt(event, now).state === 'past')
    .map(({ id, title, date }) => {
      const entry = entries.find(({ source }) => source.file === `content/events/${id}.yaml`)
      const sentence = `${title} was on ${date}: the site shows it as over. Set its next date.`
      return finding('warning', sentence, entry ? place(entry, ['date']) : `content/events/${id}.yaml`)
    })
  const closed = entries.flatMap((entry) =>
    (entry.page?.blocks ?? []).flatMap((block, index) => {
      if (block.kind !== 'sponsorship-form') return []
      const event = events.find(({ id }) => id === block.calendarEvent)
      if (event && comingDay(event, now)) return []
      const sentence = `${block.calendarEvent} has no future date, so nobody can sponsor it.`
      return finding('warning', sentence, place(entry, ['blocks', index, 'calendarEvent']))
    }),
  )
  return [...past, ...closed]
}
