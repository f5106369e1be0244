/** Whether an event is coming, on, over or called off: in words, not by colour alone. */
import type { EventState } from '#lib/events/occurrence.ts'
import { stateInWords } from '#lib/events/words.ts'

const looks: Record<EventState, string> = {
  coming: 'border-coral bg-card text-coral',
  on: 'border-coral bg-coral text-paper',
  past: 'border-soft bg-card text-soft',
  'called-off': 'border-danger bg-card text-danger',
}

export function EventBadge({ state }: { state: EventState }) {
  return (
    <p
      data-state={state}
      className={`w-fit rounded-full border-2 px-3 py-0.5 text-[0.9rem] font-[650] ${looks[state]}`}
    >
      {stateInWords[state]}
    </p>
  )
}
