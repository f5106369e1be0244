'use client'
/** What a visitor reads when a page could not be made. The header and the footer stay; the cause is in the server's log. */
import { useEffect, useRef } from 'react'
import { useOfficeEmail } from '#components/layout/office-email.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'

export default function PageError({ retry }: { error: unknown; retry: () => void }) {
  const email = useOfficeEmail()
  const heading = useRef<HTMLHeadingElement>(null)

  // The page has just been taken away: whoever cannot see that must hear it.
  useEffect(() => heading.current?.focus(), [])

  return (
    <main id="content" className="page section">
      <h1 ref={heading} tabIndex={-1} className="max-w-[18ch] text-[clamp(2.5rem,6vw,4.4rem)] outline-none">
        This page came apart in our hands
      </h1>
      <p className="mt-5 max-w-[52ch] text-[1.2rem]">
        The fault is ours, not yours. Try again; if it happens a second time, write to us at{' '}
        <a href={`mailto:${email}`} className="underline underline-offset-4">
          {email}
        </a>{' '}
        and we will help you.
      </p>
      <button type="button" onClick={retry} className={buttonClass('solid', 'mt-7')}>
        Try again
      </button>
    </main>
  )
}
