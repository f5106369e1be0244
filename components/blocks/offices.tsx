/** Every office with its address, phone numbers and email, under the border of its country's cloth. */
import { Band } from '#components/art/patterns.tsx'
import { Section } from '#components/ui/section.tsx'
import { messages } from '#lib/platform/messages/index.ts'
import { countries, site } from '#lib/site/content/index.ts'
import { telephoneHref } from '#lib/site/content/placeholders.ts'
import type { BlockProps } from './block.ts'

const link =
  'inline-flex min-h-8 items-center underline decoration-coral decoration-2 underline-offset-4 hover:text-coral'

export function Offices({ block, id }: BlockProps<'offices'>) {
  return (
    <Section id={id} words={block}>
      <ul className="grid gap-4 min-[560px]:grid-cols-2 lg:grid-cols-3 lg:gap-5">
        {site().offices.map(({ code, name, street, lines, phones, email, postal }) => {
          const cloth = countries().find((country) => country.code === code)?.cloth
          return (
            <li key={code} className="min-w-0 overflow-hidden rounded-card border border-line bg-card">
              {cloth && <Band pattern={cloth} />}
              <div className="p-6">
                <h3 className="text-[1.3rem]">{name}</h3>
                <address className="mt-3 grid gap-3 not-italic">
                  <Lines lines={street ? [street, ...lines] : lines} />
                  {postal && (
                    <div>
                      <p className="text-[0.95rem] text-soft">{messages()('footer.post')}</p>
                      <Lines lines={postal} />
                    </div>
                  )}
                  <ul>
                    {phones.map(({ label, number }) => (
                      <li key={number}>
                        <span className="text-[0.95rem] text-soft">{label} </span>
                        <a href={telephoneHref(number)} className={link}>
                          {number}
                        </a>
                      </li>
                    ))}
                    <li>
                      <a href={`mailto:${email}`} className={`${link} break-all`}>
                        {email}
                      </a>
                    </li>
                  </ul>
                </address>
              </div>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <p>
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </p>
  )
}
