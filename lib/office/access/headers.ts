/** Where the office is, and the headers of its pages: never stored, never indexed, and nothing but our own files. */

import { reportingEndpoints } from '#lib/platform/http/csp.ts'
import { officeAddress } from '#lib/platform/office.ts'

/** The page that a mailed link leads to, and its parameter. */
export const signInAddress = `${officeAddress}/sign-in`
export const linkField = 'link'
/** Where every form of the office posts to. */
export const officePost = '/api/office'
export const officePaths = [officeAddress, officePost] as const

export const isOffice = (pathname: string) => pathname === officeAddress || pathname.startsWith(`${officeAddress}/`)

export const neverStored = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' } as const

/** They replace those of other pages. */
export const officeHeaders: Readonly<Record<string, string>> = {
  ...neverStored,
  'content-security-policy': [
    "default-src 'none'",
    ...['script', 'style', 'img', 'font', 'connect'].map((kind) => `${kind}-src 'self'`),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    'report-uri /api/reports',
    'report-to reports',
  ].join('; '),
  'reporting-endpoints': reportingEndpoints,
  // Passkeys, which other pages do not use. https://www.w3.org/TR/webauthn-3/#sctn-permissions-policy
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), publickey-credentials-create=(self), publickey-credentials-get=(self), usb=()',
  // The address of a page may hold a mailed link.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}
