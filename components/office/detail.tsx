/** One entry of any desk: how to reach the person, what is known, notes, and the forms to change it. */
import { FactList, Notice } from '#components/ui/card.tsx'
import type { ReturnedForm } from '#lib/contact/forms/returned-form.ts'
import type { Session } from '#lib/office/access/session.ts'
import type { Detail } from '#lib/office/desks/desk.ts'
import type { DeskName } from '#lib/office/desks/desks.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { officeAddress } from '#lib/platform/office.ts'
import { CellText, Links, Moment, PostForm, wrapping } from './fields.tsx'

type Props = { name: DeskName; id: string; detail: Detail; session: Session; returned: ReturnedForm | null }

export function DetailPage({ name, id, detail, session, returned }: Props) {
  const t = messages()
  const { title, links, warnings = [], facts, quote, notes, sections = [], forms } = detail
  return (
    <>
      <a
        href={`${officeAddress}/${name}`}
        className="inline-flex min-h-11 items-center underline underline-offset-4 print:hidden"
      >
        {t('office.back')}
      </a>
      <h1 className="mb-4 text-h3 wrap-anywhere">{title}</h1>
      <Links links={links} />
      {warnings.map((warning) => (
        <Notice key={warning} className="mb-4 max-w-2xl">
          {warning}
        </Notice>
      ))}
      <FactList
        look="details"
        className="mb-4 max-w-2xl"
        facts={facts.map(
          ([label, cell]) =>
            cell !== '' && [
              label,
              <span key={label} className="whitespace-pre-line">
                <CellText cell={cell} />
              </span>,
            ],
        )}
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
      {sections.map((section) => section.rows.length > 0 && <SectionTable key={section.title} {...section} />)}
      <div className="flex flex-wrap items-start gap-x-3 gap-y-5 print:hidden">
        {forms.map((spec) => (
          <PostForm key={spec.intent} {...{ session, spec, returned }} subject={id} />
        ))}
      </div>
    </>
  )
}

function SectionTable({ title, columns, rows }: NonNullable<Detail['sections']>[number]) {
  const t = messages()
  return (
    <section className="mb-6">
      <h2 id={title} className="mb-2 text-lead">
        {t(`office.${title}`)}
      </h2>
      <table aria-labelledby={title} className="w-full border-collapse text-start max-lg:block">
        <thead className="max-lg:sr-only">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="border-b-2 border-line py-1 pe-4 text-start font-semibold">
                {t(`office.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-lg:block">
          {rows.map(({ href, cells }, row) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: the table is rendered once
              key={row}
              className="border-b border-line max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-4"
            >
              {cells.map((cell, index) => (
                <td key={columns[index]} className={`py-1 pe-4 align-top ${wrapping(cell)}`}>
                  {index === 0 && href ? (
                    <a
                      href={href}
                      className="inline-flex min-h-6 items-center underline underline-offset-4 max-lg:min-h-11"
                    >
                      <CellText cell={cell} />
                    </a>
                  ) : (
                    <CellText cell={cell} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
