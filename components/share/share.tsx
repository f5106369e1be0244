/**
 * The Share button and its panel: a native popover with plain links, which works without JavaScript. Controls that need it are hidden
 * until components/behaviours/share.ts shows them.
 */
import { useId } from 'react'
import { buttonClass } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { messages } from '#lib/platform/messages/index.ts'

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

type Props = {
  /** Absolute: from `absoluteUrl()`. */
  url: string
  title: string
  /** The blog has its own four networks. */
  networks?: 'usual' | 'blog'
}

const field = 'min-h-12 rounded-field border border-field bg-card px-4'

export function Share({ url, title, networks = 'usual' }: Props) {
  const t = messages()
  const id = useId()
  const targets = networks === 'blog' ? blogShareTargets(url, title) : shareTargets(url, title)
  return (
    <>
      <button type="button" popoverTarget={id} className={buttonClass('outline')}>
        <Icon name="share" />
        {t('share.share')}
        {/* A page may have several, so each names what it shares. */}
        <span className="sr-only"> {title}</span>
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('share.shareThat', { title })}
        data-behaviour="share"
        data-title={title}
        className="sheet gap-4 p-5"
      >
        <p>
          <span className="block font-display text-[1.35rem] leading-tight font-[560]">{t('share.shareThis')}</span>
          <span className="text-soft">{title}</span>
        </p>
        <ul className="grid grid-cols-2 gap-2">
          {targets.map(({ network, label, href, popup, copies }) => (
            <li key={network}>
              <a
                href={href}
                target="_blank"
                rel="noopener"
                data-popup={`width=${popup[0]},height=${popup[1]}`}
                data-copies={copies}
                className="flex min-h-12 items-center gap-3 rounded-field border border-line bg-card px-4 font-semibold no-underline hover:border-ink"
              >
                <Icon name={network} />
                {label}
                <span className="sr-only"> {t('frame.newWindow')}</span>
              </a>
            </li>
          ))}
        </ul>
        <input readOnly value={url} aria-label={t('share.link')} className={`w-full ${field}`} />
        <div className="flex flex-wrap items-center gap-2">
          <button hidden data-copy type="button" className={`${field} cursor-pointer font-semibold hover:border-ink`}>
            {t('share.copy')}
          </button>
          <button
            hidden
            data-share-sheet
            type="button"
            className={`${field} cursor-pointer font-semibold hover:border-ink`}
          >
            {t('share.more')}
          </button>
          <span
            role="status"
            data-copied={t('share.copied')}
            data-selected={t('share.selected')}
            className="font-semibold text-coral"
          />
          <button
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            className="ms-auto min-h-12 cursor-pointer px-3 font-semibold underline underline-offset-4"
          >
            {t('frame.close')}
          </button>
        </div>
      </div>
    </>
  )
}
