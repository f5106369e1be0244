/**
 * Where a Donate button leads (GET /give): one table, from the specification's sections "Donate button destinations" and
 * "Monthly giving page". Pure. Answers only addresses of this site and the one monthly page that content names, so that no
 * request can make it send a visitor elsewhere.
 *
 * Where the old site opened its partner's campaign, our own form opens with that campaign: its gifts are in our ledger, and the form's
 * page links to the partner's form of the same campaign.
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
  /** Which of the form's amounts the button names: 1 is the first. */
  preset?: string | null | undefined
  /** The forms' amounts in whole rupees and dollars. */
  presets?: { inRupees: readonly number[]; inDollars: readonly number[] }
  /** Purpose and campaign that the button itself names; what content does not know selects nothing. */
  reason?: string | null | undefined
  campaign?: string | null | undefined
  /** From content. */
  campaigns?: readonly { slug: string; reason: number; partner?: string | undefined }[]
  /** The monthly page for donors outside India, elsewhere on the web; left out: our own page. */
  monthlyPage?: string | undefined
}

type Rule = {
  page: string
  /** Sections that the rule is for; none: every section that no earlier rule of the page names. */
  sections?: readonly string[]
  /** The purpose that the form selects: 1 to 8. */
  reason?: number
  /** Outside India: the partner's campaign that the old site opened. */
  partnerCampaign?: string
  /** Outside India: the form in rupees all the same, or {@link DonateClick.monthlyPage}. The form in dollars by default. */
  abroad?: 'rupees' | 'monthly-page'
  /** A tier of the monthly circle. */
  tier?: true
}

/** Stand for the founder's page and the monthly circle, whose addresses content sets. */
const tribute = '/{founderSlug}'
const circle = '/{founderSlug}ian'

const rules: readonly Rule[] = [
  {
    page: '/CraniofacialSurgeries',
    // Names by which content may call the first button, and the old page's first section.
    sections: ['', 'first', 'top', 'hero', 'surgery'],
    reason: 2,
    partnerCampaign: '8483',
  },
  { page: '/CraniofacialSurgeries', reason: 2, abroad: 'rupees' },
  { page: '/AntiHumanTrafficking', sections: ['butterfly'], reason: 6, partnerCampaign: '8483' },
  { page: '/AntiHumanTrafficking', reason: 7, partnerCampaign: '8483' },
  { page: tribute, sections: ['give'], reason: 5, partnerCampaign: '8479' },
  { page: tribute, reason: 5, partnerCampaign: '8483' },
  { page: '/OurValues', partnerCampaign: '8483' },
  { page: '/OurStrategy', partnerCampaign: '8483' },
  { page: '/InnovativeSolutions', partnerCampaign: '8483' },
  { page: circle, sections: ['tier'], tier: true },
  { page: circle, abroad: 'monthly-page' },
]

/** A path of this site, with its query and fragment (/DonateIndia?reason=2, /Donate?campaign=legacy-continues#card-form), or `monthlyPage`. */
export function whereDonateLeads({ page, section, country, campaigns = [], ...click }: DonateClick): string {
  const from = `/${(page ?? '').replace(/^\/|\/$/g, '').toLowerCase()}`
  const button = (section ?? '').trim().toLowerCase()
  const rule = rules.find(
    (each) =>
      from !== '/' &&
      each.page.replace('{founderSlug}', click.founderSlug ?? '').toLowerCase() === from &&
      (each.sections?.includes(button) ?? true),
  )
  const isAbroad = country !== 'IN'
  if (rule?.abroad === 'monthly-page' && isAbroad && country !== null && click.monthlyPage) return click.monthlyPage

  const inRupees = !isAbroad || rule?.abroad === 'rupees'
  const named = campaigns.find(({ slug }) => slug === click.campaign)
  const ofPartner = campaigns.find(({ partner }) => partner !== undefined && partner === rule?.partnerCampaign)
  const campaign = named ?? (isAbroad ? ofPartner : undefined)
  const asked = /^[1-8]$/.test(click.reason ?? '') ? click.reason : undefined
  // A tier is a number of dollars, which must never become a number of rupees.
  const tier = rule?.tier && !inRupees && /^[1-9]\d{0,5}$/.test(click.amount ?? '') ? click.amount : undefined
  const query = Object.entries({
    frequency: rule?.tier && 'monthly',
    amount: tier ?? click.presets?.[inRupees ? 'inRupees' : 'inDollars'][Number(click.preset) - 1],
    reason: asked ?? rule?.reason ?? named?.reason,
    campaign: campaign?.slug,
  }).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
  const preset = query.length > 0 ? `?${query.join('&')}` : ''
  return inRupees ? click.indiaForm + preset : click.usaForm + preset + ((preset && click.usaFragment) || '')
}
