/**
 * "Exit this page", for pages about abuse (https://design-system.service.gov.uk/components/exit-this-page/): a link that is
 * always visible, one that the keyboard reaches first, and Shift pressed three times. A behaviour blanks the page at once and
 * replaces its history entry; without it both links still leave.
 */
import { messages } from '#lib/platform/messages/index.ts'

/** An inconspicuous page that does not reveal where the visitor was. */
const elsewhere = 'https://www.google.com/search?q=weather'
const id = 'exit-this-page'
const buttonClass =
  'inline-flex min-h-12 items-center border-cream bg-danger px-5 font-bold text-paper no-underline shadow-lg'
const statusClass =
  'justify-self-start rounded-field bg-ink px-3 py-2 text-small text-paper empty:invisible empty:absolute'

export function QuickExit() {
  return (
    <div id={id} data-behaviour="quick-exit" className="print:hidden">
      <a
        data-exit=""
        href={elsewhere}
        rel="nofollow noreferrer"
        className="fixed top-2 start-2 z-50 -translate-y-20 rounded-full bg-danger px-5 py-3 font-semibold text-paper focus:translate-y-0"
      >
        {messages()('exit.exit')}
      </a>
      {/* A bar below the text on phones, and a button in the margin of a wide window. */}
      <div className="fixed inset-x-0 bottom-0 z-20 grid gap-2 lg:inset-x-auto lg:end-4 lg:bottom-4 lg:justify-items-end">
        <Status />
        <ExitLink
          describedBy={`${id}-keys`}
          className="justify-center rounded-none border-2 border-x-0 border-b-0 lg:rounded-full lg:border-2"
        />
      </div>
    </div>
  )
}

const idWithin = 'exit-this-story'

/** For a dialog, which makes the page behind it unreachable: one link beside the dialog's controls. */
export function QuickExitWithin() {
  return (
    <div id={idWithin} data-behaviour="quick-exit" className="m-3 grid justify-items-start gap-2 print:hidden">
      <ExitLink describedBy={`${idWithin}-keys`} />
      <Status />
    </div>
  )
}

/** Says how many presses are left: `data-left` holds a sentence for one and for two. */
function Status() {
  const t = messages()
  const left = JSON.stringify([1, 2].map((presses) => t('exit.left', { presses })))
  return <p role="status" className={statusClass} data-left={left} data-expired={t('exit.expired')} />
}

function ExitLink({ describedBy, className = 'rounded-full border-2' }: { describedBy: string; className?: string }) {
  const t = messages()
  return (
    <>
      <a
        data-exit=""
        href={elsewhere}
        rel="nofollow noreferrer"
        aria-describedby={describedBy}
        className={`${buttonClass} ${className}`}
      >
        <span className="sr-only">{t('exit.emergency')} </span>
        {t('exit.exit')}
      </a>
      <p id={describedBy} hidden>
        {t('exit.keys')}
      </p>
    </>
  )
}
