/** The Share button and its panel. A native popover with plain links: works before, and without, any script. */
import { type ButtonVariant, buttonClass } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { shareTargets } from './links.ts'
import { SharePanel } from './share-panel.tsx'

type Props = {
  /** Absolute: from `absoluteUrl()`. */
  url: string
  title: string
  label?: string
  variant?: ButtonVariant
}

export function Share({ url, title, label = 'Share', variant = 'outline' }: Props) {
  return (
    <SharePanel
      url={url}
      title={title}
      buttonClassName={buttonClass(variant)}
      button={
        <>
          <Icon name="share" />
          {label}
        </>
      }
    >
      <ul className="grid grid-cols-2 gap-2">
        {shareTargets(url, title).map(({ network, label, href, popup }) => (
          <li key={network}>
            <a
              href={href}
              target="_blank"
              rel="noopener"
              data-popup={`width=${popup[0]},height=${popup[1]}`}
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
