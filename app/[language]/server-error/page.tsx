/** The body of a 500 response, for a page that could not be rendered (lib/server/plain-pages.ts). */
import type { Metadata } from 'next'
import { PatternFill } from '#components/art/patterns.tsx'
import { Arch } from '#components/art/picture.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { site } from '#lib/content/index.ts'
import { referencePlaceholder } from '#lib/http/failure.ts'
import { inEveryLanguage, type Params, readParams } from '../params.ts'

export const generateStaticParams = inEveryLanguage

export async function generateMetadata(props: Params): Promise<Metadata> {
  await readParams(props)
  return { title: `Something went wrong | ${site().names.organisation}`, robots: { index: false } }
}

export default function ServerError() {
  const { email } = site().names
  return (
    <SiteFrame address="/server-error" className="page section grid items-center gap-12 desk:grid-cols-[1.2fr_.8fr]">
      <div>
        <h1 className="max-w-[18ch] text-[clamp(2.5rem,6vw,4.4rem)]">Something went wrong on our side</h1>
        <p className="mt-5 max-w-[52ch] text-[1.2rem]">
          The page could not be shown. Nothing that you did caused this. Try again in a minute; if it happens a second
          time, write to us at{' '}
          <a href={`mailto:${email}`} className="underline underline-offset-4">
            {email}
          </a>{' '}
          and we will help you.
        </p>
        <p className="mt-3 text-[1.05rem]">Reference: {referencePlaceholder}</p>
        <div className="mt-7 flex flex-wrap gap-3">
          {/* biome-ignore lint/a11y/useValidAnchor: the requested address, whatever it is */}
          <a href="" className={buttonClass()}>
            Try again
          </a>
          <a href="/" className={buttonClass('outline')}>
            Home
          </a>
        </div>
      </div>
      <Arch className="hidden h-100 w-76 justify-self-center desk:block">
        <PatternFill name="kenya" scale={1.6} />
      </Arch>
    </SiteFrame>
  )
}
