/** What others see of the site and its mail domain: HTTPS, the security headers, and the records in DNS. */
import { Resolver } from 'node:dns/promises'
import { z } from 'zod'
import type { Env } from '#lib/platform/env.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { type Finding, finding } from './settings.ts'

const healthShape = z.object({ status: z.string(), warnings: z.array(z.string()).default([]) })

/** The headers that a proxy in front could have dropped or changed. */
const expectedHeaders: [name: string, value: RegExp][] = [
  ['content-security-policy', /^(?=.*script-src)(?=.*frame-ancestors)(?!.*'unsafe-)[^,]*$/],
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /./],
]
/** Only with HTTPS: at least half a year. */
const hsts: [name: string, value: RegExp] = ['strict-transport-security', /max-age=(?:\d{9,}|[2-9]\d{7}|1[6-9]\d{6})/]

export async function checkServedSite({
  siteUrl,
  operatorToken,
}: Pick<Env, 'siteUrl' | 'operatorToken'>): Promise<Finding[]> {
  const get = (url: string, headers: HeadersInit = {}) =>
    fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(10_000) })
  const isSecure = siteUrl.startsWith('https://')
  try {
    const page = await get(siteUrl)
    await page.arrayBuffer()
    if (page.status !== 200)
      return [finding('blocks', `${siteUrl} responds with ${page.status}.`, 'SITE_URL, or your proxy')]
    const missing = [...expectedHeaders, ...(isSecure ? [hsts] : [])].flatMap(([name, value]) =>
      value.test(page.headers.get(name) ?? '') ? [] : [name],
    )
    const where = `${siteUrl}/api/health`
    const health = await get(where, operatorToken ? { authorization: `Bearer ${operatorToken}` } : {})
    const { status, warnings } = healthShape.parse(await health.json())
    const plain = isSecure ? await get(siteUrl.replace('https://', 'http://')).catch(() => null) : null
    return [
      missing.length > 0
        ? finding(
            'blocks',
            `Its pages lack a safe ${missing.join(', ')}.`,
            'your proxy, which must pass headers on unchanged',
          )
        : finding('fine', 'The security headers arrive.'),
      finding(status === 'ok' ? 'fine' : 'blocks', `The site says that its state is: ${status}.`, where),
      ...warnings.map((warning) => finding('warning', warning, where)),
      ...(plain && !plain.headers.get('location')?.startsWith('https://')
        ? [finding('blocks', 'http does not redirect to https.', 'your proxy')]
        : []),
    ]
  } catch (error) {
    const code = String(propertyOf(propertyOf(error, 'cause'), 'code') ?? '')
    if (/^(?:CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code))
      return [finding('blocks', `The certificate of ${siteUrl} is not valid (${code}).`, 'your proxy')]
    return [finding('unknown', `${siteUrl} does not respond like a site of this kind.`, 'your proxy')]
  }
}

/** What the check asks of DNS. Injected by tests. */
type Lookup = { mx(name: string): Promise<unknown[]>; txt(name: string): Promise<string[]> }

export function dnsLookup(): Lookup {
  const resolver = new Resolver({ timeout: 3000, tries: 1 })
  return {
    mx: (name) => resolver.resolveMx(name),
    txt: async (name) => (await resolver.resolveTxt(name)).map((parts) => parts.join('')),
  }
}

/** Empty when the name has no such record. @throws when no name server answered. */
const records = <Found>(asked: Promise<Found[]>): Promise<Found[]> =>
  asked.catch((error: unknown) => {
    if (['ENODATA', 'ENOTFOUND'].includes(String(propertyOf(error, 'code')))) return []
    throw error
  })

/** `email`: the address of the organisation. RFC 7208 (SPF), RFC 7489 (DMARC). */
export async function checkMailDomain(email: string, lookup: Lookup): Promise<Finding[]> {
  const domain = email.split('@').at(-1) ?? ''
  const at = `the DNS records of ${domain}`
  if (/(?:^|\.)example\.(?:com|net|org)$/.test(domain))
    return [
      finding(
        'unknown',
        'The address of the organisation is a sample: its domain was not checked.',
        'content/site.yaml',
      ),
    ]
  try {
    const [mx, txt, dmarc] = await Promise.all([
      records(lookup.mx(domain)),
      records(lookup.txt(domain)),
      records(lookup.txt(`_dmarc.${domain}`)),
    ])
    const lacks: [boolean, Finding][] = [
      [mx.length === 0, finding('blocks', `${domain} has no MX record: no mail reaches ${email}.`, at)],
      [
        !txt.some((text) => /^v=spf1\b/i.test(text)),
        finding('warning', 'No SPF record: receipts may be taken for spam.', at),
      ],
      [
        !dmarc.some((text) => /^v=DMARC1\b(?!.*;\s*p=none\b)/i.test(text)),
        finding('warning', 'No DMARC record, or its policy is none: anybody can write in your name.', at),
      ],
    ]
    const found = lacks.flatMap(([applies, lack]) => (applies ? [lack] : []))
    return found.length > 0 ? found : [finding('fine', `${domain} receives mail, and has SPF and DMARC records.`)]
  } catch {
    return [finding('unknown', `The mail domain ${domain} could not be checked: no name server responded.`)]
  }
}
