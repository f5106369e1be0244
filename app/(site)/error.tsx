'use client'
/**
 * What a visitor reads when React, which only runs where a card is taken, could not draw the page; the cause is in the server's
 * log. Stands without the site's frame, which reads content: no browser can.
 */
import { useEffect, useRef } from 'react'
import { buttonClass } from '#components/ui/button-link.tsx'

export default function PageError({ retry }: { error: unknown; retry: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)

  // The page has just been taken away: whoever cannot see that must hear it.
  useEffect(() => heading.current?.focus(), [])

  return (
    <main id="content" className="page section">
      <h1 ref={heading} tabIndex={-1} className="max-w-[18ch] text-[clamp(2.5rem,6vw,4.4rem)] outline-none">
        This page came apart in our hands
      </h1>
      <p className="mt-5 max-w-[52ch] text-[1.2rem]">
        The fault is ours, not yours. Try again; if it happens a second time,{' '}
        <a href="/ContactUs" className="underline underline-offset-4">
          tell us
        </a>{' '}
        and we will help you.
      </p>
      <div className="mt-7 flex flex-wrap gap-3">
        <button type="button" onClick={retry} className={buttonClass('solid')}>
          Try again
        </button>
        <a href="/" className={buttonClass('outline')}>
          Home
        </a>
      </div>
    </main>
  )
}
