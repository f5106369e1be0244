'use client'
/** Puts the office nearest to the visitor first. The server shows the usual one; without an answer, or a script, that one stays. */
import { type ReactNode, useEffect, useState } from 'react'

const remembered = 'visitor-country'

type Props = {
  offices: { code: string; block: ReactNode }[]
  /** Code of an office by country of a visitor; `other` for all the rest. */
  choice: Record<string, string>
  allLabel: string
}

/** Asks the server once in a browser session. '' stands for "not known". */
async function askCountry(): Promise<string> {
  const response = await fetch('/api/visitor-country')
  const { country } = (await response.json()) as { country: string | null }
  return country ?? ''
}

export function VisitorOffice({ offices, choice, allLabel }: Props) {
  const [country, setCountry] = useState('other')

  useEffect(() => {
    const idle = window.requestIdleCallback ?? setTimeout
    try {
      const known = sessionStorage.getItem(remembered)
      if (known !== null) {
        setCountry(known)
        return
      }
    } catch {
      return
    }
    idle(() => {
      askCountry()
        .catch(() => '')
        .then((answer) => {
          sessionStorage.setItem(remembered, answer)
          setCountry(answer)
        })
        // A full or forbidden storage: the office that stands there is right for most.
        .catch(() => {})
    })
  }, [])

  const code = choice[country] ?? choice.other
  const shown = offices.find((office) => office.code === code)
  return (
    <>
      {shown?.block}
      <details className="group/offices mt-5 print:hidden">
        <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 font-semibold text-cream underline underline-offset-4 hover:text-gold">
          {allLabel}
        </summary>
        <div className="mt-3 grid gap-6">
          {offices.map((office) => office !== shown && <div key={office.code}>{office.block}</div>)}
        </div>
      </details>
    </>
  )
}
