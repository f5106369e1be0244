/** Where the donor is: two steps, joined by the seam. */
import type { ReactNode } from 'react'

type StepsProps = {
  step: 1 | 2
  /** The seam as far as each step: drawn on the server, so that its drawing is not sent as code. */
  seams: readonly [first: ReactNode, second: ReactNode]
}

function Step({ number, label, now, done }: { number: number; label: string; now: boolean; done: boolean }) {
  return (
    <li
      className={`flex items-center gap-3 font-semibold ${now ? '' : 'text-soft'}`}
      aria-current={now ? 'step' : undefined}
    >
      <span
        aria-hidden="true"
        className={`grid size-9 shrink-0 place-items-center rounded-full border-2 border-ink font-display ${now || done ? 'bg-ink text-paper' : 'text-ink'}`}
      >
        {number}
      </span>
      <span>
        <span className="sr-only">Step {number} of 2: </span>
        {label}
        {done && <span className="sr-only"> (done)</span>}
      </span>
    </li>
  )
}

export function Steps({ step, seams }: StepsProps) {
  return (
    <ol className="my-6 grid grid-cols-[1fr_auto] items-center gap-3 sm:grid-cols-[auto_1fr_auto] desk:my-8">
      <Step number={1} label="Your gift" now={step === 1} done={step === 2} />
      <li aria-hidden="true" className="max-sm:order-last max-sm:col-span-2">
        {seams[step - 1]}
      </li>
      <Step number={2} label="Your address" now={step === 2} done={false} />
    </ol>
  )
}
