/** The newsletter's own address: where a sign-up without JavaScript comes back to with its errors, and where links can lead. */
import { randomUUID } from 'node:crypto'
import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { connection } from 'next/server'
import { SeamRule } from '#components/art/seam.tsx'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { TextField } from '#components/forms/field.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { newsletterLengths } from '#lib/enquiries/newsletter.ts'
import { readDraft } from '#lib/http/drafts.ts'
import { codePageMetadata } from '#lib/seo/metadata.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

async function readReturned({ searchParams }: Props) {
  const { draft } = await searchParams
  return typeof draft === 'string' ? readDraft('newsletter', draft, (await cookies()).toString()) : null
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const title = 'Sign up for the newsletter'
  return codePageMetadata({
    address: '/forms/newsletter',
    title: (await readReturned(props)) ? `Error: ${title}` : title,
    description:
      'Stories from the camps and the centre, by e-mail. Leave your name and your address, and stop whenever you like.',
  })
}

export default async function NewsletterPage(props: Props) {
  await connection()
  const returned = await readReturned(props)
  const errors = returned?.errors ?? []
  const typed = (field: string) => {
    const value = returned?.values[field]
    return typeof value === 'string' ? value : undefined
  }
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message
  return (
    <main id="content" className="page section">
      <div className="max-w-xl">
        <h1 className="text-[clamp(2.2rem,4.6vw,3.6rem)]">Sign up for the newsletter</h1>
        <SeamRule className="mt-4 mb-8" />
        {returned?.formError && <ErrorSummary message={returned.formError} errors={errors} />}
        <form method="post" action="/api/newsletter" noValidate className="grid gap-4">
          <input type="hidden" name="idempotencyKey" value={randomUUID()} />
          <TextField
            name="name"
            label="Name"
            autoComplete="name"
            maxLength={newsletterLengths.name}
            value={typed('name')}
            error={errorOf('name')}
          />
          <TextField
            name="email"
            label="E-mail address"
            type="email"
            autoComplete="email"
            maxLength={newsletterLengths.email}
            value={typed('email')}
            error={errorOf('email')}
          />
          <button type="submit" className={buttonClass('ink', 'mt-1')}>
            Sign up
          </button>
        </form>
      </div>
    </main>
  )
}
