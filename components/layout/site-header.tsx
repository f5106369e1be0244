/** The top of every page. Groups are native `<details>`, the phone's menu is a native popover: all of it works without a script. */
import { Logo } from '#components/art/logo.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { navigation, site } from '#lib/content/index.ts'
import type { Navigation } from '#lib/content/schema.ts'
import { NavLink } from './nav-link.tsx'
import { NavPanel } from './nav-panel.tsx'

const menu = 'site-menu'

/** A group of one is no group: its entry stands in its place. */
function Group({ label, entries }: Navigation['groups'][number]) {
  const [first, ...more] = entries
  if (first && more.length === 0) return <NavLink href={first.href} label={label} />
  return (
    <details name="site-nav" className="group/nav">
      <summary>
        {label}
        <Icon name="chevron" className="size-3.5 text-coral transition-transform group-open/nav:rotate-180" />
      </summary>
      <ul data-wide={entries.length > 7 ? '' : undefined}>
        {entries.map((entry) => (
          <li key={entry.label}>
            <NavLink href={entry.href} label={entry.label} note={entry.note} />
          </li>
        ))}
      </ul>
    </details>
  )
}

export function SiteHeader() {
  const { logo, names } = site()
  const { groups, story, donate } = navigation()
  return (
    <header className="site-header page w-full">
      <a href="/" aria-label={`${names.organisation}, home`} className="site-logo">
        <Logo lines={logo} />
      </a>
      <NavPanel id={menu} className="site-nav">
        <button
          type="button"
          popoverTarget={menu}
          popoverTargetAction="hide"
          className="mb-2 ml-auto flex min-h-12 cursor-pointer items-center gap-2 px-2 font-semibold desk:hidden"
        >
          Close <Icon name="close" />
        </button>
        <ul>
          {groups.map((group) => (
            <li key={group.label}>
              <Group {...group} />
            </li>
          ))}
          <li>
            <ButtonLink href={story.href} variant="outline" data-pill="" className="site-story">
              {story.label}
            </ButtonLink>
          </li>
        </ul>
      </NavPanel>
      <ButtonLink href={donate.href}>{donate.label}</ButtonLink>
      <button type="button" popoverTarget={menu} className="site-menu">
        <Icon name="menu" /> Menu
      </button>
    </header>
  )
}
