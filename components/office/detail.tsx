/** One entry of any desk: how to reach the person, what is known, notes, and the forms to change it. */
import { buttonClass } from '#components/ui/button-link.tsx'
import { FactList } from '#components/ui/card.tsx'
import { officeAddress } from '#lib/office/access/headers.ts'
import type { Session } from '#lib/office/access/session.ts'
import type { Detail } from '#lib/office/desks/desk.ts'
import type { DeskName } from '#lib/office/desks/desks.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { CellText, Moment, PostForm } from './fields.tsx'

export function DetailPage({
  name,
  id,
  detail,
  session,
}: {
  name: DeskName
  id: string
  detail: Detail
  session: Session
}) {
  const t = messages()
  const { title, links = [], facts, quote, notes, forms } = detail
  return (
    <>
      <a
        href={`${officeAddress}/${name}`}
        className="inline-flex min-h-11 items-center underline underline-offset-4 print:hidden"
      >
        {t('office.back')}
      </a>
      <h1 className="mb-4 text-h3 wrap-anywhere">{title}</h1>
      {links.length > 0 && (
        <p className="mb-4 flex flex-wrap gap-3 print:hidden">
          {links.map(({ label, href }) => (
            <a key={href} href={href} rel="noreferrer" className={buttonClass('solid')}>
              {t(`office.${label}`)}
            </a>
          ))}
        </p>
      )}
      <FactList
        look="details"
        className="mb-4 max-w-2xl"
        facts={facts.map(([label, cell]) => cell !== '' && [label, <CellText key={label} cell={cell} />])}
      />
      {quote && (
        <blockquote
          dir="auto"
          className="mb-6 max-w-measure border-s-4 border-line ps-4 whitespace-pre-line wrap-anywhere"
        >
          {quote}
        </blockquote>
      )}
      {notes && (
        <section aria-labelledby="notes" className="mb-6 max-w-2xl">
          <h2 id="notes" className="mb-2 text-lead">
            {t('office.notes')}
          </h2>
          {notes.length === 0 && <p className="text-soft">{t('office.noNotes')}</p>}
          {notes.map(({ name, at, text }) => (
            <article key={at} className="border-b border-line py-2">
              <p className="text-small text-soft">
                {name}, <Moment at={at} />
              </p>
              <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                {text}
              </p>
            </article>
          ))}
        </section>
      )}
      {forms.map((spec) => (
        <PostForm key={spec.intent} session={session} spec={spec} subject={id} className="mb-5 print:hidden" />
      ))}
    </>
  )
}
