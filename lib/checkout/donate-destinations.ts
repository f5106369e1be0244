/**
 * Where a Donate button leads (GET /give): one table, from the specification's sections "Donate button destinations" and
 * "Monthly giving page". Pure. Answers only addresses of this site and the one monthly page that content names, so that no
 * request can make it send a visitor elsewhere.
 */

type DonateClick = {
  /** The page that the button stands on: its canonical address, with or without the slash. */
  page?: string | null | undefined
  /** Which of the page's buttons it is; the first one needs no name. */
  section?: string | null | undefined
  /** ISO 3166 code of the visitor's country; null when nobody knows. */
  country: string | null
  /** Where content puts the form in rupees, and the one in dollars with its place on that page: `#card-form`, or nothing. */
  indiaForm: string
  usaForm: string
  usaFragment?: string | undefined
  /** The founder's slug from content: the tribute stands at /{founderSlug}. */
  founderSlug?: string
  /** Whole dollars a month, of a tier of the monthly circle; what is no such number presets nothing. */
  amount?: string | null | undefined
  /** The monthly page for donors outside India, elsewhere on the web; left out: our own page. */
  monthlyPage?: string | undefined
}

type Rule = {
  page: string
  /** Sections that the rule is for; none: every section that no earlier rule of the page names. */
  sections?: readonly string[]
  /** Visitors in India. */
  india: string
  /** Visitors of any other known country: a fragment of the same page, an address, or `monthlyPage`. */
  elsewhere: string
  /** Visitors whose country nobody knows. */
  unknown?: string
}

/** Stand for the pages of the two forms, whose addresses content sets. */
const indiaForm = '{indiaForm}'
const usaForm = '{usaForm}'

/** Stand for the founder's page and the monthly circle, whose addresses content sets. */
const tribute = '/{founderSlug}'
const circle = '/{founderSlug}ian'

/** Stands for the page of {@link DonateClick.monthlyPage}. */
const monthlyPage = 'monthly page'

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
  // A tier is a number of dollars, which must never become a number of rupees: in India only its frequency counts.
  {
    page: circle,
    sections: ['tier'],
    india: `${indiaForm}?frequency=monthly`,
    elsewhere: usaForm,
  },
  { page: circle, india: indiaForm, elsewhere: monthlyPage },
]

/** The header's button, and every other. */
const anywhere: Omit<Rule, 'page'> = { india: indiaForm, elsewhere: usaForm }

/** A path of this site, with its query and fragment (/DonateIndia?reason=2, /OurValues#campaign-8483), or `monthlyPage`. */
export function whereDonateLeads({ page, section, country, amount, ...known }: DonateClick): string {
  const from = (page ?? '').replace(/^\/|\/$/g, '').toLowerCase()
  const button = (section ?? '').trim().toLowerCase()
  const fill = (text: string) =>
    text
      .replace('{founderSlug}', known.founderSlug ?? '')
      .replace(indiaForm, known.indiaForm)
      .replace(usaForm, known.usaForm)
  const rule = rules.find(
    (each) => from !== '' && fill(each.page).toLowerCase() === `/${from}` && (each.sections?.includes(button) ?? true),
  )
  const { india, elsewhere, unknown = usaForm } = rule ?? anywhere
  const place = country === null ? unknown : country === 'IN' ? india : elsewhere
  if (place === monthlyPage) return known.monthlyPage ?? known.usaForm
  if (rule?.page === circle && button === 'tier' && place === usaForm)
    return known.usaForm + tierGift(amount) + (known.usaFragment ?? '')
  return rule && place.startsWith('#') ? `${fill(rule.page)}${place}` : fill(place)
}

/** Chooses the tier on the card form. */
function tierGift(amount: string | null | undefined): string {
  const dollars = /^[1-9]\d{0,5}$/.test(amount ?? '') ? `&amount=${amount}` : ''
  return `?frequency=monthly${dollars}`
}
