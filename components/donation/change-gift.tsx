/** The page of the link that a donor was mailed: one button, to the payment service's page for amount and card. Names no donor. */
import { ButtonLink, buttonClass } from '#components/ui/button-link.tsx'
import { type OfficeLines, StopGiftFrame } from './stop-gift.tsx'

export type ChangeNotice = 'limited' | 'unreachable' | 'unknown' | null

const notices: Record<Exclude<ChangeNotice, null>, string> = {
  limited: 'There were too many tries from your connection. Please wait ten minutes and try again.',
  unreachable:
    'The payment service did not answer, and nothing was changed. Please try again in a few minutes, or tell us.',
  unknown: 'The payment service does not know this gift any more. Please tell us.',
}

type ChangeGiftProps = { token: string; expired: boolean; notice: ChangeNotice; test: boolean; office: OfficeLines }

export function ChangeGift({ token, expired, notice, test, office }: ChangeGiftProps) {
  if (expired)
    return (
      <StopGiftFrame heading="This link is no longer valid" office={office}>
        <p className="mt-6 text-[1.2rem]">
          For your safety it works for half an hour only. Your gift goes on unchanged. Open the link in your latest
          receipt, and ask there for a new one.
        </p>
      </StopGiftFrame>
    )
  return (
    <StopGiftFrame heading="Change your monthly gift" test={test} office={office}>
      {notice && (
        <p role="alert" className="mt-6 rounded-card border-2 border-danger bg-card px-5 py-4">
          {notices[notice]}
        </p>
      )}
      <p className="mt-6 text-[1.2rem]">
        Nothing is changed yet. The button opens a page of our payment service, where you can change the amount or the
        card of your gift.
      </p>
      <div className="mt-8 flex flex-wrap gap-4">
        <form method="post" action="/api/change-gift">
          <input type="hidden" name="link" value={token} />
          <button type="submit" className={buttonClass('solid')}>
            Change the amount or card
          </button>
        </form>
        <ButtonLink href="/" variant="outline">
          Keep it as it is
        </ButtonLink>
      </div>
    </StopGiftFrame>
  )
}
