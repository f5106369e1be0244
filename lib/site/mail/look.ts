/** How this site's mails look, in the current language, and who gets those to the office. */
import { env } from '#lib/platform/env.ts'
import { currentLanguage } from '#lib/platform/languages/current.ts'
import { directionOf } from '#lib/platform/languages/index.ts'
import { composeMail, type Mail, type MailContent, type MailLook } from '#lib/platform/mail/compose.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { colours } from '#lib/site/content/brand.ts'
import { pageColours, type Scheme } from '#lib/site/content/brand-schema.ts'
import { site } from '#lib/site/content/index.ts'
import { quotesSample } from '#lib/site/content/sample-label.ts'

function paletteOf(scheme: Scheme): MailLook['light'] {
  const { paper, sand, card, ink, soft, line, coral: button, logo } = pageColours(colours, scheme)
  const rest = { card, ink, soft, line, button }
  return scheme === 'light'
    ? { ...rest, page: sand, accent: logo, onButton: card }
    : { ...rest, page: paper, accent: button, onButton: paper }
}

/** Without SITE_URL there is no link, because it would lead nowhere. */
function siteLook(): MailLook {
  const { siteUrl, siteUrlGiven } = env()
  const language = currentLanguage()
  return {
    language,
    direction: directionOf(language),
    sender: site().names.organisation,
    home: siteUrlGiven ? siteUrl : null,
    light: paletteOf('light'),
    dark: paletteOf('dark'),
  }
}

/** Says at its end if it quotes a sample. @throws like `composeMail`. */
export function siteMail(content: MailContent): Mail {
  const note = quotesSample(JSON.stringify(content.parts)) && { note: messages()('sample.contact') }
  return composeMail({ ...content, parts: [...content.parts, note] }, siteLook())
}
