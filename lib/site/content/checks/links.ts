/** Every link leads somewhere, in the canonical spelling. */
import { type Routes, resolve } from '#lib/site/content/addresses.ts'
import type { Content } from '#lib/site/content/load.ts'
import { didYouMean, type Problem } from '#lib/site/content/problem.ts'
import { isPhoto, type PublicFiles } from '#lib/site/content/public-files.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { subjectFault } from './forms.ts'
import { type Found, tell } from './found.ts'
import { noCampaign } from './giving.ts'

export function checkLinks({ links }: Found, content: Content, routes: Routes, publicFiles: PublicFiles): Problem[] {
  const pageAt = new Map(content.pages.map((page) => [page.address, page]))
  const slugs = content.campaigns.map(({ slug }) => slug)
  return links.flatMap((place) => {
    const fault = faultOf(place.value, place.entry.page)
    return fault ? [tell(place, fault)] : []
  })

  function faultOf(href: string, here: Page | undefined): string | undefined {
    if (href.startsWith('mailto:'))
      return /^mailto:[^\s@?]+@[^\s@?]+\.[^\s@?.]+(\?\S*)?$/.test(href)
        ? undefined
        : 'must look like mailto:name@example.org'
    if (href.startsWith('tel:'))
      return /^tel:\+\d{7,15}$/.test(href) ? undefined : 'must look like tel:+14235550100, without spaces'
    if (href.startsWith('https://')) return URL.canParse(href) && !/\s/.test(href) ? undefined : 'is not an address'
    if (href.startsWith('#'))
      return here ? fragmentFault(here, href.slice(1)) : 'a link that starts with # works on a page only'
    if (!href.startsWith('/') || href.startsWith('//')) return 'a link must start with /, #, https://, mailto: or tel:+'
    const [, pathname = '', fragment] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(href) ?? []
    if (isPhoto(pathname))
      return 'is a photograph, which is shown in pages: a picture that visitors download belongs to public/media'
    if (publicFiles.has(pathname)) return undefined
    const target = resolve(routes, pathname)
    if (target.kind === 'redirect') return `${pathname} is another spelling: write ${target.to}`
    if (target.kind === 'unknown')
      return `${pathname} leads nowhere: no page, no story and no file in public/ has this address${didYouMean(pathname, routes.addresses)}`
    const from = new URLSearchParams(/\?([^#]*)/.exec(href)?.[1]).get('page')
    if (pathname === '/give' && from !== null && resolve(routes, `/${from}`).kind === 'unknown')
      return `there is no page /${from} for the gift to come from${didYouMean(`/${from}`, routes.addresses)}`
    const campaign = new URLSearchParams(/\?([^#]*)/.exec(href)?.[1]).get('campaign')
    const isGiving = pathname === '/give' || content.donationForms.some(({ page }) => page.address === pathname)
    if (isGiving && campaign !== null && !slugs.includes(campaign)) return noCampaign(campaign, slugs)
    const form = content.forms.find(({ id }) => pathname === `/forms/${id}`)
    const about = new URLSearchParams(/\?([^#]*)/.exec(href)?.[1]).get('about')
    if (form && about !== null) return subjectFault(form, about)
    const page = pageAt.get(pathname)
    return page && fragment !== undefined ? fragmentFault(page, fragment) : undefined
  }
}

function fragmentFault(page: Page, fragment: string): string | undefined {
  const ids = idsOf(page)
  if (ids.includes(fragment)) return undefined
  return `no block of ${page.address} has the id "${fragment}"${didYouMean(fragment, ids)}`
}

const idsOf = (page: Page): string[] => page.blocks.flatMap((block) => ('id' in block && block.id ? [block.id] : []))
