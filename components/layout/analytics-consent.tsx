/** Asks once whether the visit may be counted (components/behaviours/analytics.ts). Rendered only where analytics is set up, shown only by script. */

import { buttonClass } from '#components/ui/button-link.tsx'
import { cardClass } from '#components/ui/card.tsx'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { analyticsConfigured } from '#lib/site/analytics/record.ts'

const titleId = 'analytics-question'

export function AnalyticsConsent() {
  if (!analyticsConfigured()) return null
  const t = messages()
  return (
    <section
      hidden
      aria-labelledby={titleId}
      data-behaviour="analytics"
      className={`consent fixed inset-x-3 bottom-3 z-40 mx-auto max-w-xl p-5 shadow-lg lg:bottom-5 print:hidden ${cardClass}`}
    >
      <p id={titleId} className="title text-lead">
        {t('consent.question')}
      </p>
      <p className="mt-2 text-small text-soft">
        {t('consent.text')}{' '}
        <a href={localizedHref('/PrivacyPolicy#statistics')} className="text-ink underline underline-offset-4">
          {t('consent.what')}
        </a>
      </p>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <button type="button" value="yes" className={buttonClass('outline')}>
          {t('consent.yes')}
        </button>
        <button type="button" value="no" className={buttonClass('outline')}>
          {t('consent.no')}
        </button>
      </div>
    </section>
  )
}

/** In the footer: changing the answer is as easy as giving it. */
export function AnalyticsChoice({ className }: { className: string }) {
  if (!analyticsConfigured()) return null
  return (
    <button type="button" hidden data-analytics-choice className={className}>
      {messages()('consent.statistics')}
    </button>
  )
}
