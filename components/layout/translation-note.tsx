/** Tells readers in their language that a page or a part of it is in English because it has no translation. */
import { messages } from '#lib/platform/messages/index.ts'

export function TranslationNote() {
  return <p className="page py-3 text-[0.94rem] text-soft">{messages()('frame.untranslated')}</p>
}
