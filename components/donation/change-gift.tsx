/** The page of the link that a donor was mailed: one button, to the payment service's page for amount and card. Names no donor. */

import { ButtonLink, buttonClass } from '#components/ui/button-link.tsx'
import { hrefHere } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { LanguageField, type OfficeLines, StopGiftFrame } from './stop-gift.tsx'

export type ChangeNotice = 'limited' | 'unreachable' | 'unknown' | null

const notices = {
  limited: 'change.limited',
  unreachable: 'change.unreachable',
  unknown: 'change.unknown',
} as const satisfies Record<Exclude<ChangeNotice, null>, string>

type ChangeGiftProps = { token: string; expired: boolean; notice: ChangeNotice; test: boolean; office: OfficeLines }

export function ChangeGift({ token, expired, notice, test, office }: ChangeGiftProps) {
  const t = messages()
  if (expired)
    return (
      <StopGiftFrame heading={t('change.expired')} office={office}>
        <p className="mt-6 text-[1.2rem]">{t('change.expiredText')}</p>
      </StopGiftFrame>
    )
  return (
    <StopGiftFrame heading={t('change.heading')} test={test} office={office}>
      {notice && (
        <p role="alert" className="mt-6 rounded-card border-2 border-danger bg-card px-5 py-4">
          {t(notices[notice])}
        </p>
      )}
      <p className="mt-6 text-[1.2rem]">{t('change.nothingYet')}</p>
      <div className="mt-8 flex flex-wrap gap-4">
        <form method="post" action="/api/change-gift">
          <input type="hidden" name="link" value={token} />
          <LanguageField />
          <button type="submit" className={buttonClass('solid')}>
            {t('change.change')}
          </button>
        </form>
        <ButtonLink href={hrefHere('/')} variant="outline">
          {t('change.keep')}
        </ButtonLink>
      </div>
    </StopGiftFrame>
  )
}
