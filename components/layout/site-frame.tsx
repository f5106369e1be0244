/** The frame of every page: skip link, header, `<main>`, footer. */

import type { ReactNode } from 'react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { currentLanguage, localizedHref } from '#lib/platform/languages/current.ts'
import { addressIn, languageName, splitAddress } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { analyticsConfigured } from '#lib/site/analytics/record.ts'
import { hasSampleNotice, navigation } from '#lib/site/content/index.ts'
import { absoluteUrl, languagesOf } from '#lib/site/routes/index.ts'
import { AnalyticsConsent } from './analytics-consent.tsx'
import { PageRecordEntry } from './page-record.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** `address`: of the page, in any language. */
function LanguageSwitcher({ address }: { address: string }) {
  const current = currentLanguage()
  const others = languagesOf(address).filter((language) => language !== current)
  if (others.length === 0) return null
  return (
    <nav aria-label={messages()('frame.language')} className="flex flex-wrap gap-x-3 lg:gap-x-5">
      <span aria-current="true" className="inline-flex min-h-[44px] items-center font-semibold">
        {languageName(current)}
      </span>
      {others.map((language) => (
        <a
          key={language}
          href={addressIn(language, splitAddress(address).address)}
          lang={language}
          hrefLang={language}
          className="inline-flex min-h-[44px] items-center underline underline-offset-4 hover:text-coral"
        >
          {languageName(language)}
        </a>
      ))}
    </nav>
  )
}

const contentId = 'content'

type Props = {
  /** The page's address without query, marked in the navigation. A layout would not know it, so every page renders its frame. */
  address: string
  className?: string
  /** Where the Donate bar of small screens leads. Without it there is none, as on pages that take gifts. */
  give?: string | undefined
  children: ReactNode
}

export function SiteFrame({ address, className = '', give, children }: Props) {
  const t = messages()
  const { help } = navigation()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href={`#${contentId}`}
        className="absolute top-2 start-2 z-50 -translate-y-20 rounded-full bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0"
      >
        {t('frame.skip')}
      </a>
      {hasSampleNotice() && (
        <p className="bg-gold px-4 py-1.5 text-center text-small text-night print:hidden">
          {t.rich('sample.notice', {
            list: (chunks) => (
              <a href="/api/samples" className="font-semibold underline underline-offset-4">
                {chunks}
              </a>
            ),
          })}
        </p>
      )}
      <PageRecordEntry
        site={{ url: absoluteUrl(''), language: currentLanguage(), asksAboutAnalytics: analyticsConfigured() }}
      />
      <AnalyticsConsent />
      <header className="site-top">
        <div className="page flex w-full flex-wrap items-center justify-between gap-x-4 text-small print:hidden">
          {help && (
            <a
              href={help.href}
              lang={help.lang}
              className="inline-flex min-h-[44px] items-center font-bold text-coral underline underline-offset-4"
            >
              {help.label}
            </a>
          )}
          <LanguageSwitcher address={address} />
        </div>
        <SiteHeader address={localizedHref(address)} />
      </header>
      <div className="relative grow">
        <main id={contentId} tabIndex={-1} className={`outline-none ${className}`}>
          {children}
        </main>
        <ToTop />
        {give && <GiveBar href={give} />}
      </div>
      <SiteFooter />
    </div>
  )
}

/** Donate within reach of the thumb: from the second screen on, at the foot of small screens (page-foot.css). */
function GiveBar({ href }: { href: string }) {
  return (
    <aside aria-label={messages()('frame.give')} className="give-room">
      <div className="give-bar pointer-events-auto sticky border-t border-line bg-paper">
        <ButtonLink href={href} className="w-full">
          {navigation().donate.label}
        </ButtonLink>
      </div>
    </aside>
  )
}

/**
 * "Back to top" on long pages: a tab above the footer, and in wide windows a round button that follows in the margin. It never
 * covers text; page-foot.css shows it depending on the page's height, without JavaScript.
 */
function ToTop() {
  return (
    // A landmark, because axe wants all content inside one, and this is outside main and footer.
    <nav aria-label={messages()('frame.thisPage')} className="to-top-room">
      <a href="#top" className="to-top">
        <Icon name="back" className="size-4 rotate-90" />
        <span className="2xl:sr-only">{messages()('frame.toTop')}</span>
      </a>
    </nav>
  )
}
