/** The frame of every page of the office: skip link, desks, the result of the last form. */
import type { ReactNode } from 'react'
import { Notice } from '#components/ui/card.tsx'
import type { Session } from '#lib/office/access/session.ts'
import { mayEnter } from '#lib/office/desks/desk.ts'
import { desks } from '#lib/office/desks/desks.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { isKeyOf } from '#lib/platform/narrow.ts'
import { officeAddress } from '#lib/platform/office.ts'
import { zoneName } from '#lib/platform/zone.ts'
import { site } from '#lib/site/content/index.ts'
import { PostForm } from './fields.tsx'

const results = {
  done: 'resultDone',
  unchanged: 'resultUnchanged',
  'unknown-entry': 'resultUnknownEntry',
  unreachable: 'resultUnreachable',
  'last-admin': 'resultLastAdmin',
  sent: 'resultSent',
  'wrong-email': 'resultWrongEmail',
  limited: 'resultLimited',
  'link-over': 'resultLinkOver',
  'signed-out': 'resultSignedOut',
  'old-page': 'resultOldPage',
} as const
const good: readonly string[] = ['done', 'sent', 'signed-out']

type Props = { session: Session | null; address: string; result: string; children: ReactNode }

export function OfficeFrame({ session, address, result, children }: Props) {
  const t = messages()
  const open = session ? Object.entries(desks).filter(([, { roles }]) => mayEnter(session, roles)) : []
  const links = [
    [officeAddress, t('office.today')],
    ...open.map(([name, { title }]) => [`${officeAddress}/${name}`, t(`office.${title}`)]),
    [`${officeAddress}/account`, t('office.account')],
  ] as const
  return (
    <div className="min-h-dvh text-base leading-snug">
      <a
        href="#content"
        className="absolute top-2 start-2 z-50 -translate-y-20 rounded-full bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0"
      >
        {t('office.skip')}
      </a>
      <header className="border-b border-line bg-sand print:hidden">
        <div className="page flex items-start gap-x-5 py-1 max-lg:flex-wrap">
          <span className="title py-2 text-lead">{t('office.title')}</span>
          {session && (
            <>
              <nav aria-label={t('office.desks')} className="flex flex-wrap gap-x-4 max-lg:order-last max-lg:w-full">
                {links.map(([href, label]) => (
                  <a
                    key={href}
                    href={href}
                    aria-current={href === address ? 'page' : undefined}
                    className="inline-flex min-h-11 items-center underline-offset-4 hover:underline aria-[current]:font-bold aria-[current]:underline"
                  >
                    {label}
                  </a>
                ))}
              </nav>
              <PostForm
                session={session}
                spec={{ intent: 'sign-out', submit: 'signOut' }}
                quiet
                className="ms-auto shrink-0"
              />
            </>
          )}
        </div>
      </header>
      <main id="content" tabIndex={-1} className="page py-6 outline-none">
        {isKeyOf(results, result) && (
          <Notice role="status" look={good.includes(result) ? 'good' : 'bad'} className="mb-4">
            {t(`office.${results[result]}`)}
          </Notice>
        )}
        {children}
      </main>
      {session && (
        <footer className="page pb-6 text-small text-soft">{t('office.times', { zone: zoneName(site().zone) })}</footer>
      )}
    </div>
  )
}
