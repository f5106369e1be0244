/** A link that an editor wrote, as a plain `<a>`. One that opens in a new tab says so, to the eye and to the ear (WCAG technique G201): set `target` nowhere else. */
import 'server-only'
import type { AnchorHTMLAttributes } from 'react'
import { opensInNewTab } from '#lib/content/new-tab.ts'
import { Icon } from './icon.tsx'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }

export function ContentLink({ href, children, ...rest }: Props) {
  const newTab = opensInNewTab(href)
  return (
    <a
      href={href}
      {...rest}
      {...(newTab && { target: '_blank' })}
      {...((newTab || href.startsWith('https:')) && { rel: 'noopener' })}
    >
      {children}
      {newTab && (
        <span className="whitespace-nowrap">
          <span className="sr-only"> (opens in a new tab)</span>
          <Icon name="away" className="ml-[0.35em] inline-block size-[0.85em]" />
        </span>
      )}
    </a>
  )
}
