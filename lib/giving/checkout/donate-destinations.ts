/**
 * Where a Donate button leads (GET /give): one table, from the specification's sections "Donate button destinations" and "Monthly giving
 * page" (docs/decisions/0028-one-form-for-every-donate-button.md says what differs). Pure. Returns only addresses of this site, so that no
 * request can redirect a visitor elsewhere.
 */

type DonateClick = {
  /** The page that the button stands on: its canonical address, with or without the slash. */
  page?: string | null | undefined
  /** Which of the page's buttons; empty for the first one. */
  section?: string | null | undefined
  /** ISO 3166 code of the visitor's country; null if unknown. */
  country: string | null
  /** The currency of the button or its link. Without one the visitor's country decides. */
  currency?: string | null | undefined
  /** Addresses of the forms in rupees and in dollars, the latter with its fragment on that page: `#card-form`, or none. */
  indiaForm: string
  usaForm: string
  usaFragment?: string | undefined
  /** The founder's slug from content: the tribute stands at /{founderSlug}. */
  founderSlug?: string
  /** Whole dollars a month of a tier of the monthly circle; anything else is ignored. */
  amount?: string | null | undefined
  /** Index of the form's amount that the button names; 1 is the first. */
  preset?: string | null | undefined
  /** The forms' amounts in whole rupees and dollars. */
  presets?: { inRupees: readonly number[]; inDollars: readonly number[] }
  /** Purpose and campaign that the button names; unknown ones are ignored. */
  reason?: string | null | undefined
  campaign?: string | null | undefined
  /** From content. */
  campaigns?: readonly { slug: string; reason: number; partner?: string | undefined }[]
}

type Rule = {
  page: string
  /** Sections that the rule applies to; undefined: all that no earlier rule of the page names. */
  sections?: readonly string[]
  /** The purpose that the form selects: 1 to 8. A campaign's own purpose comes first, so that each campaign has one. */
  reason?: number
  /** For visitors outside India: the partner's campaign that the old site opened. */
  partnerCampaign?: string
  /** A button of the monthly circle, whose campaign this is. */
  monthly?: string
  /** Whether the page is about India: then the form in rupees is the default if the visitor's country is unknown. */
  aboutIndia?: true
}

/** Placeholders for the founder's page and the monthly circle, whose addresses are content. */
const tribute = '/{founderSlug}'
const circle = '/{founderSlug}ian'

const rules: readonly Rule[] = [
  { page: '/CraniofacialSurgeries', reason: 2 },
  { page: '/AntiHumanTrafficking', sections: ['butterfly'], reason: 6 },
  { page: '/AntiHumanTrafficking', reason: 7 },
  { page: tribute, sections: ['give'], reason: 5, partnerCampaign: '8479' },
  { page: tribute, reason: 5, partnerCampaign: '8483' },
  { page: '/OurValues', partnerCampaign: '8483' },
  { page: '/OurStrategy', partnerCampaign: '8483' },
  { page: '/InnovativeSolutions', partnerCampaign: '8483' },
  { page: circle, monthly: 'monthly-circle' },
  { page: '/India', aboutIndia: true },
]

/** A path of this site, with its query and fragment: /DonateIndia?reason=2, /Donate?campaign=legacy-continues#card-form. */
export function donateDestination({ page, section, country, campaigns = [], ...click }: DonateClick): string {
  const from = `/${(page ?? '').replace(/^\/|\/$/g, '').toLowerCase()}`
  const button = (section ?? '').trim().toLowerCase()
  const rule = rules.find(
    (each) =>
      from !== '/' &&
      each.page.replace('{founderSlug}', click.founderSlug ?? '').toLowerCase() === from &&
      (each.sections?.includes(button) ?? true),
  )
  const isIndian = country === 'IN' || (country === null && rule?.aboutIndia === true)
  const inRupees = click.currency === 'INR' || (click.currency !== 'USD' && isIndian)
  const wanted = [click.campaign, rule?.monthly].flatMap((slug) => campaigns.find((one) => one.slug === slug) ?? [])[0]
  const ofPartner = campaigns.find(({ partner }) => partner !== undefined && partner === rule?.partnerCampaign)
  const campaign = wanted ?? (inRupees ? undefined : ofPartner)
  const asked = /^[1-8]$/.test(click.reason ?? '') ? click.reason : undefined
  // A tier is a number of dollars, which must never become a number of rupees.
  const tier = rule?.monthly && !inRupees && /^[1-9]\d{0,5}$/.test(click.amount ?? '') ? click.amount : undefined
  const query = Object.entries({
    frequency: rule?.monthly && 'monthly',
    amount: tier ?? click.presets?.[inRupees ? 'inRupees' : 'inDollars'][Number(click.preset) - 1],
    reason: asked ?? campaign?.reason ?? rule?.reason,
    campaign: campaign?.slug,
  }).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
  const preset = query.length > 0 ? `?${query.join('&')}` : ''
  return inRupees ? click.indiaForm + preset : click.usaForm + preset + ((preset && click.usaFragment) || '')
}
