/** Shown instead of /stop-gift and /your-gifts if the link's signature is invalid. */
import type { Metadata } from 'next'
import { StopGiftFrame } from '#components/donation/stop-gift.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { giftsPath } from '#lib/giving/receipts/links.ts'
import { receiptOffice } from '#lib/giving/receipts/wording.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { named } from '#lib/site/seo/metadata.ts'
import { inEveryLanguage, type Params, readParams } from '../../params.ts'

export const generateStaticParams = inEveryLanguage

export async function generateMetadata(props: Params): Promise<Metadata> {
  await readParams(props)
  return {
    title: { absolute: named(messages()('stop.broken')) },
    robots: { index: false, follow: true },
    referrer: 'same-origin',
  }
}

export default async function BrokenLinkPage(props: Params) {
  await readParams(props)
  const t = messages()
  return (
    <StopGiftFrame heading={t('stop.broken')} office={receiptOffice(null)}>
      <p className="mt-6 text-lead">{t('stop.brokenText')}</p>
      <p className="mt-8">
        <ButtonLink href={giftsPath(null)} variant="outline">
          {t('gifts.title')}
        </ButtonLink>
      </p>
    </StopGiftFrame>
  )
}
