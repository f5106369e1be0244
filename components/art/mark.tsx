/** The logo, content/logo.svg: alone, beside the name, and as an icon. */
import { drawnLogo, logo } from '#lib/site/content/brand.ts'
import { colour } from './colours.ts'

/** The logo in fixed colours, for icons and social cards: a box that it fills. */
export const MarkArt = (box: { x: number; y: number; width: number; height: number }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of content, which the checks keep from being more than a drawing
  <svg {...box} viewBox={drawnLogo.viewBox} aria-hidden="true" dangerouslySetInnerHTML={{ __html: drawnLogo.inside }} />
)

/** The background of the logo: the page, which is dark in the dark scheme, or a band that is always dark. */
type Ground = 'page' | 'dark'

/** The logo alone, decorative; 40 px unless `className` sizes it. */
export function Mark({ className = 'size-10', on = 'page' }: { className?: string; on?: Ground }) {
  return (
    <svg
      className={`block shrink-0 forced-color-adjust-none ${on === 'dark' ? 'on-dark ' : ''}${className}`}
      viewBox={logo.viewBox}
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: as above
      dangerouslySetInnerHTML={{ __html: logo.inside }}
    />
  )
}

/** The logo with the organisation's name on two lines, in the text colour. The caller wraps it in a link. */
export function Logo({ name, on = 'page', className = '' }: { name: string; on?: Ground; className?: string }) {
  const [first, second] = inTwoLines(name)
  return (
    <span
      className={`inline-flex items-center gap-3 font-display text-[1.15rem] font-semibold leading-[1.1] ${className}`}
    >
      <Mark on={on} />
      <span>
        {first}
        {second && (
          <>
            {' '}
            <br />
            {second}
          </>
        )}
      </span>
    </span>
  )
}

/** Broken at the space that is nearest to the middle; a name of one word is one line. */
function inTwoLines(name: string): string[] {
  const words = name.split(' ')
  const lines = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')])
  const unevenness = ([first = '', second = '']: string[]) => Math.abs(first.length - second.length)
  return lines.sort((a, b) => unevenness(a) - unevenness(b))[0] ?? [name]
}

/**
 * The logo on the ground of a page for a home screen: a standalone svg of `size` by `size` pixels. `safe` keeps it within the inner
 * circle of 80 % that a maskable icon always shows (https://www.w3.org/TR/appmanifest/#icon-masks).
 */
export function AppIcon({ size, safe = false }: { size: number; safe?: boolean }) {
  const room = safe ? 13 : 5
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox={`${-room} ${-room} ${40 + 2 * room} ${40 + 2 * room}`}
    >
      <title>Icon</title>
      <rect x={-room} y={-room} width={40 + 2 * room} height={40 + 2 * room} fill={colour.cream} />
      <MarkArt x={0} y={0} width={40} height={40} />
    </svg>
  )
}
