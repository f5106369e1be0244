/** The list of any desk: filters, search, a table sorted by its headings, pages. On phones each row is a card. */
import type { ReturnedForm } from '#lib/contact/forms/returned-form.ts'
import type { Session } from '#lib/office/access/session.ts'
import type { Desk, ListPart, ListQuery, ListRow } from '#lib/office/desks/desk.ts'
import type { DeskName } from '#lib/office/desks/desks.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { officeAddress } from '#lib/platform/office.ts'
import { ChartFigure } from './chart.tsx'
import { CellText, inputClass, Links, PostForm, smallButton, wrapping } from './fields.tsx'

type Props = {
  name: DeskName
  desk: Desk
  query: ListQuery
  list: ListPart
  above: Awaited<ReturnType<NonNullable<Desk['above']>>> | undefined
  session: Session
  returned: ReturnedForm | null
}

type Change = Partial<Pick<ListQuery, 'sort' | 'descending' | 'after' | 'before'>>

/** The query string of a view of the same list: without `after` and `before` the first page. */
function queryOf({ filters, search, ...shown }: ListQuery, change: Change = {}): string {
  const { sort, descending, after, before } = { ...shown, after: null, before: null, ...change }
  const words = new URLSearchParams({ ...filters, ...(search && { search }), ...(sort && { sort }) })
  words.set('order', descending ? 'down' : 'up')
  for (const [name, id] of Object.entries({ after, before })) if (id !== null) words.set(name, id)
  return String(words)
}

export function ListPage({
  name,
  desk,
  query,
  list: { rows, charts = [], previous, next },
  above,
  session,
  returned,
}: Props) {
  const t = messages()
  const here = `${officeAddress}/${name}`
  const pages = [
    previous !== null && ([t('office.previous'), queryOf(query, { before: previous })] as const),
    next !== null && ([t('office.next'), queryOf(query, { after: next })] as const),
  ]
  const { after, before } = query
  const hidden = { query: queryOf(query, { after, before }) }
  return (
    <>
      <h1 className="mb-4 text-h3">{t(`office.${desk.title}`)}</h1>
      <Links links={desk.links} />
      {above && <Above {...{ above, here, session, returned, query }} />}
      {(desk.filters.length > 0 || desk.search) && <Filters desk={desk} query={query} here={here} />}
      {charts.map((chart) => (
        <ChartFigure key={chart.title} {...chart} />
      ))}
      {rows.length === 0 && desk.columns.length > 0 && <p className="py-6 text-soft">{t('office.empty')}</p>}
      {rows.length > 0 &&
        (desk.tick && rows.some(({ tick }) => tick) ? (
          <PostForm {...{ session, returned }} spec={desk.tick} hidden={hidden}>
            <Table {...{ desk, query, here, rows }} />
          </PostForm>
        ) : (
          <Table {...{ desk, query, here, rows }} />
        ))}
      <p className="my-4 flex flex-wrap gap-x-6 print:hidden">
        {pages.map(
          (page) =>
            page && (
              <a key={page[0]} href={`${here}?${page[1]}`} className={smallButton}>
                {page[0]}
              </a>
            ),
        )}
      </p>
      {desk.forms?.map((spec) => (
        <PostForm
          key={spec.intent}
          session={session}
          spec={spec}
          returned={returned}
          hidden={hidden}
          className="mt-6 print:hidden"
        />
      ))}
    </>
  )
}

type TableProps = Pick<Props, 'desk' | 'query'> & { rows: readonly ListRow[]; here: string }

