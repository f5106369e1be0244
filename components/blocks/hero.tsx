/** The head of a page: a cloth with the title on a card and a portrait in an arch, or text alone. */
import { PatternFill } from '#components/art/patterns.tsx'
import { Arch, archSizes, Picture } from '#components/art/picture.tsx'
import { SeamRule } from '#components/art/seam.tsx'
import { Breadcrumb, pageTrail } from '#components/layout/breadcrumb.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Unbroken } from '#components/ui/markdown.tsx'
import { SampleNote } from '#components/ui/notes.tsx'
import { hoursInWords } from '#lib/platform/dates.ts'
import { currentLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { BlockOf } from '#lib/site/content/block-schema.ts'
import { site } from '#lib/site/content/index.ts'
import { telephoneHref, whatsappHref } from '#lib/site/content/placeholders.ts'
import type { Office } from '#lib/site/content/schema.ts'
import { isSample } from '#lib/site/content/state.ts'
import { Actions, type BlockProps, leadIndex, wordLength } from './block.tsx'

type HelpProps = { help: NonNullable<BlockOf<'hero'>['help']>; className: string }

/** Both fit in one row of a phone of 360 px. */
const pill = 'gap-x-1.5'

/** Telephone and WhatsApp for families who ask for a surgery. The visitor's country is in view where it is known, the others are one tap away. */
function HelpLines({ help: { link, offices: codes, message }, className }: HelpProps) {
  const { offices } = site()
  const lines = codes.flatMap((code) => offices.find((office) => office.code === code) ?? [])
  const t = messages()
  const nameOf = new Intl.DisplayNames(currentLocale(), { type: 'region' })
  const [first, ...others] = lines.map((office) => (
    <HelpLine
      key={office.code}
      office={office}
      message={message}
      country={lines.length > 1 ? nameOf.of(office.code) : undefined}
    />
  ))
  return (
    <div
      className={className}
      {...(others.length > 0 && {
        'data-behaviour': 'visitor-office',
        'data-choice': JSON.stringify(Object.fromEntries(codes.map((code) => [code, code]))),
      })}
    >
      {link && (
        <p className="mb-2 text-lead font-bold">
          <ContentLink href={link.href} className="underline underline-offset-4 hover:text-coral">
            {link.label}
          </ContentLink>
        </p>
      )}
      {first}
      {others.length > 0 && (
        <details className="mt-2">
          <summary className="inline-flex min-h-12 cursor-pointer items-center font-bold underline underline-offset-4">
            {t('help.elsewhere')}
          </summary>
          <div className="mt-2 grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">{others}</div>
        </details>
      )}
      {lines.some((office) => isSample(office, 'phones')) && (
        <SampleNote of={lines.length > 1 ? 'numbers' : 'number'} className="mt-3" />
      )}
    </div>
  )
}

type HelpLineProps = { office: Office; message: string; country: string | undefined }

function HelpLine({ office, message, country }: HelpLineProps) {
  const t = messages()
  const { whatsapp, whatsappFirst } = office
  const [look, other] = whatsappFirst ? (['outline', 'solid'] as const) : (['solid', 'outline'] as const)
  const ways = [
    ...office.phones.slice(0, 1).map(({ number }) => (
      <a
        key={number}
        href={telephoneHref(number)}
        aria-label={t('help.call', { number })}
        className={buttonClass(look, pill)}
      >
        <Icon name="phone" className="size-4" /> {number}
      </a>
    )),
    whatsapp && (
      <a
        key="whatsapp"
        href={whatsappHref(whatsapp, message)}
        rel="noopener"
        data-printed={whatsapp}
        aria-label={t('help.whatsapp', { number: whatsapp })}
        className={buttonClass(other, pill)}
      >
        <Icon name="whatsapp" className="size-4" /> WhatsApp
      </a>
    ),
  ]
  return (
    <div
      data-office={office.code}
      className="flex flex-wrap content-start gap-x-2 gap-y-1 text-small [--pill-side:0.6rem]"
    >
      {country && <span className="basis-full font-bold">{country}</span>}
      {whatsappFirst ? ways.toReversed() : ways}
      {country && <p className="basis-full leading-snug text-soft">{answeredBy(office)}</p>}
    </div>
  )
}

/** When the telephone is answered, and in which languages: "Mon–Fri, 10:00 – 17:30 · English, Hindi". */
function answeredBy({ hours, speaks = [] }: Office): string {
  const locale = currentLocale()
  const nameOf = new Intl.DisplayNames(locale, { type: 'language' })
  const languages = new Intl.ListFormat(locale, { type: 'unit' }).format(speaks.map((code) => nameOf.of(code) ?? code))
  return [hours && hoursInWords(hours, locale), languages].filter(Boolean).join(' · ')
}

type Props = BlockProps<'hero'>

export function Hero(props: Props) {
  return props.block.look === 'plain' ? <PlainHero {...props} /> : <ArchHero {...props} />
}

function ArchHero({ block, page, index, id }: Props) {
  const lead = index === leadIndex(page)
  const Title = lead ? 'h1' : 'h2'
  return (
    <div id={id} className="relative isolate overflow-hidden @container">
      {/* The cloth ends just above the bottom, or a line of it shows below the card at fractional heights. */}
      <div className="absolute inset-x-0 top-0 bottom-0.5 -z-10">
        <PatternFill name={block.pattern} />
      </div>
      <div className="page grid grid-cols-1 items-end gap-x-12 pt-8 wide:grid-cols-[1.1fr_.9fr] lg:pt-16">
        <div className="title-room min-w-0 rounded-t-card bg-paper p-5 pb-8 text-ink lg:p-11 lg:pb-10 print:border">
          {lead && <Breadcrumb title={page.title} trail={pageTrail(page)} className="mb-3" />}
          <Title className="hero-title" data-words={wordLength(block.heading)}>
            <Unbroken>{block.heading}</Unbroken>
          </Title>
          <p className="mt-4 text-lead text-pretty">
            <Unbroken>{block.intro}</Unbroken>
          </p>
          <Actions actions={block.actions} className="mt-6" />
          {block.help && <HelpLines help={block.help} className="mt-6" />}
        </div>
        {block.picture && (
          <Arch
            edge
            // On a phone the bar of "Exit this page" leaves room for the first sentence.
            className={`order-first ${page.quickExit ? 'h-52 w-40' : 'h-76 w-58'} justify-self-center wide:order-none wide:mb-0.5 wide:h-[clamp(26.5rem,33vw,36rem)] wide:w-[clamp(20.5rem,25.5vw,27.8rem)]`}
          >
            {block.pictureLink ? (
              <ContentLink
                href={block.pictureLink.href}
                className="block size-full bg-plum text-center font-bold leading-12 text-cream no-underline hover:underline focus-visible:-outline-offset-4"
              >
                <span className="block h-[calc(100%-3rem)] overflow-hidden">
                  <Picture picture={block.picture} priority={lead} decorative sizes={archSizes} />
                </span>
                {block.pictureLink.label}
              </ContentLink>
            ) : (
              <Picture picture={block.picture} priority={lead} sizes={archSizes} />
            )}
          </Arch>
        )}
      </div>
    </div>
  )
}

function PlainHero({ block, page, index, id }: Props) {
  const lead = index === leadIndex(page)
  const Title = lead ? 'h1' : 'h2'
  // The numbers are on the first screen of a phone.
  const isShort = block.help !== undefined
  return (
    <div id={id} data-tone="head" className={`page lg:pt-12 ${isShort ? 'pt-3' : 'pt-8'}`}>
      {lead && <Breadcrumb title={page.title} trail={pageTrail(page)} className={isShort ? 'mb-1' : 'mb-3'} />}
      <div className={`grid ${isShort ? 'gap-3' : 'gap-5'}`}>
        <div className="title-room min-w-0">
          <Title
            className={`hero-title max-w-[20ch] ${isShort ? 'short-title' : ''}`}
            data-words={wordLength(block.heading)}
          >
            <Unbroken>{block.heading}</Unbroken>
          </Title>
          <SeamRule className={isShort ? 'mt-2 lg:mt-5' : 'mt-5'} />
        </div>
        <div className="min-w-0">
          <p className="max-w-[56ch] text-lead text-pretty">
            <Unbroken>{block.intro}</Unbroken>
          </p>
          <Actions actions={block.actions} className="mt-7" />
        </div>
      </div>
      {block.help && <HelpLines help={block.help} className="mt-5 lg:mt-8" />}
    </div>
  )
}
