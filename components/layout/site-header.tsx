/** The header. Groups are native `<details>` and the phone's menu is a native popover, so everything works without JavaScript. */

import { Logo } from '#components/art/mark.tsx'
import { SearchForm } from '#components/search/search.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { splitAddress } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { enquiryForms, navigation, pages, site } from '#lib/site/content/index.ts'
import type { Navigation } from '#lib/site/content/schema.ts'
import { menuPlace } from '#lib/site/content/site-links.ts'

const menu = 'site-menu'

type Entry = Navigation['groups'][number]['entries'][number]

/** The current page (`address`) is marked `page`, the page above it (a story's country) `true`. */
function NavLink({ entry: { href, label, note }, address }: { entry: Entry; address: string }) {
  const isAbove = splitAddress(href).address !== '/' && address.startsWith(`${href}/`)
  const current = address === href ? 'page' : isAbove ? 'true' : undefined
  return (
    <a href={href} aria-current={current}>
      {label}
      {note && <small className="block text-small text-soft">{note}</small>}
    </a>
  )
}

type GroupProps = { group: Navigation['groups'][number]; address: string; current: boolean }

/** A group with one entry is just that link. `current`: the page belongs to it. */
function Group({ group: { label, entries }, address, current }: GroupProps) {
  const [first, ...more] = entries
  if (first && more.length === 0) return <NavLink entry={{ href: first.href, label }} address={address} />
  return (
    <details name="site-nav" className="group/nav">
      <summary className="[&::-webkit-details-marker]:hidden" aria-current={current ? 'true' : undefined}>
        {label}
        <Icon name="chevron" className="size-3.5 text-coral transition-transform group-open/nav:rotate-180" />
      </summary>
      <ul data-wide={entries.length > 7 ? '' : undefined}>
        {entries.map((entry) => (
          <li key={entry.label} lang={entry.lang}>
            <NavLink entry={entry} address={address} />
          </li>
        ))}
      </ul>
    </details>
  )
}

export function SiteHeader({ address }: { address: string }) {
  const t = messages()
  const { names } = site()
  const { groups, help, story, donate } = navigation()
  const place = menuPlace(address, { navigation: navigation(), pages: pages(), forms: enquiryForms() })
  return (
    <div className="site-header page w-full">
      <a
        href={localizedHref('/')}
        aria-label={t('header.home', { organisation: names.organisation })}
        className="site-logo me-auto no-underline"
      >
        <Logo name={names.organisation} />
      </a>
      <nav id={menu} popover="auto" aria-label={t('header.main')} data-behaviour="menu" className="site-nav">
        <button
          type="button"
          popoverTarget={menu}
          popoverTargetAction="hide"
          className="in-menu mb-2 ms-auto flex min-h-12 cursor-pointer items-center gap-2 px-2 font-semibold"
        >
          {t('frame.close')} <Icon name="close" />
        </button>
        <SearchForm id="menu-search" landmark={t('search.inMenu')} className="in-menu mb-4" />
        <ul>
          {help && (
            <li className="in-menu" lang={help.lang}>
              <NavLink entry={help} address={address} />
            </li>
          )}
          {groups.map((group) => (
            <li key={group.label} lang={group.lang}>
              <Group group={group} address={address} current={group.label === place} />
            </li>
          ))}
          {story && (
            <li lang={story.lang}>
              <NavLink entry={story} address={address} />
            </li>
          )}
          <li className="in-menu pt-6">
            <ButtonLink href={donate.href} lang={donate.lang} data-pill="" className="w-full">
              {donate.label}
            </ButtonLink>
          </li>
        </ul>
      </nav>
      {/* Phones search in the menu. */}
      <a
        href={localizedHref('/search')}
        aria-label={t('search.search')}
        className="in-row -mx-1 grid size-[44px] place-items-center rounded-full hover:bg-sand"
      >
        <Icon name="search" />
      </a>
      <ButtonLink href={donate.href} lang={donate.lang} aria-current={donate.label === place ? 'true' : undefined}>
        {donate.label}
      </ButtonLink>
      <button
        type="button"
        popoverTarget={menu}
        className="site-menu -me-1.5 grid min-h-12 min-w-[48px] cursor-pointer content-center justify-items-center text-small leading-[1.2] font-bold"
      >
        <Icon name="menu" /> <span>{t('header.menu')}</span>
      </button>
    </div>
  )
}
