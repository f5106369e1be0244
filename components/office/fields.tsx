/** Forms of the office, rendered from their description: each with the token of this session. */
import { buttonClass } from '#components/ui/button-link.tsx'
import { officePost } from '#lib/office/access/headers.ts'
import { formToken, type Session } from '#lib/office/access/session.ts'
import type { FormSpec } from '#lib/office/desks/desk.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { site } from '#lib/site/content/index.ts'

export const inputClass =
  'mt-1 block w-full min-h-11 rounded-field border-[1.5px] border-field bg-card px-3 py-2 text-ink'
export const smallButton = buttonClass('outline', 'min-h-11! py-1! [--pill-side:1.1rem]')

type Props = {
  session: Session
  spec: FormSpec
  /** What it is about; empty for none. */
  subject?: string
  /** Further hidden fields. */
  hidden?: Readonly<Record<string, string>>
  quiet?: boolean
  className?: string
}

export function PostForm({ session, spec, subject = '', hidden = {}, quiet = false, className = '' }: Props) {
  const { intent, submit, fields = [] } = spec
  const t = messages()
  const values = { intent, subject, token: formToken(session, intent, subject), ...hidden }
  return (
    <form
      method="post"
      action={officePost}
      className={`${fields.length > 0 ? 'grid max-w-xl gap-4' : ''} ${className}`}
    >
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map((field) => (
        <FormField key={field.name} field={field} id={`${intent}-${field.name}`} />
      ))}
      <div>
        <button type="submit" className={quiet ? 'min-h-11 cursor-pointer underline underline-offset-4' : smallButton}>
          {t(`office.${submit}`)}
        </button>
      </div>
    </form>
  )
}

function FormField({ field, id }: { field: NonNullable<FormSpec['fields']>[number]; id: string }) {
  const { name, kind, value = '', options = [] } = field
  const label = messages()(`office.${field.label}`)
  const common = { id, name, defaultValue: value, className: inputClass }
  if (kind === 'many')
    return (
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="font-semibold">{label}</legend>
        {options.map((option) => (
          <label key={option.value} className="inline-flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              name={name}
              value={option.value}
              defaultChecked={value.split(',').includes(option.value)}
              className="size-5 accent-coral"
            />
            {option.label}
          </label>
        ))}
      </fieldset>
    )
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {kind === 'text' && <textarea {...common} required rows={3} maxLength={5000} dir="auto" />}
      {kind === 'one' && (
        <select {...common}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
      {kind === 'line' && <input {...common} type={name === 'email' ? 'email' : 'text'} required maxLength={254} />}
      {kind === 'day' && <input {...common} type="date" />}
    </div>
  )
}

/** A moment as the office reads it: in the organisation's zone, which the frame names. */
export function Moment({ at }: { at: string }) {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: site().zone })
  return <time dateTime={at}>{format.format(new Date(at))}</time>
}

export const CellText = ({ cell }: { cell: string | { moment: string } }) =>
  typeof cell === 'string' ? cell : <Moment at={cell.moment} />
