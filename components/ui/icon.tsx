/** Decorative icons: the text beside them or the control's accessible name gives the meaning. Client components get them as props, to keep them out of the bundle. */
import { groups } from '#components/art/drawings.ts'
import { named } from '#components/art/paint.ts'

type IconName =
  | ('facebook' | 'instagram' | 'linkedin' | 'whatsapp' | 'x' | 'youtube')
  | ('away' | 'back' | 'chevron' | 'close' | 'download' | 'forward' | 'link' | 'menu' | 'phone' | 'search' | 'share')

const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** A drawing of 24 units in the text colour: filled from drawings/brands.svg, or lines from drawings/icons.svg. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  const brand = groups[`brands#${name}`]
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      aria-hidden="true"
      {...(brand ? { fill: 'currentColor' } : line)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a drawing of ours
      dangerouslySetInnerHTML={{ __html: brand ?? named(groups, `icons#${name}`) }}
    />
  )
}
