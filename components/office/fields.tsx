/** Forms of the office, rendered from their description, each with a token of this session. */
import type { ReactNode } from 'react'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { describedBy, ErrorMessage, fieldId, Labelled } from '#components/forms/field.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { Notice } from '#components/ui/card.tsx'
import type { ReturnedForm } from '#lib/contact/forms/returned-form.ts'
import { officePost } from '#lib/office/access/headers.ts'
import { formToken, type Session } from '#lib/office/access/session.ts'
import { type Cell, type Detail, type FormSpec, shortDay } from '#lib/office/desks/desk.ts'
import { isDay } from '#lib/platform/dates.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { site } from '#lib/site/content/index.ts'

export const inputClass =
  'mt-1 block w-full min-h-11 rounded-field border-[1.5px] border-field bg-card px-3 py-2 text-ink'
export const smallButton = buttonClass('outline', 'min-h-11! py-1! [--pill-side:1.1rem]')

type Props = {
  session: Session
  spec: FormSpec
  /** The subject of the form, or empty. */
  subject?: string
  /** Further hidden fields. */
  hidden?: Readonly<Record<string, string>>
  /** The posted form that is shown again. */
  returned?: ReturnedForm | null
  quiet?: boolean
  className?: string
  children?: ReactNode
}

export function PostForm({
  session,
  spec,
  subject = '',
  hidden = {},
  returned,
  quiet = false,
  className = '',
  children,
}: Props) {
  const { intent, submit, more, heading, notes = [], hidden: shown = {}, fields = [] } = spec
  const t = messages()
  const isReturned = returned?.values.intent === intent && returned.values.subject === subject
  const { fault, values: typed } = isReturned ? returned : { fault: null, values: {} }
  const question = !fault && typeof typed.sure === 'string' ? typed.sure : ''
  const ticks = question && Array.isArray(typed.ticks) ? typed.ticks : []
  const said = !fault && typeof typed.said === 'string' ? typed.said : ''
  const token = formToken(session, intent, subject)
  const first: Record<string, string> = Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [name, isReturned ? String(typed[name] ?? value) : value]),
  )
  const values = {
    intent,
    subject,
    token,
    ...hidden,
    ...first,
    ...(question && { sure: question }),
  }
  const shownField = (field: NonNullable<FormSpec['fields']>[number]) => (
    <OfficeField
      key={field.name}
      field={{ ...field, value: isReturned ? [typed[field.name] ?? ''].flat().join(',') : (field.value ?? '') }}
      scope={intent}
      error={fault?.errors.find((error) => error.field === field.name)?.message}
    />
  )
  const isGrid = fields.length + notes.length > 0
  const form = (
    <form
      method="post"
      action={officePost}
      noValidate
      {...(fields.some(({ kind }) => kind === 'file') && { encType: 'multipart/form-data' })}
      className={`${isGrid ? `grid w-full items-start gap-x-6 gap-y-4 ${fields.length > 6 ? 'max-w-xl lg:max-w-4xl lg:grid-cols-2 lg:[&>:is(p,[role=alert],:last-child)]:col-span-full' : 'max-w-xl'}` : ''} ${heading ? 'mt-3' : className}`}
    >
      {fault && (
        <ErrorSummary
          texts={textsIn().form}
          scope={intent}
          id={`${intent}-errors`}
          message={fault.sentence}
          errors={fault.errors}
          autoFocus
        />
      )}
      {question && (
        <Notice role="alert" look="bad" tabIndex={-1} autoFocus className="whitespace-pre-line wrap-anywhere">
          {question}
          {ticks.length > 0 && (
            <div className="mt-2 grid gap-1">
              {ticks.map((tick) => (
                <Tick key={tick} name="ticked" value={tick} defaultChecked={[typed.ticked].flat().includes(tick)} />
              ))}
            </div>
          )}
        </Notice>
      )}
      {said && (
        <Notice role="status" tabIndex={-1} autoFocus>
          {said}
        </Notice>
      )}
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {Array.from(
        Map.groupBy(fields, ({ group }) => group),
        ([group, own]) =>
          group === undefined ? (
            own.map(shownField)
          ) : (
            <fieldset
              key={group}
              className="grid grid-cols-1 gap-x-4 gap-y-3 border-t border-line pt-3 sm:grid-cols-2 lg:col-span-full lg:grid-cols-5 lg:items-end"
            >
              <legend className="pe-3 font-semibold">{group}</legend>
              {own.map(shownField)}
            </fieldset>
          ),
      )}
      {children}
      <div className="flex flex-wrap items-center gap-3">
        <button type="submit" className={quiet ? 'min-h-11 cursor-pointer underline underline-offset-4' : smallButton}>
          {question ? t('office.sure', { what: t(`office.${submit}`) }) : t(`office.${submit}`)}
        </button>
        {more && (
          <button type="submit" name="more" value="yes" className={smallButton}>
            {t(`office.${more}`)}
          </button>
        )}
      </div>
    </form>
  )
  if (!heading) return form
  return (
    <details open={isReturned} className={`w-full ${className}`}>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">{t(`office.${heading}`)}</summary>
      {form}
    </details>
  )
}

