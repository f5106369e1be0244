/** Links to the page in its other languages, each named as its readers name it. Nothing for a page that has no other. */
import { currentLanguage } from '#lib/platform/languages/current.ts'
import { addressIn, languages, splitAddress } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { languagesOf } from '#lib/site/routes/index.ts'

/** `address`: of the page, in any language. */
export function LanguageSwitcher({ address }: { address: string }) {
  const current = currentLanguage()
  const others = languagesOf(address).filter((language) => language !== current)
  if (others.length === 0) return null
  return (
    <nav aria-label={messages()('frame.language')} className="flex flex-wrap gap-x-[clamp(0.5rem,3vw,1.25rem)]">
      <span aria-current="true" className="inline-flex min-h-[44px] items-center font-semibold">
        {languages[current].name}
      </span>
      {others.map((language) => (
        <a
          key={language}
          href={addressIn(language, splitAddress(address).address)}
          lang={language}
          hrefLang={language}
          className="inline-flex min-h-[44px] items-center underline underline-offset-4 hover:text-coral"
        >
          {languages[language].name}
        </a>
      ))}
    </nav>
  )
}
