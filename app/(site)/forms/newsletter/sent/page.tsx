/** What a visitor without JavaScript reads after signing up. */
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { SeamRule } from '#components/art/seam.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { site } from '#lib/content/index.ts'
import { thankYou } from '#lib/enquiries/thank-you.ts'
import { isReference } from '#lib/reference.ts'
import { codePageMetadata } from '#lib/seo/metadata.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export function generateMetadata(): Metadata {
  return codePageMetadata({
    address: '/forms/newsletter/sent',
    title: 'Thank you for signing up',
    description: 'Your newsletter sign-up has been kept.',
  })
}

export default async function SentPage({ searchParams }: Props) {
  await connection()
  const { reference } = await searchParams
  return (
    <main id="content" className="page section">
      <h1 className="text-[clamp(2.2rem,4.6vw,3.6rem)]">Thank you</h1>
      <SeamRule className="mt-4" />
      <p className="mt-6 max-w-measure text-[1.2rem]">{thankYou(site().names.organisation)}</p>
      {isReference(reference) && (
        <p className="mt-4 text-soft">
          Your reference is <strong className="text-ink">{reference}</strong>.
        </p>
      )}
      <p className="mt-8">
        <ButtonLink href="/">Home</ButtonLink>
      </p>
    </main>
  )
}
