/** The first page: what is waiting, each with a link to its desk, and today's gifts. */
import type { ReactNode } from 'react'
import { Card } from '#components/ui/card.tsx'
import { deskOf, type Found } from '#lib/jobs/conditions.ts'
import type { Session } from '#lib/office/access/session.ts'
import { mayEnter } from '#lib/office/desks/desk.ts'
import { type DeskName, desks } from '#lib/office/desks/desks.ts'
import { type DueFamily, maxDue } from '#lib/office/desks/families.ts'
import type { Today } from '#lib/office/desks/today.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { type Currency, formatMoney } from '#lib/platform/money.ts'
import { officeAddress } from '#lib/platform/office.ts'
import { entityDay } from '#lib/site/content/index.ts'
import { Moment } from './fields.tsx'

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" className="mb-4 break-inside-avoid p-4!">
      <h2 className="mb-2 text-lead">{title}</h2>
      {children}
    </Card>
  )
}

type Props = { today: Today; toDo: readonly Found[]; warnings: readonly string[]; session: Session }

export function TodayPage({ today, toDo, warnings, session }: Props) {
  const t = messages()
  const { families, calls, leaving, gifts } = today
  const toDesk = (desk: DeskName | undefined, path: string, text: string) =>
    desk && mayEnter(session, desks[desk].roles) ? (
      <a href={officeAddress + path} className="inline-flex min-h-11 items-center underline underline-offset-4">
        {text}
      </a>
    ) : (
      text
    )
  const sums = Map.groupBy(gifts, ({ currency }) => currency)
  return (
    <>
      <h1 className="mb-4 text-h3">{t('office.today')}</h1>
      <div className="gap-4 lg:columns-2">
        <Panel title={t('office.waiting')}>
          <FamilyList families={families} empty={t('office.waitingNone')} showsAge />
        </Panel>
        <Panel title={t('office.calls')}>
          <FamilyList families={calls} empty={t('office.callsNone')} />
        </Panel>
        {leaving.length > 0 && (
          <Panel title={t('office.leaving')}>
            <FamilyList families={leaving} />
          </Panel>
        )}
        <Panel title={t('office.toDo')}>
          {toDo.length === 0 && <p className="text-soft">{t('office.nothingToDo')}</p>}
          <ul>
            {toDo.map(({ sentence, ...found }) => (
              <li key={sentence} className="flex items-center py-1">
                {toDesk(found.desk?.[0], deskOf(found) ?? '', sentence)}
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title={t('office.gifts')}>
          {sums.size === 0 && <p className="text-soft">{t('office.giftsNone')}</p>}
          {[...sums].map(([currency, rows]) => (
            <p key={currency}>
              {toDesk(
                'gifts',
                `/gifts?search=${entityDay(currency)}&currency=${currency}&status=paid`,
                t('office.giftCount', { count: total(rows, 'count') }),
              )}
              : <strong>{formatMoney({ amount: total(rows, 'amount'), currency: currency as Currency })}</strong>
            </p>
          ))}
        </Panel>
        <Panel title={t('office.health')}>
          {warnings.length === 0 && <p className="text-soft">{t('office.healthy')}</p>}
          <ul className="list-disc ps-5 wrap-anywhere">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  )
}

const total = <Key extends string>(rows: readonly Readonly<Record<Key, number>>[], key: Key) =>
  rows.reduce((sum, row) => sum + row[key], 0)

type FamilyListProps = { families: readonly DueFamily[]; empty?: string; showsAge?: boolean }

function FamilyList({ families, empty = '', showsAge = false }: FamilyListProps) {
  const t = messages()
  if (families.length === 0) return <p className="text-soft">{empty}</p>
  return (
    <ul>
      {families.slice(0, maxDue).map(({ reference, createdAt, name }) => (
        <li key={reference} className="flex flex-wrap items-center gap-x-2 border-b border-line py-1">
          {name !== null ? (
            <a
              href={`${officeAddress}/families/${reference}`}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {name}
            </a>
          ) : (
            reference
          )}
          {showsAge && (
            <span className={createdAt < utcNow(-dayMs) ? 'font-bold text-danger' : ''}>
              {t('office.waitingSince')} <Moment at={createdAt} />
              {createdAt < utcNow(-dayMs) && `, ${t('office.overDay')}`}
            </span>
          )}
        </li>
      ))}
      {families.length > maxDue && (
        <li>
          <a
            href={`${officeAddress}/families`}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t('office.more')}
          </a>
        </li>
      )}
    </ul>
  )
}
