/** The pill: one look for links and buttons that ask for an action. */
import type { AnchorHTMLAttributes, ReactNode } from 'react'

const looks = {
  solid: 'border-coral bg-coral text-paper hover:border-coral-deep hover:bg-coral-deep',
  outline: 'border-ink bg-transparent text-ink hover:bg-ink hover:text-paper',
  ink: 'border-ink bg-ink text-paper hover:border-soft hover:bg-soft',
  /** On dark bands, in both schemes. */
  cream: 'border-cream bg-cream text-night hover:border-gold hover:bg-gold',
} as const

type ButtonVariant = keyof typeof looks

/** Classes for an `<a>`, `<button>` or `<summary>`, at least 48 px high. `--pill-side` sets the side padding; print.css hides it. */
export function buttonClass(variant: ButtonVariant = 'solid', className = '') {
  return `pill inline-flex min-h-12 cursor-pointer items-center justify-center gap-2 rounded-full border-2 px-(--pill-side,1.5rem) py-2 text-center font-bold leading-tight no-underline transition-colors disabled:cursor-not-allowed disabled:opacity-60 ${looks[variant]} ${className}`
}

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; variant?: ButtonVariant }

/** A plain `<a>`, because each page has its own content security policy. External links get rel=noopener. */
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

/** Buttons and links side by side, as many in a line as there is room for. */
export function ButtonRow({ className = '', children }: { className?: string; children: ReactNode }) {
  return <div className={`flex flex-wrap items-start gap-3 ${className}`}>{children}</div>
}
