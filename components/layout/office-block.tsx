/** One office: where it stands, how to call and write. Numbers and addresses are links. */
import { telephoneHref } from '#components/ui/telephone-href.ts'
import type { Office } from '#lib/content/schema.ts'

export function OfficeBlock({ office }: { office: Office }) {
  const link = 'inline-block py-1 underline decoration-1 underline-offset-4 hover:text-gold'
  return (
    <address data-office={office.code} className="not-italic">
      <p className="mb-2 font-display text-[1.1rem] leading-[1.1] font-[560] text-cream">{office.name}</p>
      {office.lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
      {office.postal && <span className="mt-2 block">Post: {office.postal.join(', ')}</span>}
      {office.phones.map(({ label, number }) => (
        <span key={number} className="block">
          <a href={telephoneHref(number)} className={link} aria-label={`${label}: ${number}`}>
            {number}
          </a>
        </span>
      ))}
      <a href={`mailto:${office.email}`} className={link}>
        {office.email}
      </a>
    </address>
  )
}
