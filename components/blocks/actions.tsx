/** The buttons under a block's words: the first one asks, the others offer. */
import type { ReactNode } from 'react'
import { StoryLink } from '#components/stories/story-link.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import type { Action } from '#lib/content/schema.ts'

type Props = {
  actions: readonly Action[]
  className?: string
  /** A button of another kind that stands in the same row. */
  children?: ReactNode
}

const storyAddress = /^\/\w+\/stories\//

export function Actions({ actions, className = 'mt-7', children }: Props) {
  if (actions.length === 0 && !children) return null
  return (
    <div className={`flex flex-wrap gap-3 ${className}`}>
      {actions.map(({ label, href }, place) => {
        // A story opens over the page of its country from a button as it does from its card.
        const Link = storyAddress.test(href) ? StoryLink : ContentLink
        return (
          <Link key={`${label} ${href}`} href={href} className={buttonClass(place === 0 ? 'solid' : 'outline')}>
            {label}
          </Link>
        )
      })}
      {children}
    </div>
  )
}
