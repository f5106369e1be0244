/** The buttons under a block's words: the first one asks, the others offer. */
import { ButtonLink } from '#components/ui/button-link.tsx'
import type { Action } from '#lib/content/schema.ts'

export function Actions({ actions, className = 'mt-7' }: { actions: readonly Action[]; className?: string }) {
  if (actions.length === 0) return null
  return (
    <div className={`flex flex-wrap gap-3 ${className}`}>
      {actions.map(({ label, href }, place) => (
        <ButtonLink key={`${label} ${href}`} href={href} variant={place === 0 ? 'solid' : 'outline'}>
          {label}
        </ButtonLink>
      ))}
    </div>
  )
}
