/** For health workers: links to a poster and to cards for each country and language, and these sheets themselves. */
import type { ReactNode } from 'react'
import { Logo } from '#components/art/mark.tsx'
import { ObjectArt } from '#components/art/patterns.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { SampleNote } from '#components/ui/notes.tsx'
import { QrCode } from '#components/ui/qr-code.tsx'
import { Section } from '#components/ui/section.tsx'
import { daysInWords } from '#lib/platform/dates.ts'
import { currentLocale, localizedHref } from '#lib/platform/languages/current.ts'
import { addressIn, languageCodes, languageName } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { posterAddress } from '#lib/site/content/addresses.ts'
import type { BlockOf } from '#lib/site/content/block-schema.ts'
import type { PlannedCamp } from '#lib/site/content/event-schema.ts'
import { navigation, page, pages, site } from '#lib/site/content/index.ts'
import type { Office } from '#lib/site/content/schema.ts'
import { isSample } from '#lib/site/content/state.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'
import type { BlockProps } from './block.tsx'
import { Folded } from './lists.tsx'

export function PosterBlock({ block, id }: BlockProps<'poster'>) {
  const sheets = pages().flatMap(({ country }) => {
    const office = country && officeFor(country)
    return country && office ? [{ country, title: nameOf(office) }] : []
  })
  const sheetLinks = (
    <>
      <Markdown source={block.text} headings={3} />
      <ul className="mt-5 max-w-measure print:hidden">
        {sheets.map(({ country, title }) => (
          <li key={country} className="flex flex-wrap items-center gap-x-4 border-t border-line">
            <span className="min-w-32 font-semibold">{title}</span>
            {languageCodes.map((language) => (
              <a
                key={language}
                href={addressIn(language, posterAddress(country))}
                lang={language}
                hrefLang={language}
                aria-label={`${title}: ${languageName(language)}`}
                className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-coral"
              >
                {languageName(language)}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
  return block.folded ? (
    <Folded id={id} heading={block.heading}>
      {sheetLinks}
    </Folded>
  ) : (
    <Section id={id} words={block}>
      {sheetLinks}
    </Section>
  )
}

/** The name of its country in the reader's language. */
const nameOf = ({ code }: Office) => new Intl.DisplayNames(currentLocale(), { type: 'region' }).of(code) ?? code

/** The office that families of a country call: the first on its page. */
export function officeFor(country: string): Office | undefined {
  const blocks = pages().find((page) => page.country === country)?.blocks ?? []
  const [code] = blocks.flatMap((block) => (block.kind === 'hero' ? (block.help?.offices ?? []) : []))
  return site().offices.find((office) => office.code === code)
}

/** The words of the poster, on the page for families. */
export const posterBlock = () => page(navigation().help?.href ?? '')?.blocks.find((block) => block.kind === 'poster')

const cards = 8

type SheetsProps = { poster: BlockOf<'poster'>; office: Office; camp?: PlannedCamp | undefined }

/** A page of A4 with the poster, and one with cards to cut out. Black on white, so that any printer will do. `camp`: with its days and place. */
export function Sheets({ poster, office, camp }: SheetsProps) {
  const address = absoluteUrl(localizedHref(navigation().help?.href ?? '/'))
  const shown = address.replace(/^https?:\/\//, '')
  const { organisation } = site().names
  const when = camp && (
    <p className="leading-tight font-semibold">
      {isSample(camp) && `${messages()('sample.short')}: `}
      {daysInWords(camp.from, camp.until, currentLocale())}: <span lang={camp.lang}>{camp.place}</span>
    </p>
  )
  // With the two more lines, everything is smaller, so that each sheet stays one page.
  const look = camp
    ? {
        body: 'text-[3.3cqi]',
        title: 'text-[5.8cqi]',
        lines: 'mt-[2.5cqi] text-[3.5cqi]',
        code: 'grid-cols-[1fr_25cqi]',
        card: 'gap-[1cqi] text-[3.1cqi]',
        cardTitle: 'text-[5cqi]',
      }
    : {
        body: 'text-[3.4cqi]',
        title: 'text-[7.6cqi]',
        lines: 'mt-[2.5cqi] text-[3.7cqi]',
        code: 'grid-cols-[1fr_31cqi]',
        card: 'gap-[1.5cqi] text-[4.2cqi]',
        cardTitle: 'text-[7.2cqi]',
      }
  const code = <QrCode text={address} label={address} className="w-full" />
  const numbers = (
    <dl>
      <dt>{poster.call}</dt>
      <dd className="text-[1.7em] leading-tight font-bold whitespace-nowrap">{office.phones[0]?.number}</dd>
      {office.whatsapp && (
        <>
          <dt className="mt-[0.5em]">WhatsApp</dt>
          <dd className="text-[1.7em] leading-tight font-bold whitespace-nowrap">{office.whatsapp}</dd>
        </>
      )}
    </dl>
  )
  return (
    <>
      <Sheet>
        <div className="[container-type:inline-size]">
          <div className={`flex aspect-[190/256] flex-col p-[5cqi] leading-snug ${look.body}`}>
            <div className="flex flex-wrap items-center justify-between gap-x-[4cqi]">
              <Logo name={organisation} />
              <p className="font-semibold">{nameOf(office)}</p>
            </div>
            <h1 className={`mt-[3.5cqi] font-display leading-[1.02] font-semibold text-balance ${look.title}`}>
              {poster.title}
            </h1>
            {when && <div className="mt-[2cqi] text-[4.8cqi]">{when}</div>}
            <div className={`grid grid-cols-[1fr_24cqi] items-center gap-[3cqi] ${look.lines}`}>
              <ul className="grid list-disc gap-[1.2cqi] ps-[5cqi]">
                {poster.lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
              <div className="aspect-[4/3] overflow-hidden rounded-card">
                <ObjectArt name="cleft-lip" alt="" />
              </div>
            </div>
            <div className={`mt-auto grid items-end gap-[4cqi] ${look.code}`}>
              {numbers}
              <p className="text-center text-[3cqi]">
                {code}
                {poster.scan}
              </p>
            </div>
            <p className="mt-[2cqi] text-[3.6cqi] font-semibold">{shown}</p>
            <p className="mt-[3cqi] border-[0.6cqi] border-black p-[2.5cqi] text-[3.4cqi] font-semibold">
              {poster.urgent}
            </p>
            {isSample(office, 'phones') && <SampleNote of="number" className="mt-[2cqi]" />}
          </div>
        </div>
      </Sheet>
      <Sheet>
        <ul className="grid grid-cols-2">
          {Array.from({ length: cards }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all the same
            <li key={index} aria-hidden={index > 0} className="border border-dashed [container-type:inline-size]">
              <div className={`flex aspect-[95/58] flex-col p-[4cqi] leading-tight ${look.card}`}>
                <p className={`font-display leading-none font-semibold ${look.cardTitle}`}>{poster.title}</p>
                {when}
                <div className="mt-auto grid grid-cols-[1fr_30cqi] items-end gap-[2cqi]">
                  {numbers}
                  {code}
                </div>
                <p className="text-[3.6cqi] font-semibold">
                  {organisation}. {shown}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  )
}

const Sheet = ({ children }: { children: ReactNode }) => (
  <div data-sheet="" className="mx-auto mt-6 max-w-[44rem] border border-line bg-white text-black">
    {children}
  </div>
)
