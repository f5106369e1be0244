/** A monthly gift at Your gifts: what is known of it, and what its donor can change. */
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button-link.tsx'
import { Card, FactList, Notice } from '#components/ui/card.tsx'
import { askAmount } from '#lib/giving/donation/amount.ts'
import { describeGift } from '#lib/giving/donation/form.ts'
import { donationTerms } from '#lib/giving/donation/terms.ts'
import { giftsField, giftsPath, stopPath, stopToken } from '#lib/giving/receipts/links.ts'
import { type MonthlyGift, movedDays } from '#lib/giving/receipts/your-gifts.ts'
import { monthsAfter } from '#lib/platform/dates.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { type Currency, formatMoney, giftInWords } from '#lib/platform/money.ts'
import { isReference } from '#lib/platform/reference.ts'
import { wallTime } from '#lib/platform/zone.ts'
import { bankAsksAbove, hasMandates, receiptTerms } from '#lib/site/content/index.ts'
import { dayOf, lineButton, PostForm, Unfold } from './gift-forms.tsx'
import { Result } from './stop-gift.tsx'

/** What the donor's bank asks, in currencies whose mandates only the bank changes. */
function bankNote(currency: Currency): string {
  const limit = bankAsksAbove(currency)
  const amount = limit ? formatMoney(limit, readerLocale(receiptTerms(currency).locale)) : 'none'
  return messages()('gifts.bankNote', { amount })
}

type Question = {
  id: string
  note?: string | false
  label: string
  hint?: string | undefined
  submit: string
  children: (common: object) => ReactNode
}

/** One question with its button. */
function Ask({ id, note, label, hint, submit, children }: Question) {
  const common = {
    id,
    name: 'value',
    required: true,
    ...(hint && { 'aria-describedby': `${id}-hint` }),
    className:
      'mt-1.5 block min-h-12 w-full max-w-96 rounded-field border-[1.5px] border-field bg-card px-4 py-3 text-ink',
  }
  return (
    <>
      {note && <p className="mb-4">{note}</p>}
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-small text-soft">
          {hint}
        </p>
      )}
      {children(common)}
      <button type="submit" className={buttonClass('outline', 'mt-4')}>
        {submit}
      </button>
    </>
  )
}

type MonthlyProps = { token: string; monthly: MonthlyGift; place: number; canChangeCard: boolean; wrongAmount: boolean }

export function Monthly({ token, monthly, canChangeCard, wrongAmount, place }: MonthlyProps) {
  const { id, purpose, gift, reading, failedOn } = monthly
  const t = messages()
  const isOrder = isReference(id)
  const { currency } = gift
  const locale = readerLocale(receiptTerms(currency).locale)
  const money = reading?.money ?? gift
  return (
    <Card as="li">
      <h3>{giftInWords(money, 'monthly', textsIn().money, locale)}</h3>
      <p className="text-soft">{purpose}</p>
      {reading?.paused && <p className="mt-3 font-bold">{t('gifts.pausedNow')}</p>}
      {reading && (
        <FactList
          className="my-4"
          facts={[
            [t('stop.since'), dayOf(reading.since, currency)],
            reading.next && [t('stop.nextPayment'), dayOf(reading.next, currency)],
          ]}
        />
      )}
      {failedOn && canChangeCard && reading?.state === 'running' && (
        <Notice look="bad" className="my-4">
          <p>{t('gifts.lastFailed', { day: dayOf(failedOn, currency) })}</p>
          <PostForm
            {...{ token, which: id }}
            intent="card"
            submit={t('gifts.card')}
            look={buttonClass()}
            className="mt-4"
          />
        </Notice>
      )}
      {!reading && <p className="my-4">{t('gifts.notShown')}</p>}
      {reading?.state === 'ending' && <p className="my-4">{t('stop.endsItself')}</p>}
      {isOrder && <p className="my-4">{t('gifts.orderNote')}</p>}
      {reading?.state === 'running' && !isOrder && (
        <Changes {...{ token, id, currency, reading, wrongAmount, place }} canChangeCard={canChangeCard && !failedOn} />
      )}
      {reading?.state !== 'ending' && (
        <p className="border-t border-line pt-4">
          <a href={stopPath(stopToken(id))} className={`inline-flex items-center ${lineButton}`}>
            {t(isOrder ? 'stop.endedIt' : 'gifts.stop')}
          </a>
        </p>
      )}
    </Card>
  )
}

