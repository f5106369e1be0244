/** The Stripe account against what the site needs and its forms offer. */

import type { Env } from '#lib/platform/env.ts'
import { stripeAccount } from '#lib/platform/providers/stripe-account.ts'
import { handledEvents } from '#lib/platform/providers/stripe-objects.ts'
import type { Content } from '#lib/site/content/content.ts'
import { currencyOf } from '#lib/site/content/giving-pages.ts'
import { type Finding, finding } from './settings.ts'

type Settings = NonNullable<Env['stripe']>
type Account = ReturnType<typeof stripeAccount>
type Forms = Pick<Content, 'currencies' | 'donationForms' | 'sponsorshipForms' | 'entries'>

const dashboard = (page: string) => `https://dashboard.stripe.com/${page}`
/** The file of a form's page. */
const fileOf = ({ entries }: Forms, form: Forms['donationForms'][number] | undefined) =>
  entries.find(({ page }) => page?.address === form?.page.address)?.source.file ?? null

const reasons = {
  'wrong-key': 'Stripe does not accept the secret key.',
  'not-permitted': 'The secret key is a restricted one that may not read this.',
  unreachable: 'Stripe did not respond.',
}
type Failure = { failure: keyof typeof reasons }

function unanswered(what: string, { failure: why }: Failure): Finding {
  if (why === 'wrong-key') return finding('blocks', reasons[why], 'STRIPE_SECRET_KEY')
  return finding(
    'unknown',
    `${what} could not be checked. ${reasons[why]}`,
    why === 'not-permitted' ? dashboard('apikeys') : null,
  )
}

export async function checkStripe(settings: Settings, siteUrl: string, forms: Forms): Promise<Finding[]> {
  const account = stripeAccount(settings)
  const overview = await account.overview()
  // One sentence for all when nothing else can be asked either.
  if (!overview.ok && overview.failure !== 'not-permitted') return [unanswered('The account', overview)]
  const found = await Promise.all([
    overview.ok ? checkCountry(account, overview.value, forms) : [unanswered('The account', overview)],
    checkWebhook(account, siteUrl),
    checkMethods(account),
    checkDomain(account, new URL(siteUrl).hostname),
  ])
  return found.flat()
}

async function checkCountry(
  account: Account,
  { country, chargesEnabled }: { country: string; chargesEnabled: boolean },
  forms: Forms,
): Promise<Finding[]> {
  const { currencies, donationForms, sponsorshipForms } = forms
  const found: Finding[] = [
    chargesEnabled
      ? finding('fine', `The account is in ${country} and may charge cards.`)
      : finding('blocks', 'Stripe does not let this account charge cards yet.', dashboard('account/status')),
  ]
  const inRupees = currencies.filter(({ law }) => law === 'india').map(({ code }) => code)
  const rupees = donationForms.find(({ currency }) => inRupees.includes(currency))
  const noIndia = 'Stripe does not serve charities registered in India.'
  if (country === 'IN') {
    const sentence = `The account is in India. ${noIndia} Take rupees through an Indian payment provider instead, or have an exception confirmed in writing.`
    found.push(
      finding('blocks', sentence, 'https://support.stripe.com/questions/requirements-for-accepting-tips-or-donations'),
    )
  } else if (rupees) {
    const sentence = `${noIndia} Gifts in rupees therefore go to your organisation in ${country}: Indian banks decline many payments abroad, and no certificate for their tax can be given. Decide whether to keep the form; otherwise take rupees through an Indian payment provider.`
    found.push(finding('warning', sentence, fileOf(forms, rupees)))
  }
  const needed = [...new Set([...donationForms, ...sponsorshipForms].map(currencyOf))]
  const supported = await account.currencies(country)
  if (!supported.ok) return [...found, unanswered('The currencies', supported)]
  const missing = needed.filter((currency) => !supported.value.includes(currency))
  for (const wanted of missing) {
    const form = donationForms.find(({ currency }) => currency === wanted)
    const sentence = `A form asks for ${wanted}, which an account in ${country} cannot charge.`
    found.push(finding('blocks', sentence, fileOf(forms, form)))
  }
  if (missing.length === 0) found.push(finding('fine', `The account can charge ${needed.join(' and ')}.`))
  return found
}

async function checkWebhook(account: Account, siteUrl: string): Promise<Finding[]> {
  const url = `${siteUrl}/api/stripe/webhook`
  const page = dashboard('webhooks')
  const endpoints = await account.webhooks()
  if (!endpoints.ok) return [unanswered('The webhook', endpoints)]
  const own = endpoints.value.filter((endpoint) => endpoint.url === url)
  const endpoint = own.find(({ status }) => status === 'enabled')
  if (!endpoint) {
    const what = own.length > 0 ? 'is turned off' : 'does not exist'
    return [finding('blocks', `The webhook ${url} ${what}: no gift would be recorded.`, page)]
  }
  const { events, version } = endpoint
  const missing = events.includes('*') ? [] : handledEvents.filter((type) => !events.includes(type))
  return [
    missing.length > 0
      ? finding('blocks', `The webhook does not get ${missing.join(', ')}.`, page)
      : finding('fine', `The webhook ${url} gets every event that the site handles.`),
    ...(version && version !== account.version
      ? [
          finding(
            'warning',
            `The webhook has version ${version} of Stripe's API, and the site ${account.version}.`,
            page,
          ),
        ]
      : []),
  ]
}

async function checkMethods(account: Account): Promise<Finding[]> {
  const methods = await account.methods()
  if (!methods.ok) return [unanswered('The payment methods', methods)]
  const page = dashboard('settings/payment_methods')
  if (!methods.value.includes('card')) return [finding('blocks', 'Cards are turned off.', page)]
  return [finding('fine', `These payment methods are on: ${methods.value.join(', ')}.`, page)]
}

async function checkDomain(account: Account, host: string): Promise<Finding[]> {
  const registered = await account.isDomainRegistered(host)
  if (!registered.ok) return [unanswered('The domain for wallets', registered)]
  if (registered.value) return [finding('fine', `${host} is registered for Apple Pay and Google Pay.`)]
  const sentence = `${host} is not registered, so Stripe hides Apple Pay and Google Pay on the payment pages.`
  return [finding('warning', sentence, dashboard('settings/payment_method_domains'))]
}
