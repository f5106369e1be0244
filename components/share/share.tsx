/** The Share button and its panel. A native popover with plain links: works before, and without, any script. */
import { type ButtonVariant, buttonClass } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { blogShareTargets, shareTargets } from './links.ts'
import { SharePanel } from './share-panel.tsx'

type Props = {
  /** Absolute: from `absoluteUrl()`. */
  url: string
  title: string
  label?: string
  variant?: ButtonVariant
  /** The blog has four networks of its own. */
  networks?: 'usual' | 'blog'
}

export function Share({ url, title, label = 'Share', variant = 'outline', networks = 'usual' }: Props) {
  const targets = networks === 'blog' ? blogShareTargets(url, title) : shareTargets(url, title)
  return (
    <SharePanel
      url={url}
      title={title}
      buttonClassName={buttonClass(variant)}
      button={
        <>
          <Icon name="share" />
          {label}
          {/* A page may have several: each says what it shares. */}
          <span className="sr-only"> {title}</span>
        </>
      }
    >
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
              <span className="sr-only"> (opens a new window)</span>
            </a>
          </li>
        ))}
      </ul>
    </SharePanel>
  )
}
