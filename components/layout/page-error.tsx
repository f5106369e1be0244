/**
 * What a page with a card form shows when React fails to render it. Neither content nor a catalogue can be used here, because this runs in
 * the browser: pages in other languages than English carry the words on <html> (app/document.tsx).
 */
import { useEffect, useRef } from 'react'
import { buttonClass } from '#components/ui/button-link.tsx'
import { addressIn, defaultLanguage, isLanguage } from '#lib/platform/languages/index.ts'
import { fill } from '#lib/platform/messages/texts.ts'

const english = {
  title: 'Something went wrong on our side',
  browser:
    'The page could not be shown. Nothing you did caused this. Try again. If it happens again, <link>tell us</link> and we will help you.',
  reference: 'Reference: {reference}',
  tryAgain: 'Try again',
  home: 'Home',
}

/** When the server failed, the cause is in its log under `digest`. */
export type PageErrorProps = { error: Error & { digest?: string }; retry: () => void }

export default function PageError({ error, retry }: PageErrorProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  const { lang, dataset } = document.documentElement
  const words: typeof english = { ...english, ...JSON.parse(dataset.failure ?? '{}') }
  const [before, link, after] = words.browser.split(/<\/?link>/)
  const here = (href: string) => addressIn(isLanguage(lang) ? lang : defaultLanguage, href)

  // Announces the new page to screen readers.
  useEffect(() => heading.current?.focus(), [])

  return (
    <main id="content" className="page section">
      <h1 ref={heading} tabIndex={-1} className="max-w-[18ch] text-[clamp(2.5rem,6vw,4.4rem)] outline-none">
        {words.title}
      </h1>
      <p className="mt-5 max-w-[52ch] text-[1.2rem]">
        {before}
        <a href={here('/ContactUs')} className="underline underline-offset-4">
          {link}
        </a>
        {after}
      </p>
      {error.digest && <p className="mt-3 text-[1.05rem]">{fill(words.reference, { reference: error.digest })}</p>}
      <div className="mt-7 flex flex-wrap gap-3">
        <button type="button" onClick={retry} className={buttonClass('solid')}>
          {words.tryAgain}
        </button>
        <a href={here('/')} className={buttonClass('outline')}>
          {words.home}
        </a>
      </div>
    </main>
  )
}
