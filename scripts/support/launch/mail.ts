/** Whether mail leaves the site and arrives: the EmailJS account, and the records of the office's mail domain. */
import { Resolver } from 'node:dns/promises'
import type { Env } from '#lib/platform/env.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { probeAccount } from '#lib/platform/providers/emailjs.ts'
import { type Finding, findingsAbout } from './finding.ts'

const finding = findingsAbout('mail')
const securityPage = 'https://dashboard.emailjs.com/admin/account/security'
const timeoutMs = 3000

export async function checkEmailjs(account: NonNullable<Env['emailjs']>): Promise<Finding[]> {
  const objection = await probeAccount(account)
  if (!objection)
    return [
      finding(
        'fine',
        'EmailJS takes calls from this server. It does not say whether each template exists: press Test It in the editor of each.',
      ),
    ]
  if (objection.outcome !== 'refused') return [finding('unknown', `EmailJS could not be checked. ${objection.why}.`)]
  if (/non-browser/i.test(objection.why))
    return [
      finding(
        'blocks',
        'EmailJS refuses calls from servers. Turn on "Allow EmailJS API for non-browser applications".',
        securityPage,
      ),
    ]
  return [finding('blocks', `EmailJS refuses the account. ${objection.why}.`, 'the variables EMAILJS_…')]
}

/** What the check asks of DNS. Injected by tests. */
export type Lookup = { mx(name: string): Promise<unknown[]>; txt(name: string): Promise<string[]> }

export function dnsLookup(): Lookup {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
  return {
    mx: (name) => resolver.resolveMx(name),
    txt: async (name) => (await resolver.resolveTxt(name)).map((parts) => parts.join('')),
  }
}

/** Empty when the name has no such record; null when nobody answered. */
async function records<Found>(asked: Promise<Found[]>): Promise<Found[] | null> {
  try {
    return await asked
  } catch (error) {
    return ['ENODATA', 'ENOTFOUND'].includes(String(propertyOf(error, 'code'))) ? [] : null
  }
}

/** `email`: the address of the organisation. RFC 7208 (SPF), RFC 7489 (DMARC). */
export async function checkMailDomain(email: string, lookup: Lookup): Promise<Finding[]> {
  const domain = email.split('@').at(-1) ?? ''
  if (/(?:^|\.)example\.(?:com|net|org)$/.test(domain))
    return [
      finding(
        'unknown',
        'The mail domain could not be checked: the address of the organisation is a sample.',
        'content/site.yaml',
      ),
    ]
  const at = `the DNS records of ${domain}`
  const [mx, txt, dmarc] = await Promise.all([
    records(lookup.mx(domain)),
    records(lookup.txt(domain)),
    records(lookup.txt(`_dmarc.${domain}`)),
  ])
  if (!mx || !txt || !dmarc)
    return [finding('unknown', `The mail domain ${domain} could not be checked: no name server responded.`)]
  const policy = dmarc.find((text) => /^v=DMARC1\b/i.test(text))
  return [
    mx.length > 0
      ? finding('fine', `${domain} receives mail.`)
      : finding('blocks', `${domain} has no MX record: no answer reaches ${email}.`, at),
    txt.some((text) => /^v=spf1\b/i.test(text))
      ? finding('fine', `${domain} has an SPF record. It must include the mail service that EmailJS sends through.`)
      : finding('warning', `${domain} has no SPF record: receipts may be taken for spam.`, at),
    !policy
      ? finding(
          'warning',
          `${domain} has no DMARC record: receipts may be taken for spam, and anybody can write in your name.`,
          at,
        )
      : /;\s*p=none\b/i.test(policy)
        ? finding(
            'warning',
            'The DMARC policy is none: forged mail in your name is delivered. Move to quarantine once reports look right.',
            at,
          )
        : finding('fine', `${domain} has a DMARC policy.`),
    finding(
      'unknown',
      'DKIM is visible only in a mail: send yourself one, and look for dkim=pass in its headers.',
      'the DKIM settings of your mail provider',
    ),
  ]
}