type FieldProps = { field: NonNullable<FormSpec['fields']>[number]; scope: string; error: string | undefined }

function OfficeField({ field: { optional, ...field }, scope, error }: FieldProps) {
  const { name, kind, value = '', options = [] } = field
  const { form: texts, office } = textsIn()
  const label = typeof field.label === 'string' ? office[field.label] : field.label.text
  const shown = { name, scope, hint: field.hint, error, texts, label }
  const common = {
    id: fieldId(name, scope),
    name,
    defaultValue: value,
    className: `${inputClass} aria-invalid:border-danger`,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy(shown),
  }
  if (kind === 'many')
    return (
      <fieldset aria-describedby={describedBy(shown)} className="flex flex-wrap gap-x-6">
        <legend className="font-semibold">{shown.label}</legend>
        <div className="w-full empty:hidden">
          <ErrorMessage {...shown} />
        </div>
        {options.map((option, index) => (
          <Tick
            key={option.value}
            name={name}
            value={option.value}
            label={option.label}
            defaultChecked={value.split(',').includes(option.value)}
            {...(index === 0 && { id: fieldId(name, scope) })}
          />
        ))}
      </fieldset>
    )
  return (
    <Labelled field={{ ...shown, ...(!optional && { required: true }) }}>
      {kind === 'text' && <textarea {...common} required={!optional} rows={3} maxLength={5000} dir="auto" />}
      {kind === 'one' && (
        <select {...common}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
      {kind === 'line' && (
        <input {...common} type={name === 'email' ? 'email' : 'text'} required={!optional} maxLength={254} dir="auto" />
      )}
      {kind === 'file' && <input {...{ ...common, defaultValue: undefined }} type="file" required={!optional} />}
      {kind === 'day' && <input {...common} type="date" />}
    </Labelled>
  )
}

/** @param props.label if it is not the value. */
const Tick = ({
  label,
  ...input
}: {
  label?: string
  name: string
  value: string
  id?: string
  defaultChecked?: boolean
}) => (
  <label className="inline-flex min-h-11 cursor-pointer items-center gap-2">
    <input type="checkbox" {...input} className="size-5 shrink-0 accent-coral" />
    {label ?? input.value}
  </label>
)

/** Links that look like buttons. */
export const Links = ({ links = [] }: { links?: Detail['links'] }) =>
  links.length > 0 && (
    <p className="mb-4 flex flex-wrap gap-3 print:hidden">
      {links.map(({ label, href }) => (
        <a key={href} href={href} rel="noreferrer" className={buttonClass('solid')}>
          {messages()(`office.${label}`)}
        </a>
      ))}
    </p>
  )

/** A time in the organisation's zone, which the frame names. */
export function Moment({ at }: { at: string }) {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: site().zone })
  return <time dateTime={at}>{format.format(new Date(at))}</time>
}

export function CellText({ cell }: { cell: Cell }) {
  if (typeof cell !== 'string') return <Moment at={cell.moment} />
  return isDay(cell) ? <time dateTime={cell}>{shortDay(cell)}</time> : cell
}

/** Classes that keep short cell texts on one line, and break words only where they would widen the page. */
export const wrapping = (cell: Cell) =>
  typeof cell !== 'string' || cell.length <= 24
    ? 'lg:whitespace-nowrap'
    : /\S{25}/.test(cell)
      ? 'lg:min-w-48 wrap-anywhere'
      : ''
