/** Search results, each with an excerpt in which the matching words are marked. */
import { Unbroken } from '#components/ui/unbroken.tsx'
import { excerpt } from '#lib/site/search/excerpt.ts'
import type { SearchHit } from '#lib/site/search/search.ts'

/** `first`: the place of the first one among all, from 1. */
export function Results({ found, first }: { found: readonly SearchHit[]; first: number }) {
  return (
    <ol start={first} className="divide-y divide-line">
      {found.map((one) => (
        <li key={one.text.address} className="relative py-5">
          <p className="text-[0.94rem] font-[650] text-coral">{one.text.kind}</p>
          <h2 lang={one.text.lang} className="mt-0.5 text-[1.4rem]">
            <a href={one.text.address} className="underline decoration-2 underline-offset-4 hover:text-coral">
              {one.text.title}
            </a>
          </h2>
          <p lang={one.text.lang} className="mt-2 max-w-measure text-soft">
            {excerpt(one).map(({ text, hit }, index) =>
              hit ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
                <mark key={index} className="bg-transparent font-bold text-ink">
                  {text}
                </mark>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <Unbroken key={index}>{text}</Unbroken>
              ),
            )}
          </p>
        </li>
      ))}
    </ol>
  )
}
