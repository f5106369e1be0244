/** Home / group / this page. lib/site/seo writes the same trail as structured data. */

import { Fragment, type ReactNode } from 'react'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { Page } from '#lib/site/content/schema.ts'

type Trail = { label: string; href?: string | undefined }[]
type Props = {
  /** The page itself: last, and not a link. */
  title: string
  /** Between Home and the page, outermost first; a group without its own page has no href. */
  trail?: Trail
  className?: string
}

const Slash = (): ReactNode => (
  <span aria-hidden="true" className="me-2 ms-1 text-soft">
    /
  </span>
)

export function Breadcrumb({ title, trail = [], className = '' }: Props) {
  const t = messages()
  return (
    <nav aria-label={t('frame.breadcrumb')} className={`text-small print:hidden ${className}`}>
      {/* Inline and balanced, so that no word stands alone on a second line. A slash stays with the name after it; a long name wraps. */}
      <ol className="text-balance">
        {[{ label: t('frame.home'), href: localizedHref('/') }, ...trail].map(({ label, href }, index) => (
          <Fragment key={label}>
            <li className="inline-block max-w-full">
              {index > 0 && <Slash />}
              {href ? (
                <a href={href} className="inline-block py-1 underline underline-offset-4 hover:text-coral">
                  {label}
                </a>
              ) : (
                label
              )}
            </li>{' '}
          </Fragment>
        ))}
        {/* On phones there is no room for it, and the heading below says the same. */}
        <li aria-current="page" className={`inline wrap-anywhere ${trail.length > 0 ? 'max-sm:sr-only' : ''}`}>
          <Slash />
          {title}
        </li>
      </ol>
    </nav>
  )
}

export const pageTrail = ({ parent }: Page): Trail => (parent ? [parent] : [])

/** The trail of what is below a content page: a story, a post, a photo. */
export const trailBelow = (page: Page): Trail => [...pageTrail(page), { label: page.title, href: page.address }]
