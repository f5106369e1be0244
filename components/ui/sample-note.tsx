/** The one label for everything that content marks `labelled`. */
import { messages } from '#lib/platform/messages/index.ts'

type Kind =
  | 'account'
  | 'contact'
  | 'drawings'
  | 'film'
  | 'goals'
  | 'newsletters'
  | 'post'
  | 'posts'
  | 'stories'
  | 'story'

export function SampleNote({ of, className = '' }: { of: Kind; className?: string }) {
  return (
    <p
      data-sample=""
      className={`w-fit max-w-measure rounded-xl border border-dashed border-current px-3 py-1 text-[0.94rem] ${className}`}
    >
      {messages()(`sample.${of}`)}
    </p>
  )
}
