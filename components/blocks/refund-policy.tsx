/** The refund policy, on every page that takes money (specification section 2, Privacy Policy and Terms). */
import { messages } from '#lib/platform/messages/index.ts'
import type { BlockProps } from './block.ts'

export function RefundPolicy({ block, id }: BlockProps<'refund-policy'>) {
  return (
    <div className="page section pt-0">
      <section aria-labelledby={id} className="border-t border-line pt-8">
        <h2 id={id} className="text-[1.6rem]">
          {messages()('notices.refundPolicy')}
        </h2>
        <ul className="mt-4 grid max-w-measure list-disc gap-1.5 ps-5 marker:text-gold">
          {block.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </section>
    </div>
  )
}
