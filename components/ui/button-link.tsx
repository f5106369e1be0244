/** The pill: one look for every link and button that asks for an action. A link goes somewhere; a button does something here: never swap them. */
import type { AnchorHTMLAttributes } from 'react'

const looks = {
  /** The one action that a view asks for. */
  solid: 'border-coral bg-coral text-paper hover:border-coral-deep hover:bg-coral-deep',
  outline: 'border-ink bg-transparent text-ink hover:bg-ink hover:text-paper',
  ink: 'border-ink bg-ink text-paper hover:border-soft hover:bg-soft',
  /** On plum and night, in both schemes. */
  cream: 'border-cream bg-cream text-night hover:border-gold hover:bg-gold',
} as const

export type ButtonVariant = keyof typeof looks

/** Classes of a pill of at least 48 px, for an `<a>`, a `<button>` or a `<summary>`. Its sides are `--pill-side`, for narrow places; on paper there is none (print.css). */
export function buttonClass(variant: ButtonVariant = 'solid', className = '') {
  return `pill inline-flex min-h-12 cursor-pointer items-center justify-center gap-2 rounded-full border-2 px-(--pill-side,1.5rem) py-2 text-center font-[650] leading-tight no-underline transition-colors disabled:cursor-not-allowed disabled:opacity-60 ${looks[variant]} ${className}`
}

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; variant?: ButtonVariant }

/** A plain `<a>`: each page has a policy of its own, so every navigation is a real one. An address elsewhere gets rel=noopener. */
export function ButtonLink({ href, variant = 'solid', className = '', ...rest }: Props) {
  return (
    <a
      href={href}
      className={buttonClass(variant, className)}
      {...(href.startsWith('https:') && { rel: 'noopener' })}
      {...rest}
    />
  )
}
