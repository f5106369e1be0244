/** The frame of every page of the office: skip link, desks, the result of the last form. */
import type { ReactNode } from 'react'
import { Notice } from '#components/ui/card.tsx'
import type { Session } from '#lib/office/access/session.ts'
import { type Desk, mayEnter, type Word } from '#lib/office/desks/desk.ts'
import { deskGroups, doneBy } from '#lib/office/desks/desks.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { isKeyOf } from '#lib/platform/narrow.ts'
import { officeAddress } from '#lib/platform/office.ts'
import { zoneName } from '#lib/platform/zone.ts'
import { site } from '#lib/site/content/index.ts'
import { PostForm } from './fields.tsx'

const results = {
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
  'typed-kept': 'resultTypedKept',
} as const
const good: readonly string[] = ['done', 'sent', 'signed-out']

/** `did`: the form that was done, from the address of the page. `typed`: the page of a form that was typed before the session ended. */
type Props = {
  session: Session | null
  address: string
  result: string
  did?: string
  typed?: string | null
  children: ReactNode
}

type Shown = { address: string; href: string; label: string }

const NavLink = ({ address, href, label }: Shown) => (
  <a
    href={href}
    aria-current={href === address ? 'page' : undefined}
    className="inline-flex min-h-11 items-center underline-offset-4 hover:underline aria-[current]:font-bold aria-[current]:underline"
  >
    {label}
  </a>
)

/** The desks that somebody may open, by their group. */
const groupsFor = (session: Session) =>
  (Object.entries(deskGroups) as [Word, Readonly<Record<string, Desk>>][]).flatMap(([group, desks]) => {
    const open = Object.entries(desks).filter(([, { roles }]) => mayEnter(session, roles))
    return open.length > 0
      ? [{ group, links: open.map(([name, { title }]) => [`${officeAddress}/${name}`, title] as const) }]
      : []
  })

/** A row with a list for each group; in a narrow window one list. */
function Menu({ session, address }: { session: Session; address: string }) {
  const t = messages()
  const groups = groupsFor(session)
  const today = <NavLink address={address} href={officeAddress} label={t('office.today')} />
  const account = <NavLink address={address} href={`${officeAddress}/account`} label={t('office.account')} />
  const listOf = (links: (typeof groups)[number]['links']) => (
    <ul>
      {links.map(([href, title]) => (
        <li key={href}>
          <NavLink address={address} href={href} label={t(`office.${title}`)} />
        </li>
      ))}
    </ul>
  )
  const summary = 'flex min-h-11 cursor-pointer items-center underline-offset-4 hover:underline'
  return (
    <nav aria-label={t('office.desks')} className="max-lg:order-last max-lg:w-full">
      <div className="flex gap-x-6 max-lg:hidden">
        {today}
        {groups.map(({ group, links }) => (
          <details key={group} name="desks" className="relative">
            <summary
              className={`${summary} after:ms-1 after:content-['▾'/''] ${links.some(([href]) => address.startsWith(href)) ? 'font-bold' : ''}`}
            >
              {t(`office.${group}`)}
            </summary>
            <div className="absolute start-0 z-10 w-max min-w-full rounded-card border border-line bg-card px-5 py-2 shadow-lg">
              {listOf(links)}
            </div>
          </details>
        ))}
        {account}
      </div>
      <details className="lg:hidden">
        <summary className={`${summary} font-semibold after:ms-1 after:content-['▾'/'']`}>{t('office.menu')}</summary>
        {today}
        <div className="grid grid-cols-2 gap-x-4">
          {groups.map(({ group, links }) => (
            <section key={group} aria-labelledby={group} className="py-2">
              <p id={group} className="font-semibold">
                {t(`office.${group}`)}
              </p>
              {listOf(links)}
            </section>
          ))}
        </div>
        {account}
      </details>
    </nav>
  )
}

export function OfficeFrame({ session, address, result, did = '', typed = null, children }: Props) {
  const t = messages()
  const sentence = result === 'done' ? doneBy(did) : isKeyOf(results, result) && t(`office.${results[result]}`)
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
              <Menu session={session} address={address} />
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
        {typed && (
          <Notice className="mb-4">
            <a href={typed} className="inline-flex min-h-11 items-center underline underline-offset-4">
              {t('office.typedOpen')}
            </a>
          </Notice>
        )}
        {sentence && (
          <Notice role="status" look={good.includes(result) ? 'good' : 'bad'} className="mb-4">
            {sentence}
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
