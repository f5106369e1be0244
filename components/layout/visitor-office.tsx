'use client'
/** Puts the office nearest to the visitor first. The server shows the usual one; without an answer, or a script, that one stays. */
import { type ReactNode, useEffect, useState } from 'react'

const remembered = 'visitor-country'

type Props = {
  offices: { code: string; block: ReactNode }[]
  /** Code of an office by country of a visitor; `other` for all the rest. */
  choice: Record<string, string>
  allLabel: string
  chevron: ReactNode
}

/** Asks the server once in a browser session. '' stands for "not known". */
async function askCountry(): Promise<string> {
  const response = await fetch('/api/visitor-country')
  const { country } = (await response.json()) as { country: string | null }
  return country ?? ''
}

export function VisitorOffice({ offices, choice, allLabel, chevron }: Props) {
  const [country, setCountry] = useState('other')

  useEffect(() => {
    const ask = async () => {
      const answer = await askCountry().catch(() => '')
      setCountry(answer)
      sessionStorage.setItem(remembered, answer)
    }
    try {
      const known = sessionStorage.getItem(remembered)
      if (known !== null) {
        setCountry(known)
        return
      }
    } catch {
      // Storage is forbidden: without a memory this would ask on every page.
      return
    }
    // Safari learned requestIdleCallback late.
    const [wait, cancel] =
      'requestIdleCallback' in window ? [requestIdleCallback, cancelIdleCallback] : [setTimeout, clearTimeout]
    const handle = wait(() => {
      // A full storage: the answer serves this page only.
      ask().catch(() => {})
    })
    return () => cancel(Number(handle))
  }, [])

  const code = choice[country] ?? choice.other
  const shown = offices.find((office) => office.code === code)
  return (
    <>
      <div className="col-span-2 desk:col-span-1 desk:max-[1179px]:col-start-3 desk:max-[1179px]:row-start-1">
        {shown?.block}
      </div>
      <details className="group/offices col-span-full print:hidden">
        <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 font-semibold text-cream underline underline-offset-4 hover:text-gold">
          {allLabel}
          {chevron}
        </summary>
        <div className="mt-4 grid gap-6 min-[480px]:grid-cols-2 desk:grid-cols-3 min-[1180px]:grid-cols-5">
          {offices.map((office) => office !== shown && <div key={office.code}>{office.block}</div>)}
        </div>
      </details>
    </>
  )
}
