/**
 * The Share button and its panel: a native popover with plain links, which works without JavaScript. Controls that need it are hidden
 * until components/behaviours/share.ts shows them.
 */
import { useId } from 'react'
import { buttonClass } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { messages } from '#lib/platform/messages/index.ts'

/**
 * The networks' share pages (specification, "Share modal"), as plain links. `url` is absolute and canonical; `title` is added where the
 * network allows. The blog has Instagram, which has no share page: its link leads to Instagram, and the behaviour copies the address first.
 */
export function shareTargets(url: string, title: string, networks: 'usual' | 'blog' = 'usual') {
  const query = (values: Record<string, string>) => `?${new URLSearchParams(values)}`
  const last =
    networks === 'blog'
      ? ({ network: 'instagram', label: 'Instagram', href: 'https://www.instagram.com/', copies: true } as const)
      : ({
          network: 'linkedin',
          label: 'LinkedIn',
          href: `https://www.linkedin.com/sharing/share-offsite/${query({ url })}`,
        } as const)
  return [
    { network: 'facebook', label: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php${query({ u: url })}` },
    {
      network: 'whatsapp',
      label: 'WhatsApp',
      href: `https://api.whatsapp.com/send${query({ text: `${title} ${url}` })}`,
    },
    { network: 'x', label: 'X', href: `https://x.com/intent/post${query({ text: title, url })}` },
    last,
  ] as const
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
          <span className="block title text-lead">{t('share.shareThis')}</span>
          <span className="text-soft">{title}</span>
        </p>
        <ul className="grid grid-cols-2 gap-2">
          {shareTargets(url, title, networks).map(({ network, label, href, ...rest }) => (
            <li key={network}>
              <a
                href={href}
                target="_blank"
                rel="noopener"
                data-copies={'copies' in rest || undefined}
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
          <CopyButtons of="link" />
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

/** For components/behaviours/share.ts, which shows them: they copy or share the text of the field beside them. */
export function CopyButtons({ of }: { of: 'link' | 'text' }) {
  const t = messages()
  const look = `${field} cursor-pointer font-semibold hover:border-ink`
  return (
    <>
      <button hidden data-copy type="button" className={look}>
        {t(of === 'link' ? 'share.copy' : 'share.copyText')}
      </button>
      <button hidden data-share-sheet type="button" className={look}>
        {t('share.more')}
      </button>
      <span
        role="status"
        data-copied={t('share.copied')}
        data-selected={t(of === 'link' ? 'share.selected' : 'share.selectedText')}
        className="font-semibold text-coral"
      />
    </>
  )
}