function Table({ desk, query, rows, here }: TableProps) {
  const t = messages()
  return (
    <table className="mb-4 w-full border-collapse text-start max-lg:block">
      <thead className="max-lg:block">
        <tr className="max-lg:flex max-lg:flex-wrap max-lg:gap-x-5">
          {desk.columns.map(({ name: column, heading, sorts }) => {
            const isOrder = column === query.sort
            const label = t(`office.${heading}`)
            return (
              <th
                key={column}
                scope="col"
                aria-sort={isOrder ? (query.descending ? 'descending' : 'ascending') : undefined}
                className={`border-b-2 border-line py-2 pe-4 text-start font-semibold first:ps-2 max-lg:border-0 max-lg:pe-0 ${sorts ? '' : 'max-lg:hidden'}`}
              >
                {sorts ? (
                  <a
                    href={`${here}?${queryOf(query, { sort: column, descending: isOrder && !query.descending })}`}
                    className="inline-flex min-h-6 items-center gap-1 underline underline-offset-4"
                  >
                    {label}
                    {isOrder && <span aria-hidden="true">{query.descending ? '↓' : '↑'}</span>}
                  </a>
                ) : (
                  label
                )}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {rows.map((row) => (
          <Row key={row.subject} row={row} desk={desk} here={here} />
        ))}
      </tbody>
    </table>
  )
}

type AboveProps = Pick<Props, 'session' | 'returned' | 'query'> & { above: NonNullable<Props['above']>; here: string }

function Above({ above: { sentences, progress, forms }, here, session, returned, query }: AboveProps) {
  const t = messages()
  return (
    <section aria-label={t('office.state')} className="mb-6 max-w-2xl print:hidden">
      {sentences.map((sentence) => (
        <p key={sentence} className="mb-2 wrap-anywhere">
          {sentence}
        </p>
      ))}
      {progress && (
        <p className="mb-2">
          <progress
            value={progress.done}
            max={progress.total}
            aria-label={t('office.soFar', progress)}
            className="me-3"
          />
          {t('office.soFar', progress)}{' '}
          <a href={`${here}?${queryOf(query)}`} className="underline underline-offset-4">
            {t('office.lookAgain')}
          </a>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {forms.map((spec) => (
          <PostForm key={spec.intent} {...{ session, spec, returned }} hidden={{ query: queryOf(query) }} />
        ))}
      </div>
    </section>
  )
}

function Row({ row: { id, cells, late, tick }, desk, here }: { row: ListRow; desk: Desk; here: string }) {
  const t = messages()
  return (
    <tr className={`max-lg:block max-lg:py-2 border-b border-line ${late ? 'border-s-4 border-s-danger' : ''}`}>
      {desk.columns.map(({ name, heading }, index) => {
        const cell = cells[name] ?? ''
        const isEmpty = cell === ''
        return (
          <td
            key={name}
            className={`py-2 pe-4 align-top max-lg:flex max-lg:gap-3 max-lg:py-0.5 ${isEmpty ? 'max-lg:hidden' : ''} ${index === 0 ? 'ps-2 max-lg:font-semibold' : 'max-lg:ps-2'} ${wrapping(cell)}`}
          >
            {index > 0 && (
              <span aria-hidden="true" className="w-28 shrink-0 text-soft lg:hidden">
                {t(`office.${heading}`)}
              </span>
            )}
            {index === 0 && id !== null ? (
              <span
                className={
                  tick
                    ? 'grid grid-cols-[auto_1fr] items-center gap-x-3 lg:grid-cols-[auto_auto] lg:justify-start'
                    : 'flex flex-wrap items-center'
                }
              >
                {tick && (
                  <input
                    type="checkbox"
                    name="row"
                    value={id}
                    defaultChecked={tick.checked}
                    aria-label={t('office.tickRow', { row: tick.label })}
                    className="size-5 accent-coral"
                  />
                )}
                <a
                  href={`${here}/${encodeURIComponent(id)}`}
                  className="inline-flex min-h-6 items-center font-semibold underline underline-offset-4 max-lg:min-h-11 max-lg:min-w-0"
                >
                  <CellText cell={cell} />
                </a>
                {late && <strong className="col-span-full w-full text-small text-danger">{t('office.late')}</strong>}
              </span>
            ) : (
              <span className="min-w-0">
                <CellText cell={cell} />
              </span>
            )}
          </td>
        )
      })}
    </tr>
  )
}

function Filters({ desk, query, here }: { desk: Desk; query: ListQuery; here: string }) {
  const t = messages()
  return (
    <form action={here} className="mb-4 flex flex-wrap items-end gap-3 print:hidden">
      {desk.filters.map(({ name, label, ...filter }) => {
        const shown = { id: `filter-${name}`, name, defaultValue: query.filters[name] ?? '', className: inputClass }
        return (
          <div key={name} className="min-w-36 max-lg:flex-1">
            <label htmlFor={shown.id} className="font-semibold">
              {t(`office.${label}`)}
            </label>
            {'kind' in filter ? (
              <input type="date" {...shown} />
            ) : (
              <select {...shown}>
                {!filter.isRequired && <option value="">{t('office.all')}</option>}
                {query.choices[name]?.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </select>
            )}
          </div>
        )
      })}
      {desk.search && (
        <label className="min-w-56 grow font-semibold">
          {t(`office.${desk.search}`)}
          <input type="search" name="search" defaultValue={query.search} maxLength={100} className={inputClass} />
        </label>
      )}
      <button type="submit" className={smallButton}>
        {t('office.show')}
      </button>
      <a href={here} className="inline-flex min-h-11 items-center underline underline-offset-4">
        {t('office.clear')}
      </a>
    </form>
  )
}
