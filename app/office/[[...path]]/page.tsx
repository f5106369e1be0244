/** Every page of the office: checks the session and role, and logs the access before it shows anything. */
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound, unstable_rethrow } from 'next/navigation'
import { connection } from 'next/server'
import { AccountPage } from '#components/office/account.tsx'
import { DetailPage } from '#components/office/detail.tsx'
import { OfficeFrame } from '#components/office/frame.tsx'
import { ListPage } from '#components/office/list.tsx'
import { ConfirmSignIn, SignInForm } from '#components/office/sign-in.tsx'
import { TodayPage } from '#components/office/today.tsx'
import { type ReturnedForm, readReturned } from '#lib/contact/forms/returned-form.ts'
import { findEach, idsIn } from '#lib/jobs/conditions.ts'
import { recentHealth } from '#lib/jobs/health.ts'
import { linkField, signInAddress } from '#lib/office/access/headers.ts'
import { writeLog } from '#lib/office/access/log.ts'
import { readSession, type Session } from '#lib/office/access/session.ts'
import { keptTyped } from '#lib/office/access/typed.ts'
import { type Desk, mayEnter, readQuery } from '#lib/office/desks/desk.ts'
import { type DeskName, desks, isDesk, typedField, typedPage } from '#lib/office/desks/desks.ts'
import { today } from '#lib/office/desks/today.ts'
import { log } from '#lib/platform/log.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { hasStaff, officeAddress } from '#lib/platform/office.ts'
import { storeTrouble } from '#lib/platform/store/check.ts'
import type { Query } from '../../[language]/params.ts'

type Props = { params: Promise<{ path?: string[] }>; searchParams: Promise<Query> }

const titles = new Map<string | undefined, 'today' | 'account' | 'signIn'>([
  [undefined, 'today'],
  ['account', 'account'],
  ['sign-in', 'signIn'],
])

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { path: [desk] = [] } = await params
  const t = messages()
  const title = isDesk(desk) ? desks[desk].title : (titles.get(desk) ?? 'title')
  return { title: `${t(`office.${title}`)} | ${t('office.title')}` }
}

export default async function OfficePage(props: Props) {
  await connection()
  try {
    return await officePage(props)
  } catch (error) {
    unstable_rethrow(error)
    const trouble = await storeTrouble()
    if (!trouble) throw error
    log.error('The office cannot use the database', { error })
    return (
      <OfficeFrame session={null} address={officeAddress} result="">
        <h1>{messages()('office.databaseFails')}</h1>
        <p className="mt-3 max-w-measure">{trouble}</p>
      </OfficeFrame>
    )
  }
}

async function officePage({ params, searchParams }: Props) {
  if (!(await hasStaff())) notFound()
  const { path = [] } = await params
  const query = new URLSearchParams(
    Object.entries(await searchParams).flatMap(([name, value]) => [value].flat().map((text) => [name, text ?? ''])),
  )
  const result = query.get('result') ?? ''
  const address = [officeAddress, ...path].join('/')
  if (address === signInAddress && query.has(linkField))
    return (
      <OfficeFrame session={null} address={address} result={result}>
        <ConfirmSignIn token={query.get(linkField) ?? ''} />
      </OfficeFrame>
    )
  const session = await readSession((await headers()).get('cookie'))
  const typed = query.has(typedField) ? null : await typedPage(session)
  return (
    <OfficeFrame session={session} address={address} result={result} did={query.get('did') ?? ''} typed={typed}>
      {session ? await screen(session, path, query) : <SignInForm />}
    </OfficeFrame>
  )
}

async function screen(session: Session, [name, id, ...more]: string[], query: URLSearchParams) {
  const isOwn = name === 'account' && id === undefined
  if (isOwn || (name === undefined && session.needsPasskey)) return <AccountPage session={session} />
  if (name === undefined) {
    const [of, toDo, { warnings }] = await Promise.all([today(session), findEach(idsIn('today')), recentHealth()])
    const named = [...of.families, ...of.calls, ...of.leaving].filter((family) => family.name !== null)
    const seen = [...new Set(named.map(({ reference }) => reference))]
    if (seen.length > 0) await writeLog(session.staff, { action: 'families.list', details: { seen } })
    return <TodayPage today={of} toDo={toDo} warnings={warnings} session={session} />
  }
  if (!isDesk(name) || more.length > 0) notFound()
  if (!mayEnter(session, desks[name].roles)) return <AccountPage session={session} isRefused={!session.needsPasskey} />
  return id === undefined ? list(session, name, query) : detail(session, name, id, query)
}

/** The form to show again: with what was typed before the session ended, if the page is shown for that, or as it was refused. */
async function returnedTo(session: Session, text: URLSearchParams): Promise<ReturnedForm | null> {
  const values = text.has(typedField) ? await keptTyped(session.staff.id) : null
  if (!values) return readReturned(text.get('returned'))
  return { values, fault: { sentence: messages()('office.typedBefore'), errors: [] } }
}

async function list(session: Session, name: DeskName, text: URLSearchParams) {
  const desk: Desk = desks[name]
  const query = await readQuery(desk, text)
  const [list, above] = [await desk.list(query, session), await desk.above?.(session)]
  const seen = list.rows.map(({ subject }) => subject)
  if (!desk.isNameless) await writeLog(session.staff, { action: `${name}.list`, details: { ...query.filters, seen } })
  return <ListPage {...{ name, desk, query, list, above, session, returned: await returnedTo(session, text) }} />
}

async function detail(session: Session, name: DeskName, id: string, text: URLSearchParams) {
  const desk: Desk = desks[name]
  const found = await desk.find?.(id, session)
  if (!found) notFound()
  // An entry that is about to be created holds no personal data yet.
  if (found.facts.length > 0) await writeLog(session.staff, { action: `${name}.see`, subject: id })
  return <DetailPage {...{ name, id, detail: found, session, returned: await returnedTo(session, text) }} />
}
