/** People with their portraits and roles, and offices with their addresses. */
import { Band, PatternFill } from '#components/art/patterns.tsx'
import { Picture } from '#components/art/picture.tsx'
import { Card } from '#components/ui/card.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { Section, SectionHeading } from '#components/ui/section.tsx'
import { messages } from '#lib/platform/messages/index.ts'
import { countries, site, usualCloth } from '#lib/site/content/index.ts'
import { telephoneHref } from '#lib/site/content/placeholders.ts'
import type { BlockProps } from './block.tsx'

/** Stands in an arch for a person without a picture: the organisation's initials on its cloth. */
function Monogram() {
  return (
    <div aria-hidden="true" className="relative grid size-full place-items-center bg-plum">
      <PatternFill name={usualCloth()} className="absolute inset-0 opacity-25" />
      <span className="title relative text-h2 text-cream">{site().names.initials}</span>
    </div>
  )
}

/** Only a list of roles while nobody has a name. */
export function People({ block, id }: BlockProps<'people'>) {
  const Name = block.heading ? 'h3' : 'h2'
  // Two or three are beside their heading; a row of them below it would be half empty.
  const few = block.heading !== undefined && block.people.length <= 3
  const named = block.people.some(({ name }) => name)
  const roles = [...Map.groupBy(block.people, ({ role }) => role)]
  return (
    <Section id={id} heading={block.heading}>
      <div className={few ? 'grid gap-x-12 gap-y-8 lg:grid-cols-[2fr_3fr]' : ''}>
        <SectionHeading id={id} words={block} {...(few && { className: '' })} />
        {named ? (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,7.2rem),1fr))] gap-x-5 gap-y-9 lg:grid-cols-[repeat(auto-fill,minmax(9.6rem,1fr))] lg:gap-x-7">
            {block.people.map(({ name, role, text, picture, lang }) => (
              <li key={`${name} ${role}`} lang={lang} className="min-w-0">
                {/* An arch as wide as its column: the radii are those of a box of 4 by 5. */}
                <div className="aspect-[4/5] overflow-hidden [border-radius:50%_50%_22px_22px/40%_40%_22px_22px]">
                  {picture ? <Picture picture={picture} decorative sizes="16rem" /> : <Monogram />}
                </div>
                <Name className="mt-4 text-lead">{name ?? role}</Name>
                {name && <p className="mt-1 text-small leading-snug text-soft">{role}</p>}
                {text && <Markdown source={text} headings={4} className="mt-2 text-small" />}
              </li>
            ))}
          </ul>
        ) : (
          <ul className={`border-line border-t ${few ? '' : 'pairs gap-x-12 sm:grid sm:grid-cols-2'}`}>
            {roles.map(([role, people]) => (
              <li key={role} lang={people[0]?.lang} className="border-line border-b py-3.5">
                <Name className="text-lead">
                  {role}
                  {people.length > 1 && <span className="font-sans text-base text-soft"> × {people.length}</span>}
                </Name>
                {people.map(
                  ({ text }) => text && <Markdown key={text} source={text} headings={4} className="mt-1 text-small" />,
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  )
}

const link =
  'inline-flex min-h-8 items-center underline decoration-coral decoration-2 underline-offset-4 hover:text-coral'

/** Every office with its address, phone numbers and email, under the border of its country's cloth. */
export function Offices({ block, id }: BlockProps<'offices'>) {
  return (
    <Section id={id} words={block}>
      <ul className="pairs grid gap-4 sm:grid-cols-2 roomy:grid-cols-3 lg:gap-5">
        {site().offices.map(({ code, name, street, lines, phones, email, postal }) => {
          const cloth = countries().find((country) => country.code === code)?.cloth
          return (
            <Card as="li" flush key={code}>
              {cloth && <Band pattern={cloth} />}
              <div className="p-6">
                <h3 className="text-lead">{name}</h3>
                <address className="mt-3 grid gap-3 not-italic">
                  <Lines lines={street ? [street, ...lines] : lines} />
                  {postal && (
                    <div>
                      <p className="text-small text-soft">{messages()('footer.post')}</p>
                      <Lines lines={postal} />
                    </div>
                  )}
                  <ul>
                    {phones.map(({ label, number }) => (
                      <li key={number}>
                        <span className="text-small text-soft">{label} </span>
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
            </Card>
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
