/** A chart of a list's sums, drawn as SVG: pages of the office allow no styles of their own. The table below it says the same, so readers of screens skip it. */
import type { Chart } from '#lib/office/desks/desk.ts'
import { messages } from '#lib/platform/messages/index.ts'

/** Fewer columns would be as wide as they are high. */
const fewest = 6

export function ChartFigure({ title, isInTime, parts }: Chart) {
  return (
    <figure className="mb-6 max-w-3xl">
      <figcaption className="mb-2 font-semibold">{messages()('office.chart', { currency: title })}</figcaption>
      <div aria-hidden="true">
        {isInTime && parts.length >= fewest ? <Columns parts={parts} /> : <Bars parts={parts} />}
      </div>
    </figure>
  )
}

type Parts = Pick<Chart, 'parts'>

/** From left to right in time, with the first and last label, and the largest value. */
function Columns({ parts }: Parts) {
  const most = parts.find(({ share }) => share === 1)
  return (
    <>
      <p className="text-small text-soft">{most && `${most.label}: ${most.value}`}</p>
      <svg
        viewBox={`0 0 ${parts.length * 10} 100`}
        preserveAspectRatio="none"
        className="h-40 w-full border-b border-field fill-coral"
        role="presentation"
      >
        {parts.map(({ label, share }, place) => (
          <rect key={label} x={place * 10 + 1} y={100 - share * 100} width="8" height={share * 100} />
        ))}
      </svg>
      <p className="flex justify-between text-small text-soft">
        <span>{parts[0]?.label}</span>
        <span>{parts.at(-1)?.label}</span>
      </p>
    </>
  )
}

const Bars = ({ parts }: Parts) => (
  <ul className="grid gap-2">
    {parts.map(({ label, value, share }) => (
      <li
        key={label}
        className="grid grid-cols-[minmax(6rem,12rem)_1fr_auto] items-center gap-x-3 max-sm:grid-cols-[1fr_auto]"
      >
        <span className="wrap-anywhere">{label}</span>
        <svg
          viewBox="0 0 100 10"
          preserveAspectRatio="none"
          className="h-5 w-full fill-coral max-sm:order-last max-sm:col-span-full"
          role="presentation"
        >
          <rect width={Math.max(share * 100, 0.5)} height="10" />
        </svg>
        <span className="text-end">{value}</span>
      </li>
    ))}
  </ul>
)
