/** What a page with a card form shows when React fails to render it. Content cannot be used here: this runs in the browser. */
import { useEffect, useRef } from 'react'
import { buttonClass } from '#components/ui/button-link.tsx'

/** When the server failed, the cause is in its log under `digest`. */
export type PageErrorProps = { error: Error & { digest?: string }; retry: () => void }

export default function PageError({ error, retry }: PageErrorProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  // Announces the new page to screen readers.
  useEffect(() => heading.current?.focus(), [])

  return (
    <main id="content" className="page section">
      <h1 ref={heading} tabIndex={-1} className="max-w-[18ch] text-[clamp(2.5rem,6vw,4.4rem)] outline-none">
        Something went wrong on our side
      </h1>
      <p className="mt-5 max-w-[52ch] text-[1.2rem]">
        The page could not be shown. Nothing that you did caused this. Try again; if it happens a second time,{' '}
        <a href="/ContactUs" className="underline underline-offset-4">
          tell us
        </a>{' '}
        and we will help you.
      </p>
      {error.digest && <p className="mt-3 text-[1.05rem]">Reference: {error.digest}</p>}
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
