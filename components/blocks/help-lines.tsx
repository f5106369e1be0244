/** Telephone and WhatsApp for families who ask for a surgery. All countries are there without JavaScript; with it the visitor's comes first. */
import { buttonClass } from '#components/ui/button-link.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { SampleNote } from '#components/ui/sample-note.tsx'
import { currentLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { BlockOf } from '#lib/site/content/block-schema.ts'
import { telephoneHref, whatsappHref } from '#lib/site/content/contact-links.ts'
import { site } from '#lib/site/content/index.ts'
import { isLabelled } from './block.ts'

type Props = { help: NonNullable<BlockOf<'hero'>['help']>; className: string }

/** Both fit in one row of a phone of 360 px. */
const pill = 'gap-x-1.5'

export function HelpLines({ help: { link, offices: codes, message }, className }: Props) {
  const { offices } = site()
  const lines = codes.flatMap((code) => offices.find((office) => office.code === code) ?? [])
  const t = messages()
  const nameOf = new Intl.DisplayNames(currentLocale(), { type: 'region' })
  return (
    <div className={className}>
      {link && (
        <p className="mb-2 text-[1.15rem] font-[650]">
          <ContentLink href={link.href} className="underline underline-offset-4 hover:text-coral">
            {link.label}
          </ContentLink>
        </p>
      )}
      <ul
        {...(lines.length > 1 && {
          'data-behaviour': 'visitor-office',
          'data-choice': JSON.stringify(Object.fromEntries(codes.map((code) => [code, code]))),
        })}
        className={`grid gap-x-6 gap-y-4 text-[0.95rem] [--pill-side:0.6rem] ${lines.length > 1 ? 'min-[680px]:grid-cols-2 min-[1080px]:grid-cols-3' : ''}`}
      >
        {lines.map((office) => (
          <li key={office.code} data-office={office.code} className="flex flex-wrap gap-x-2 gap-y-1">
            {lines.length > 1 && <span className="basis-full font-[650]">{nameOf.of(office.code)}</span>}
            {office.phones.slice(0, 1).map(({ number }) => (
              <a
                key={number}
                href={telephoneHref(number)}
                aria-label={t('help.call', { number })}
                className={buttonClass('solid', pill)}
              >
                <Icon name="phone" className="size-4" /> {number}
              </a>
            ))}
            {office.whatsapp && (
              <a
                href={whatsappHref(office.whatsapp, message)}
                rel="noopener"
                aria-label={t('help.whatsapp', { number: office.whatsapp })}
                className={buttonClass('outline', pill)}
              >
                <Icon name="whatsapp" className="size-4" /> WhatsApp
              </a>
            )}
          </li>
        ))}
      </ul>
      {lines.some((office) => isLabelled(office, 'phones')) && <SampleNote of="contact" className="mt-3" />}
    </div>
  )
}
