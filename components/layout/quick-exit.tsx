'use client'
/** "Exit this page", for pages about abuse: leaves at once, and leaves nothing for Back to return to (GOV.UK pattern). Without a script it is a link. */

const elsewhere = 'https://www.google.com/search?q=weather'

export function QuickExit() {
  return (
    <a
      href={elsewhere}
      rel="noreferrer"
      onClick={(event) => {
        event.preventDefault()
        document.body.hidden = true
        location.replace(elsewhere)
      }}
      className="fixed right-4 bottom-4 z-20 inline-flex min-h-12 items-center rounded-full border-2 border-cream bg-danger px-5 font-[650] text-paper no-underline shadow-lg print:hidden"
    >
      Exit this page
    </a>
  )
}
