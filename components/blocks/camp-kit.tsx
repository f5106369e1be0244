/** For volunteers and staff: what to send, say, print and show to announce each coming camp, in every language. */
import { CopyButtons } from '#components/share/share.tsx'
import { Card } from '#components/ui/card.tsx'
import { SampleNote } from '#components/ui/notes.tsx'
import { Section } from '#components/ui/section.tsx'
import { now } from '#lib/platform/clock.ts'
import { currentLanguage, inLanguage } from '#lib/platform/languages/current.ts'
import { addressIn, type Language, languageCodes, languageName } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { callTexts, hasCampPicture, smsSize, speakingTime } from '#lib/site/camps/call-kit.ts'
import { posterAddress } from '#lib/site/content/addresses.ts'
import type { PlannedCamp } from '#lib/site/content/event-schema.ts'
import { camps, site } from '#lib/site/content/index.ts'
import { isSample } from '#lib/site/content/state.ts'
import { comingCamps } from '#lib/site/events/occurrence.ts'
import type { BlockProps } from './block.tsx'
import { CampHead, None } from './camps.tsx'
import { officeFor } from './poster.tsx'

/** What all forms of the call say, in the current language. */
export function campCall(camp: PlannedCamp) {
  const office = officeFor(camp.country)
  const source = {
    organisation: site().names.organisation,
    phone: office?.phones[0]?.number,
    isSample: isSample(camp) || isSample(office, 'phones'),
  }
  return { ...source, ...callTexts(camp, source) }
}

export function CampKit({ block, page, id }: BlockProps<'camp-kit'>) {
  const coming = comingCamps(camps(), now())
  return (
    <Section id={id} words={block}>
      {coming.length === 0 && <None words={block.none} />}
      {coming.map((camp) => (
        <Card key={camp.id} id={camp.id} className="mb-6">
          <CampHead camp={camp} locale={page.locale} sample={isSample(camp) && 'camp'} />
          {campCall(camp).isSample && <SampleNote of="contact" className="mt-3" />}
          {languageCodes.map((language) => (
            <Call key={language} language={language} camp={camp} />
          ))}
          <p className="mt-4 text-small text-soft">{messages()('kit.pictureLanguages')}</p>
        </Card>
      ))}
    </Section>
  )
}

/** `camp`: in the language of the page. */
function Call({ language, camp: { id, country, ...camp } }: { language: Language; camp: PlannedCamp }) {
  const t = messages()
  const own = () => campCall(camps().find((translated) => translated.id === id) ?? { id, country, ...camp })
  const { sms, radio, phone } = inLanguage(language, own)
  const name = languageName(language)
  const said = speakingTime(radio)
  const texts = [
    [t('kit.sms'), sms, t('kit.smsSize', smsSize(sms))],
    [t('kit.radio'), radio, t('kit.radioTime', { ...said, isLong: String(said.seconds > 30) })],
  ] as const
  const text = encodeURIComponent(sms)
  const links = [
    [t('kit.send'), `sms:?body=${text}`],
    [t('kit.whatsapp'), `https://wa.me/?text=${text}`],
    [t('kit.picture'), hasCampPicture(language) && `/og/camps/${id}.${language}.png`],
    [t('kit.poster'), phone && addressIn(language, `${posterAddress(country)}?camp=${id}`)],
  ] as const
  return (
    <details open={language === currentLanguage()} className="mt-4 border-t border-line pt-4">
      <summary lang={language} className="cursor-pointer text-lead font-bold">
        {name}
      </summary>
      <div className="mt-2 grid gap-6 lg:grid-cols-2">
        {texts.map(([label, text, note]) => (
          // A field, from which a text can be copied without JavaScript too.
          <div key={label} data-behaviour="share" data-title={label}>
            <p className="font-semibold">{label}</p>
            <textarea
              readOnly
              rows={5}
              lang={language}
              aria-label={`${label} (${name})`}
              defaultValue={text}
              className="mt-1.5 field-sizing-content w-full rounded-field border border-field bg-card p-4"
            />
            <p className="mb-2 text-small text-soft">{note}</p>
            <CopyButtons of="text" />
          </div>
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-6">
        {links.map(
          ([label, href]) =>
            href && (
              <li key={label}>
                <a
                  href={href}
                  className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-coral"
                >
                  {label}
                  <span className="sr-only">&nbsp;({name})</span>
                </a>
              </li>
            ),
        )}
      </ul>
    </details>
  )
}
