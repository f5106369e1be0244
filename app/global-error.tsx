'use client'
/** Shown when the layout itself fails, in the browser's default style. */

export default function GlobalError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong</title>
        <meta name="robots" content="noindex" />
        <main>
          <h1>Something went wrong on our side</h1>
          <p>The page could not be shown. Nothing you did caused this.</p>
          {error.digest && <p>Reference: {error.digest}</p>}
          <p>
            <button type="button" onClick={retry}>
              Try again
            </button>{' '}
            or <a href="/">go to the home page</a>.
          </p>
        </main>
      </body>
    </html>
  )
}
