/** The form with which a donor requests a link to all their gifts. Its response is the same for every address. */

import { FormField } from '#components/forms/field.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { emailField } from '#lib/contact/forms/form.ts'
import { giftsAddress } from '#lib/giving/receipts/links.ts'
import { receiptOffice } from '#lib/giving/receipts/wording.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { LanguageField, Notice, StopGiftFrame } from './stop-gift.tsx'

/** `result`: that of the last post, from the query string, so untrusted. */
export function AskForLink({ result }: { result: string }) {
  const t = messages()
  const { rules, form } = textsIn()
  const notice = {
    sent: t('gifts.sent'),
    limited: t('gifts.limited'),
    unavailable: t('gifts.unavailable'),
    'not-offered': t('gifts.notOffered'),
    expired: t('gifts.expiredText'),
  }[result]
  const heading = result === 'expired' ? t('gifts.expired') : t('gifts.title')
  return (
    <StopGiftFrame address={giftsAddress} heading={heading} over office={receiptOffice(null)}>
      {notice && <Notice good={result === 'sent'}>{notice}</Notice>}
      {result !== 'sent' && result !== 'not-offered' && (
        <form method="post" action="/api/your-gifts" className="mt-6 space-y-6">
          <p className="text-[1.2rem]">{t('gifts.askText')}</p>
          <input type="hidden" name="intent" value="request" />
          <LanguageField />
          <FormField
            {...emailField(rules, form.email)}
            hint={t('gifts.emailHint')}
            name="email"
            texts={form}
            error={result === 'wrong-email' ? rules.email : undefined}
          />
          <button type="submit" className={buttonClass()}>
            {t('gifts.send')}
          </button>
        </form>
      )}
    </StopGiftFrame>
  )
}
