/** The forms of the page with all gifts of a donor: each posts one request with the token of the mailed link. */
import type { ReactNode } from 'react'
import { LanguageField } from '#components/forms/posted-form.tsx'
import { PageRecordEntry } from '#components/layout/page-record.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { giftsField } from '#lib/giving/receipts/links.ts'
import type { GiftAction } from '#lib/giving/receipts/your-gifts.ts'
import { dayInWords } from '#lib/platform/dates.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import type { Currency } from '#lib/platform/money.ts'
import { receiptTerms } from '#lib/site/content/index.ts'

/** A day as the office of that currency counts it. */
export function dayOf(moment: Date, currency: Currency): string {
  const { locale, zone } = receiptTerms(currency)
  return dayInWords(moment, readerLocale(locale), { zone })
}

/** A button or a link that looks like text. */
export const lineButton = 'min-h-11 cursor-pointer font-bold underline underline-offset-4'

type PostFormProps = {
  token: string
  intent: GiftAction | 'file'
  which?: string
  /** Its only button, if it asks nothing. */
  submit?: string
  /** How that looks. */
  look?: string
  className?: string
  children?: ReactNode
}

export function PostForm({ token, intent, which, submit, look, className, children }: PostFormProps) {
  return (
    <form method="post" action="/api/your-gifts" className={className}>
      <PageRecordEntry needs={['portal']} />
      <input type="hidden" name={giftsField} value={token} />
      <input type="hidden" name="intent" value={intent} />
      {which && <input type="hidden" name="which" value={which} />}
      <LanguageField />
      {submit && (
        <button type="submit" className={look ?? buttonClass('outline')}>
          {submit}
        </button>
      )}
      {children}
    </form>
  )
}

export function Unfold({ summary, open, children }: { summary: string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open} className="group/more border-t border-line print:hidden">
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 py-2 font-bold">
        {summary}
        <Icon name="chevron" className="size-4 transition-transform group-open/more:rotate-180" />
      </summary>
      <div className="pt-1 pb-5">{children}</div>
    </details>
  )
}
