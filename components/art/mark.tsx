/** The logo, content/logo.svg: alone, and beside the name. */
import { logo } from '#lib/site/content/brand.ts'

/** The background of the logo: the page, which is dark in the dark scheme, or a band that is always dark. */
type Ground = 'page' | 'dark'

/** The logo alone, decorative; 40 px unless `className` sizes it. */
export function Mark({ className = 'size-10', on = 'page' }: { className?: string; on?: Ground }) {
  return (
    <svg
      className={`block shrink-0 forced-color-adjust-none ${on === 'dark' ? 'on-dark ' : ''}${className}`}
      viewBox={logo.viewBox}
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: logo.inside }}
    />
  )
}

/** The logo with the organisation's name on two lines, in the text colour. The caller wraps it in a link. */
export function Logo({ name, on = 'page', className = '' }: { name: string; on?: Ground; className?: string }) {
  const [first, second] = inTwoLines(name)
  return (
    <span className={`inline-flex items-center gap-3 font-display text-lead font-semibold leading-[1.1] ${className}`}>
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
