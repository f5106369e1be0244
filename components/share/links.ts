/** The networks' share pages, as plain links that work without JavaScript. */

type ShareTarget = {
  network: 'facebook' | 'whatsapp' | 'x' | 'linkedin' | 'instagram'
  label: string
  href: string
  /** Width and height in pixels of the pop-up that the behaviour opens instead of a tab (specification, "Share modal"). */
  popup: readonly [number, number]
  /** The network has no share page: the link is copied when it is followed. */
  copies?: true
}

const usual = [550, 400] as const

/** `url` is absolute and canonical; `title` is added where the network allows. */
export function shareTargets(url: string, title: string): ShareTarget[] {
  const address = (base: string, query: Record<string, string>) => `${base}?${new URLSearchParams(query)}`
  return [
    {
      network: 'facebook',
      label: 'Facebook',
      href: address('https://www.facebook.com/sharer/sharer.php', { u: url }),
      popup: usual,
    },
    {
      network: 'whatsapp',
      label: 'WhatsApp',
      href: address('https://api.whatsapp.com/send', { text: `${title} ${url}` }),
      popup: usual,
    },
    { network: 'x', label: 'X', href: address('https://x.com/intent/post', { text: title, url }), popup: usual },
    {
      network: 'linkedin',
      label: 'LinkedIn',
      href: address('https://www.linkedin.com/sharing/share-offsite/', { url }),
      popup: [750, 600],
    },
  ]
}

/**
 * The blog's four (specification, "Share modal"). Instagram has no share page: its link leads to Instagram, and the behaviour
 * copies the address first.
 */
export function blogShareTargets(url: string, title: string): ShareTarget[] {
  return [
    ...shareTargets(url, title).filter(({ network }) => network !== 'linkedin'),
    { network: 'instagram', label: 'Instagram', href: 'https://www.instagram.com/', popup: usual, copies: true },
  ]
}
