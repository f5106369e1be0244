/** Where a share goes: the networks' own share pages, as plain addresses that work without a script. */

export type ShareTarget = {
  network: 'facebook' | 'whatsapp' | 'x' | 'linkedin' | 'instagram'
  label: string
  href: string
  /** Width and height in pixels of the pop-up window that a script opens instead of a tab (specification, "Share modal"). */
  popup: readonly [number, number]
  /** The network takes no address in its own: the link is copied when it is followed. */
  copies?: true
}

const usual = [550, 400] as const

/** `url` is absolute and canonical; `title` is said beside it where the network allows. */
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
 * The four of the blog (specification, "Share modal"). Instagram has no share page: its link leads to Instagram, and the script
 * copies the address first, to be pasted there.
 */
export function blogShareTargets(url: string, title: string): ShareTarget[] {
  return [
    ...shareTargets(url, title).filter(({ network }) => network !== 'linkedin'),
    { network: 'instagram', label: 'Instagram', href: 'https://www.instagram.com/', popup: usual, copies: true },
  ]
}
