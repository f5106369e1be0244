/** Helps for reading a page: aloud, and without a network. Behaviours add both; without them nothing is shown. */
import { buttonClass } from '#components/ui/button-link.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { behavioursScript } from '#lib/platform/behaviours.ts'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { navigation } from '#lib/site/content/index.ts'
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
      {...(worker && { 'data-worker': worker, 'data-lost': localizedHref('/404') })}
      {...(keep && { 'data-handout': '' })}
      className={`${keep ? 'page' : ''} py-3 font-semibold print:hidden`}
    >
      {worker && <PageRecordEntry needs={['worker']} />}
      {t(keep ? 'offline.kept' : 'offline.other')}{' '}
      {!keep && help && (
        <ContentLink href={help.href} className="underline underline-offset-4">
          {help.label}
        </ContentLink>
      )}
    </div>
  )
}
