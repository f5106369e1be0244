/** Says, in the reader's language, that a page or a part of it is in English because it has no translation. */
import { currentLanguage } from '#lib/languages/current.ts'
import type { Language } from '#lib/languages/index.ts'

const sentences: Record<Language, string> = {
  en: 'This page is not translated yet.',
  hi: 'यह पृष्ठ अभी पूरा हिन्दी में नहीं है। जिन भागों का अनुवाद नहीं हुआ है, वे अंग्रेज़ी में हैं।',
  sw: 'Ukurasa huu haujatafsiriwa wote bado. Sehemu ambazo hazijatafsiriwa ziko kwa Kiingereza.',
}

export function TranslationNote() {
  return <p className="page py-3 text-[0.94rem] text-soft">{sentences[currentLanguage()]}</p>
}
