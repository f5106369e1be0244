/** The icon of a browser's tab: the logo. */
import { logoSvg } from '#lib/site/content/brand.ts'

export const dynamic = 'force-static'
export const contentType = 'image/svg+xml'

export default function Icon() {
  return new Response(logoSvg, { headers: { 'content-type': contentType } })
}
