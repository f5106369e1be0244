/** The steps and the current one, above the seam that joins them. */
import type { ReactNode } from 'react'
import { Slot } from '#components/islands/island.tsx'
import { Text } from '#components/ui/text.tsx'
import { type DonationTexts, fill } from '#lib/platform/messages/texts.ts'

type StepsProps = {
  /** The current one of `labels`, from 1. */
  step: number
  labels: readonly string[]
  /** The seam up to each step. */
  seams: readonly ReactNode[] | undefined
  texts: DonationTexts['donation']
}

/** "Step 1 of 3" */
export const stepOf = (step: number, labels: readonly string[], { step: text }: DonationTexts['donation']) =>
  fill(text, { step: String(step), count: String(labels.length) })

export function Steps({ step, labels, seams, texts }: StepsProps) {
  return (
    <div className="mt-2 mb-2 max-sm:flex max-sm:items-center max-sm:gap-3 sm:mt-5 sm:mb-4 lg:mb-6">
      <p className="text-small text-soft sm:mb-2">
        <Text>{stepOf(step, labels, texts)}</Text>
        {/* In one line with the seam on phones, so that the amounts are in view. */}
        <Text className="font-semibold text-ink sm:hidden">{`: ${labels[step - 1]}`}</Text>
      </p>
      <ol className="mb-3 flex flex-wrap max-sm:hidden items-center justify-between gap-3">
        {labels.map((label, index) => {
          const number = index + 1
          const now = number === step
          const done = number < step
          return (
            <li
              key={label}
              className={`flex items-center gap-3 font-semibold ${now ? '' : 'text-soft'}`}
              aria-current={now ? 'step' : undefined}
            >
              <Text
                aria-hidden="true"
                className={`grid size-[36px] shrink-0 place-items-center rounded-full border-2 border-ink font-display ${now || done ? 'bg-ink text-paper' : 'text-ink'} ${now ? 'forced-colors:border-[Highlight] forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none' : ''}`}
              >
                {String(number)}
              </Text>
              <span>
                <Text>{label}</Text>
                {done && <Text className="sr-only">{` ${texts.stepDone}`}</Text>}
              </span>
            </li>
          )
        })}
      </ol>
      {labels.map((label, index) => (
        <div
          key={label}
          aria-hidden="true"
          hidden={index + 1 !== step}
          className="max-sm:shrink-0 max-sm:grow max-sm:basis-16"
        >
          <Slot>{seams?.[index]}</Slot>
        </div>
      ))}
    </div>
  )
}
