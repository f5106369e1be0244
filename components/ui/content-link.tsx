/** A link from content or in a form. One that opens in a new tab says so, visibly and to screen readers (WCAG technique G201): set `target` nowhere else. */
import 'server-only'
import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { messages } from '#lib/platform/messages/index.ts'
import { telephoneHref } from '#lib/site/content/placeholders.ts'
import { kindAndSize, opensInNewTab, paperKind } from '#lib/site/content/site-links.ts'
import { Icon } from './icon.tsx'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  /** Title of the linked story, for components/behaviours/story-dialog.ts. */
  'data-story'?: string | undefined
  /** Always in a new tab: for a link within a form, so that what was typed is kept. */
  keepsPage?: boolean
}

export function ContentLink({ href, keepsPage = false, children, ...rest }: Props) {
  const paper = paperKind(href)
  const newTab = keepsPage || opensInNewTab(href)
  return (
    <a
      href={href}
      {...rest}
      {...(newTab && { target: '_blank' })}
      {...((newTab || href.startsWith('https:')) && { rel: 'noopener' })}
    >
      {children}
      {paper && <span className="font-normal"> ({kindAndSize(paper, href)})</span>}
      {newTab && (
        <span className="whitespace-nowrap">
          <span className="sr-only"> {messages()('frame.newTab')}</span>
          <Icon name="away" className="ms-1.5 inline-block size-[0.85em]" />
        </span>
      )}
    </a>
  )
}

/** For a sentence of the catalogue that names an address, in `<email>`, and perhaps a telephone, in `<phone>`. */
export const contactLinks = (address: string, className: string, number = '') => ({
  address,
  number,
  email: (chunks: ReactNode) => (
    <a href={`mailto:${address}`} className={className}>
      {chunks}
    </a>
  ),
  phone: (chunks: ReactNode) => (
    <a href={telephoneHref(number)} className={className}>
      {chunks}
    </a>
  ),
})