/** The step before a gift moves to another day: when it is charged then. Without agreement it is not charged twice within twenty days. */
export function MoveDay({
  token,
  day,
  moving: { id, gift, reading },
}: {
  token: string
  day: string
  moving: MonthlyGift
}) {
  const t = messages()
  const days = movedDays(day, { gift, reading })
  if (!days) return <Result>{t('gifts.unknown')}</Result>
  const { currency } = gift
  const [first, second] = [dayOf(days.first, currency), dayOf(days.second, currency)]
  const money = giftInWords(
    reading?.money ?? gift,
    'monthly',
    textsIn().money,
    readerLocale(receiptTerms(currency).locale),
  )
  return (
    <Card as="section" className="mt-6" aria-labelledby="move-day">
      <h2 id="move-day" className="text-h3">
        {t('gifts.moveTitle', { money, day })}
      </h2>
      <p className="mt-3">{t('gifts.nextDays', { first, second })}</p>
      <PostForm token={token} intent="day" which={id} className="mt-4">
        <input type="hidden" name="value" value={days.first.toISOString()} />
        {days.soon && (
          <label className="mb-4 flex min-h-11 gap-3">
            <input type="checkbox" name="soon" value={days.soon.toISOString()} className="mt-1 size-5 shrink-0" />
            {t('gifts.soon', { day: dayOf(days.soon, currency), last: dayOf(new Date(gift.occurred_at), currency) })}
          </label>
        )}
        <button type="submit" className={buttonClass()}>
          {t('gifts.changeDay')}
        </button>
        <a href={giftsPath(token)} className={`inline-flex sm:ms-6 items-center ${lineButton}`}>
          {t('gifts.keepDay')}
        </a>
      </PostForm>
    </Card>
  )
}

type ChangesProps = Omit<MonthlyProps, 'monthly'> & {
  id: string
  currency: Currency
  reading: NonNullable<MonthlyGift['reading']>
}

function Changes({ token, id, currency, reading, place, canChangeCard, wrongAmount }: ChangesProps) {
  const t = messages()
  const { next, paused } = reading
  const post = { token, which: id }
  const terms = donationTerms(currency)
  const { zone } = receiptTerms(currency)
  const days = Array.from({ length: 28 }, (_, index) => index + 1)
  return (
    <>
      <Unfold summary={t('gifts.changeAmount')} open={wrongAmount}>
        <PostForm {...post} intent="amount">
          <Ask
            id={`amount-${place}`}
            note={hasMandates(currency) && bankNote(currency)}
            label={askAmount(terms, 'howMuchMonthly')}
            hint={describeGift(terms).fields.otherMoney?.hint}
            submit={t('gifts.changeAmount')}
          >
            {(common) => <input {...common} type="text" inputMode="numeric" autoComplete="off" maxLength={40} />}
          </Ask>
        </PostForm>
      </Unfold>
      {next && !paused && (
        <>
          <Unfold summary={t('gifts.changeDay')}>
            <form action={giftsPath(null)}>
              <input type="hidden" name={giftsField} value={token} />
              <input type="hidden" name="which" value={id} />
              <Ask
                id={`day-${place}`}
                label={t('gifts.dayLabel')}
                hint={t('gifts.dayHint')}
                submit={t('gifts.showDays')}
              >
                {(common) => (
                  <select {...common} name="day" defaultValue={String(Number(wallTime(zone, next).slice(8, 10)))}>
                    {days.map((day) => (
                      <option key={day} value={day}>
                        {day}
                      </option>
                    ))}
                  </select>
                )}
              </Ask>
            </form>
          </Unfold>
          <Unfold summary={t('gifts.pause')}>
            <PostForm {...post} intent="pause">
              <Ask id={`pause-${place}`} label={t('gifts.pauseLabel')} submit={t('gifts.pauseIt')}>
                {(common) => (
                  <select {...common}>
                    {[1, 2, 3].map((count) => (
                      <option key={count} value={count}>
                        {t('gifts.pauseFor', { count, day: dayOf(monthsAfter(next, count), currency) })}
                      </option>
                    ))}
                  </select>
                )}
              </Ask>
            </PostForm>
          </Unfold>
        </>
      )}
      {paused && (
        <PostForm {...post} intent="resume" submit={t('gifts.resume')} className="border-t border-line py-4" />
      )}
      {canChangeCard && (
        <PostForm {...post} intent="card" submit={t('gifts.card')} look={lineButton} className="border-t border-line" />
      )}
    </>
  )
}
