/** The buttons under a block's text: the first is solid, the others are outlined. */
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button-link.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import type { Action } from '#lib/site/content/fields.ts'
import { stories } from '#lib/site/content/index.ts'

type Props = {
  actions: readonly Action[]
  className?: string
  /** Another kind of button in the same row. */
  children?: ReactNode
}

export function Actions({ actions, className = 'mt-7', children }: Props) {
  if (actions.length === 0 && !children) return null
  return (
    <div className={`flex flex-wrap gap-3 ${className}`}>
      {actions.map(({ label, href, lang }, index) => (
        <ContentLink
          key={`${label} ${href}`}
          href={href}
          lang={lang}
          // Opens a story over the page, as its card does.
          data-story={stories().find(({ address }) => address === href)?.title}
          className={buttonClass(index === 0 ? 'solid' : 'outline')}
        >
          {label}
        </ContentLink>
      ))}
      {children}
    </div>
  )
}
