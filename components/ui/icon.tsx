/** Decorative icons: the text beside them or the control's accessible name gives the meaning. Client components get them as props, to keep them out of the bundle. */
import type { ReactNode } from 'react'

const brands = {
  facebook:
    'M13.6 22v-9h3l.5-3.6h-3.5V7.1c0-1 .3-1.7 1.8-1.7h1.8V2.2C16.9 2.1 15.9 2 14.7 2c-2.8 0-4.7 1.7-4.7 4.8v2.6H7V13h3v9z',
  x: 'M18.2 2.3h3.3l-7.2 8.3 8.5 11.2h-6.7l-5.2-6.9-6 6.9H1.6l7.7-8.9L1.2 2.3H8l4.7 6.2zM17 19.8h1.9L7 4.1H5z',
  linkedin:
    'M3.3 9h3.9v12.5H3.3zM5.3 2.8a2.26 2.26 0 1 1 0 4.52 2.26 2.26 0 0 1 0-4.52zM9.7 9h3.7v1.7h.1c.5-1 1.8-2 3.7-2 3.9 0 4.6 2.6 4.6 5.9v6.9h-3.9v-6.1c0-1.5 0-3.3-2-3.3s-2.3 1.6-2.3 3.2v6.2H9.7z',
  youtube:
    'M22.5 6.6a2.8 2.8 0 0 0-2-2C18.8 4.2 12 4.2 12 4.2s-6.8 0-8.5.4a2.8 2.8 0 0 0-2 2A29 29 0 0 0 1.1 12c0 1.9.1 3.7.4 5.4a2.8 2.8 0 0 0 2 2c1.7.4 8.5.4 8.5.4s6.8 0 8.5-.4a2.8 2.8 0 0 0 2-2c.3-1.7.4-3.5.4-5.4s-.1-3.7-.4-5.4zM9.8 15.3V8.7l5.8 3.3z',
  whatsapp:
    'M12 2a9.9 9.9 0 0 0-8.5 15L2 22l5.2-1.4A9.9 9.9 0 1 0 12 2zm0 18.1c-1.6 0-3.1-.4-4.4-1.2l-.3-.2-3 .8.8-2.9-.2-.3A8.2 8.2 0 1 1 12 20.1zm4.6-6.1c-.3-.1-1.5-.7-1.7-.8-.3-.1-.4-.1-.6.1l-.8 1c-.1.2-.3.2-.5.1a6.8 6.8 0 0 1-3.4-3c-.1-.2 0-.4.1-.5l.6-.7.2-.5v-.4L9.7 7.5c-.2-.5-.4-.4-.6-.4h-.5c-.2 0-.5 0-.7.3-.9.9-1.1 2.3-.4 3.7a11 11 0 0 0 4.7 4.5c2 .9 2.9.9 3.7.8.7-.1 1.5-.6 1.7-1.2.2-.6.2-1.1.1-1.2z',
} as const

const strokes = {
  instagram: (
    <>
      <rect x="3" y="3" width="18" height="18" rx="5.2" />
      <circle cx="12" cy="12" r="4.2" />
      <circle cx="17.2" cy="6.8" r=".7" />
    </>
  ),
  menu: <path d="M3 7c3-2.5 6 2.5 9 0s6 2.5 9 0M3 12.5h18M3 18h18" />,
  close: <path d="m5 5 14 14M19 5 5 19" />,
  chevron: <path d="m6 9.5 6 6 6-6" />,
  link: (
    <path d="M10 14a4.2 4.2 0 0 0 6 0l3.8-3.8a4.2 4.2 0 1 0-6-6L12.5 5.5M14 10a4.2 4.2 0 0 0-6 0l-3.8 3.8a4.2 4.2 0 1 0 6 6l1.3-1.3" />
  ),
  share: (
    <>
      <path d="M12 15.5V3.5m-4.5 4L12 3l4.5 4.5" />
      <path d="M7.5 11H5v10h14V11h-2.5" />
    </>
  ),
  download: <path d="M12 3.5v12m-4.5-4.5 4.5 4.5 4.5-4.5M4.5 20.5h15" />,
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" />
    </>
  ),
  phone: (
    <path d="M6.5 3.5h3l1.5 4.5-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4.5 1.5v3a2 2 0 0 1-2.2 2A16.5 16.5 0 0 1 4.5 5.7a2 2 0 0 1 2-2.2z" />
  ),
  back: <path d="M20 12H4.5m6.5-7-7 7 7 7" />,
  forward: <path d="M4 12h15.5M13 5l7 7-7 7" />,
  away: <path d="M9 5h10v10M19 5 5.5 18.5" />,
} satisfies Record<string, ReactNode>

type IconName = keyof typeof brands | keyof typeof strokes

const isBrand = (name: IconName): name is keyof typeof brands => name in brands

/** A 24-unit drawing in the text colour. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  const brand = isBrand(name)
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      aria-hidden="true"
      fill={brand ? 'currentColor' : 'none'}
      {...(brand ? {} : { stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' })}
    >
      {isBrand(name) ? <path d={brands[name]} /> : strokes[name]}
    </svg>
  )
}
