/** Helps for reading a page: aloud, and without a network. Behaviours add both; without them nothing is shown. */
import { buttonClass } from '#components/ui/button-link.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { SampleNote } from '#components/ui/notes.tsx'
import { behavioursScript } from '#lib/platform/behaviours.ts'
import { currentLocale, localizedHref } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { navigation, site } from '#lib/site/content/index.ts'
import { telephoneHref } from '#lib/site/content/placeholders.ts'
import { isSample } from '#lib/site/content/state.ts'
import { named } from '#lib/site/seo/metadata.ts'
import { PageRecordEntry } from './page-record.tsx'

/** The button that the behaviour copies into each part of the page. */
export function Aloud() {
  const { listen, stop } = textsIn().aloud
  return (
    <div hidden data-behaviour="aloud" data-listen={listen} data-stop={stop}>
      <button type="button" className={buttonClass('outline', 'mt-3 print:hidden')}>
        {listen}
      </button>
    </div>
  )
}

/** The first number of each office, that of the reader's country first, for a telephone that has no network for data. */
function Numbers() {
  const { region } = new Intl.Locale(currentLocale())
  const offices = site()
    .offices.flatMap(({ phones: [phone], ...office }) => (phone ? [{ ...office, ...phone }] : []))
    .toSorted((a, b) => Number(b.code === region) - Number(a.code === region))
  const nameOf = new Intl.DisplayNames(currentLocale(), { type: 'region' })
  return (
    <>
      <ul className="mt-3 flex flex-wrap gap-x-8 font-normal">
        {offices.map(({ code, number }) => (
          <li key={code}>
            {nameOf.of(code)}{' '}
            <a href={telephoneHref(number)} className="inline-block py-2 font-semibold underline underline-offset-4">
              {number}
            </a>
          </li>
        ))}
      </ul>
      {offices.some((office) => isSample(office, 'phones')) && <SampleNote of="numbers" className="mt-2" />}
    </>
  )
}

/** Shown while there is no network. `keep`: the page is kept for then, with the "not found" page at /404 in its language. */
export function Offline({ keep = false }: { keep?: boolean }) {
  const t = messages()
  const { help } = navigation()
  const worker = keep ? behavioursScript()?.worker : undefined
  return (
    <div
      hidden
      role="status"
      data-behaviour="offline"
      data-title={keep ? t('offline.title') : named(t('offline.title'))}
      {...(keep && { 'data-lost': localizedHref('/404') })}
      {...(worker && { 'data-worker': worker })}
      {...(keep && { 'data-handout': '' })}
      className={`${keep ? 'page' : ''} py-3 font-semibold print:hidden`}
    >
      {worker && <PageRecordEntry needs={['worker']} />}
      {keep && <p className="mb-1 font-display text-h3">{t('offline.title')}</p>}
      {t(keep ? 'offline.kept' : 'offline.other')}{' '}
      {!keep && help && (
        <ContentLink href={help.href} className="underline underline-offset-4">
          {help.label}
        </ContentLink>
      )}
      <Numbers />
    </div>
  )
}
