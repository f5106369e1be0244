'use client'
/** A link that knows whether it names the page that is shown. On the server too: it is marked without a script. */
import { usePathname } from 'next/navigation'

/** `page` on the page itself, `true` on a page beneath it, such as a story of a country. */
export function NavLink({ href, label, note }: { href: string; label: string; note?: string | undefined }) {
  const path = usePathname()
  const current = path === href ? 'page' : path.startsWith(`${href}/`) ? 'true' : undefined
  return (
    <a href={href} aria-current={current}>
      {label}
      {note && <small>{note}</small>}
    </a>
  )
}
