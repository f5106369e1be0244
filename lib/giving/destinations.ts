/**
 * Where a Donate button leads (GET /give): one table, from the specification's section "Donate button destinations".
 * Pure. Answers only addresses of this site, so that no request can make it send a visitor elsewhere.
 */

type Press = {
  /** The page that the button stands on: its canonical address, with or without the slash. */
  page?: string | null | undefined
  /** Which of the page's buttons it is; the first one needs no name. */
  section?: string | null | undefined
  /** ISO 3166 code of the visitor's country; null when nobody knows. */
  country: string | null
  /** The founder's slug from content: the tribute stands at /{founderSlug}. */
  founderSlug?: string
}

type Rule = {
  page: string
  /** Sections that the rule is for; none: every section that no earlier rule of the page names. */
  sections?: readonly string[]
  /** Visitors in India. */
  india: string
  /** Visitors of any other known country: a fragment of the same page, or an address. */
  elsewhere: string
  /** Visitors whose country nobody knows. */
  unknown?: string
}

const indiaForm = '/DonateIndia'
const usaForm = '/Donate'

/** Stands for the founder's page, whose address content sets. */
const tribute = '/{founderSlug}'

/** Names by which content may call a page's first button. */
const first = ['', 'first', 'top', 'hero'] as const

const rules: readonly Rule[] = [
  {
    page: '/CraniofacialSurgeries',
    sections: first,
    india: `${indiaForm}?reason=2`,
    elsewhere: '#campaign-8483',
  },
  {
    page: '/CraniofacialSurgeries',
    india: `${indiaForm}?reason=2`,
    elsewhere: `${indiaForm}?reason=2`,
    unknown: `${indiaForm}?reason=2`,
  },
  {
    page: '/AntiHumanTrafficking',
    sections: ['butterfly'],
    india: `${indiaForm}?reason=6`,
    elsewhere: '#campaign-8483',
  },
  { page: '/AntiHumanTrafficking', india: `${indiaForm}?reason=7`, elsewhere: '#campaign-8483' },
  { page: tribute, sections: ['give'], india: `${indiaForm}?reason=5`, elsewhere: '#campaign-8479' },
  { page: tribute, india: `${indiaForm}?reason=5`, elsewhere: '#campaign-8483' },
  { page: '/OurValues', india: indiaForm, elsewhere: '#campaign-8483' },
  { page: '/OurStrategy', india: indiaForm, elsewhere: '#campaign-8483' },
  { page: '/InnovativeSolutions', india: indiaForm, elsewhere: '#campaign-8483' },
]

/** The header's button, the monthly circle's, and every other. */
const anywhere: Omit<Rule, 'page'> = { india: indiaForm, elsewhere: usaForm }

/** A path of this site, with its query and fragment: /DonateIndia?reason=2 or /OurValues#campaign-8483. */
export function whereDonateLeads({ page, section, country, founderSlug }: Press): string {
  const from = (page ?? '').replace(/^\/|\/$/g, '').toLowerCase()
  const pressed = (section ?? '').trim().toLowerCase()
  const addressOf = (rule: Rule) => (rule.page === tribute ? `/${founderSlug ?? ''}` : rule.page)
  const rule = rules.find(
    (each) => from !== '' && addressOf(each).toLowerCase() === `/${from}` && (each.sections?.includes(pressed) ?? true),
  )
  const { india, elsewhere, unknown = usaForm } = rule ?? anywhere
  const place = country === null ? unknown : country === 'IN' ? india : elsewhere
  return rule && place.startsWith('#') ? `${addressOf(rule)}${place}` : place
}
