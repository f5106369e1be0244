/** Stands in an arch for a person without a picture: the organisation's initials on its cloth. */
import { site } from '#lib/site/content/index.ts'
import { PatternFill } from './patterns.tsx'

export function Monogram() {
  return (
    <div aria-hidden="true" className="relative grid size-full place-items-center bg-plum">
      <PatternFill name="india" className="absolute inset-0 opacity-25" />
      <span className="font-display relative text-[clamp(1.6rem,6vw,2.4rem)] font-[560] text-cream">
        {site().names.initials}
      </span>
    </div>
  )
}
