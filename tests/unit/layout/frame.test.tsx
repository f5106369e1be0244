import { renderToStaticMarkup } from 'react-dom/server'
import { Breadcrumb, pageTrail } from '#components/layout/breadcrumb.tsx'
import { SiteFooter } from '#components/layout/site-footer.tsx'
import { SiteHeader } from '#components/layout/site-header.tsx'
import { navigation, page, site } from '#lib/content/index.ts'

type Link = { href: string; text: string; current: string | undefined }

function linksIn(html: string): Link[] {
  return [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/g)].map(([, attributes = '', inside = '']) => ({
    href: attributes.match(/href="([^"]*)"/)?.[1] ?? '',
    text: inside.replace(/<[^>]*>/g, '').replaceAll('&#x27;', "'"),
    current: attributes.match(/aria-current="([^"]*)"/)?.[1],
  }))
}

const header = (address: string) => renderToStaticMarkup(<SiteHeader address={address} />)

describe('the header', () => {
  test('leads to every entry of the navigation, in the order of the groups', () => {
    const entries = navigation().groups.flatMap((group) => group.entries)
    const links = linksIn(header('/')).map(({ href }) => href)
    expect(links).toEqual(['/', ...entries.map(({ href }) => href), navigation().story.href, '/give'])
  })

  test('opens its groups without a script, one at a time', () => {
    const html = header('/')
    const groups = navigation().groups.filter(({ entries }) => entries.length > 1)
    expect(html.match(/<details name="site-nav"/g)).toHaveLength(groups.length)
    expect(html).toMatch(/<nav id="site-menu" popover="auto"/)
    expect(html).toMatch(/<button type="button" popovertarget="site-menu"/i)
  })

  test('marks the page that is shown, wherever it is listed', () => {
    const marked = linksIn(header('/ContactUs')).filter(({ current }) => current)
    expect(new Set(marked.map(({ href, current }) => `${href} ${current}`))).toEqual(new Set(['/ContactUs page']))
  })

  test('marks the country of a story, but not as the page itself', () => {
    const marked = linksIn(header('/India/stories/the-500th')).filter(({ current }) => current)
    expect(marked).toEqual([{ href: '/India', text: 'India', current: 'true' }])
  })

  test('does not take one country for another that starts alike', () => {
    expect(linksIn(header('/Indiana')).some(({ current }) => current)).toBe(false)
  })
})

describe('the footer', () => {
  const html = renderToStaticMarkup(<SiteFooter />)
  const [first = '', others = ''] = html.split('All our offices')

  test('shows the usual office first, and every other one within reach without a script', () => {
    const usual = site().footerOffice.other
    for (const { code, email } of site().offices) {
      expect((code === usual ? first : others).includes(`mailto:${email}`)).toBe(true)
      expect((code === usual ? others : first).includes(`mailto:${email}`)).toBe(false)
    }
  })

  test('makes numbers dialable, without spaces and brackets', () => {
    const numbers = [...html.matchAll(/href="tel:([^"]*)"/g)].map(([, number]) => number)
    expect(numbers.length).toBeGreaterThanOrEqual(site().offices.length)
    for (const number of numbers) expect(number).toMatch(/^\+\d+$/)
  })

  test('names the five profiles for those who cannot see their signs', () => {
    for (const { label, href } of site().social)
      expect(html).toContain(`href="${href}" rel="me noopener" aria-label="${label}"`)
  })

  test('says the year that it is', () => {
    expect(html).toContain(`© ${new Date().getUTCFullYear()} ${site().names.organisation}`)
  })
})

describe('the breadcrumb', () => {
  test('says Home, the group and the page; the page is no link', () => {
    const india = page('/India')
    if (!india) throw new Error('no page for India')
    const html = renderToStaticMarkup(<Breadcrumb title="India" trail={pageTrail(india)} />)
    expect(linksIn(html)).toEqual([{ href: '/', text: 'Home', current: undefined }])
    expect(html).toContain('<li aria-current="page" class="min-w-0 wrap-anywhere">India</li>')
    expect(html.replace(/<[^>]*>/g, '')).toBe('Home/Countries/India')
  })
})
