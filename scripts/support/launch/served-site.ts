/** The site as visitors reach it: HTTPS, its headers, and Mozilla's grade of them. */
import { z } from 'zod'
import { propertyOf } from '#lib/platform/narrow.ts'
import { type Finding, findingsAbout } from './finding.ts'

const finding = findingsAbout('site')
const timeoutMs = 10_000
const fewestPoints = 120
/** Half a year, the least that Observatory accepts. */
const shortestHsts = 15_768_000
/** Mozilla's own scanner; its library brings 233 packages and downloads lists at installation. https://developer.mozilla.org/en-US/observatory */
const observatory = 'https://observatory-api.mdn.mozilla.net'

type Options = { observatoryUrl?: string; operatorToken: string | null }

const get = (url: string, init: RequestInit = {}) => fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })

export async function checkServedSite(
  siteUrl: string,
  { observatoryUrl = observatory, operatorToken }: Options,
): Promise<Finding[]> {
  let response: Response
  try {
    response = await get(siteUrl, { redirect: 'manual' })
    await response.arrayBuffer()
  } catch (error) {
    const code = propertyOf(propertyOf(error, 'cause'), 'code')
    if (/^(?:CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(String(code)))
      return [finding('blocks', `The certificate of ${siteUrl} is not valid (${String(code)}).`, 'your proxy')]
    return [finding('unknown', `${siteUrl} does not respond from here, so its headers were not checked.`)]
  }
  if (response.status !== 200)
    return [finding('blocks', `${siteUrl} responds with ${response.status}.`, 'SITE_URL, or your proxy')]
  const found = await Promise.all([
    checkHealth(siteUrl, operatorToken),
    checkHeaders(response.headers, siteUrl),
    ...(siteUrl.startsWith('https://')
      ? [checkRedirect(siteUrl), checkGrade(new URL(siteUrl).host, observatoryUrl)]
      : []),
  ])
  return found.flat()
}

const healthShape = z.object({ status: z.string(), warnings: z.array(z.string()).default([]) })

async function checkHealth(siteUrl: string, token: string | null): Promise<Finding[]> {
  const where = `${siteUrl}/api/health`
  try {
    const response = await get(where, token ? { headers: { authorization: `Bearer ${token}` } } : {})
    const { status, warnings } = healthShape.parse(await response.json())
    const state =
      status === 'ok'
        ? finding('fine', 'The site reports that it works.')
        : finding('blocks', `The site reports ${status}.`, where)
    return [state, ...warnings.map((warning) => finding('warning', warning, where))]
  } catch {
    return [finding('unknown', 'The health of the site could not be read.', where)]
  }
}

/** Only what a proxy in between could have dropped or added: Observatory judges them all. */
async function checkHeaders(headers: Headers, siteUrl: string): Promise<Finding[]> {
  const policy = headers.get('content-security-policy') ?? ''
  const scripts = /(?:^|;)\s*script-src ([^;]*)/.exec(policy)?.[1] ?? ''
  const hsts = Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1] ?? 0)
  const lacks: [boolean, string][] = [
    [!policy || policy.includes(', '), 'one Content-Security-Policy'],
    [
      /'unsafe-inline'|'unsafe-eval'/.test(scripts) && !/'(?:sha\d+|nonce)-/.test(scripts),
      'a Content-Security-Policy without unsafe scripts',
    ],
    [siteUrl.startsWith('https://') && hsts < shortestHsts, 'Strict-Transport-Security of at least half a year'],
    [headers.get('x-content-type-options') !== 'nosniff', 'X-Content-Type-Options: nosniff'],
    [!/frame-ancestors/.test(policy) && !headers.get('x-frame-options'), 'a limit on who may frame it'],
    [!headers.get('referrer-policy'), 'a Referrer-Policy'],
  ]
  const missing = lacks.flatMap(([lacking, header]) => (lacking ? [header] : []))
  if (missing.length === 0) return [finding('fine', 'The security headers arrive.')]
  return [
    finding('blocks', `Its pages lack ${missing.join(', ')}.`, 'your proxy, which must pass headers on unchanged'),
  ]
}

async function checkRedirect(siteUrl: string): Promise<Finding[]> {
  const plain = siteUrl.replace('https://', 'http://')
  try {
    const response = await get(plain, { redirect: 'manual' })
    if (response.headers.get('location')?.startsWith('https://')) return [finding('fine', 'http leads to https.')]
    return [finding('blocks', `${plain} does not lead to https.`, 'your proxy')]
  } catch {
    return [finding('unknown', `${plain} does not respond.`, 'your proxy')]
  }
}

const scanShape = z.object({ score: z.number(), grade: z.string() })

/** https://github.com/mdn/mdn-http-observatory#post-apiv2scan. Tells Mozilla the host name, and nothing else. */
async function checkGrade(host: string, observatoryUrl: string): Promise<Finding[]> {
  const report = `https://developer.mozilla.org/en-US/observatory/analyze?host=${host}`
  try {
    const response = await get(`${observatoryUrl}/api/v2/scan?host=${encodeURIComponent(host)}`, { method: 'POST' })
    const { score, grade } = scanShape.parse(await response.json())
    const sentence = `Mozilla Observatory gives ${grade}, ${score} points`
    if (score >= fewestPoints) return [finding('fine', `${sentence}.`)]
    return [finding('warning', `${sentence}; the site by itself reaches ${fewestPoints} and more.`, report)]
  } catch {
    return [finding('unknown', 'Mozilla Observatory did not grade the site.', report)]
  }
}
