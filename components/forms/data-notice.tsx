/** Shown at a form that stores data: purpose, retention and contact, with a link to the privacy policy. */

import { ContentLink, contactLinks } from '#components/ui/content-link.tsx'
import { hrefHere } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { site } from '#lib/site/content/index.ts'

/** Ids of the blocks of /PrivacyPolicy. */
const anchors = {
  enquiry: 'writing',
  help: 'surgery',
  newsletter: 'newsletter',
  gift: 'giving',
  sponsorship: 'giving',
} as const
type Purpose = keyof typeof anchors

const linkClass = 'underline'

export function DataNotice({ purpose, className = '' }: { purpose: Purpose; className?: string }) {
  const t = messages()
  // Two lines are quickly typed again, and browsers restore them.
  const keepsPage = purpose !== 'newsletter'
  return (
    <p className={`${className} text-[0.9rem] text-soft`}>
      {t(`privacy.${purpose}`)}{' '}
      {t.rich('privacy.ask', {
        ...contactLinks(site().names.email, linkClass),
        policy: (words) => (
          <ContentLink
            href={hrefHere(`/PrivacyPolicy#${anchors[purpose]}`)}
            keepsPage={keepsPage}
            className={linkClass}
          >
            {words}
          </ContentLink>
        ),
      })}
    </p>
  )
}
