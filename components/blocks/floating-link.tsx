/** The round link that floats over Home on desks. It stands after the blocks and sticks to the window's edge, so that it never lies over the footer. */
import { Mark } from '#components/art/logo.tsx'

export function FloatingLink({ label, href }: { label: string; href: string }) {
  return (
    <div className="pointer-events-none sticky bottom-6 z-20 hidden h-0 desk:block print:hidden">
      <a href={href} className="floating-link pointer-events-auto">
        <Mark on="dark" className="size-9" />
        <span className="max-w-full px-2 leading-tight">{label}</span>
      </a>
    </div>
  )
}
