/** How this site's mails look, in the current language, and who gets those to the office. */
import 'server-only'
import { env } from '#lib/platform/env.ts'
import { currentLanguage } from '#lib/platform/languages/current.ts'
import { directionOf } from '#lib/platform/languages/index.ts'
import { composeMail, type Mail, type MailContent, type MailLook } from '#lib/platform/mail/compose.ts'
import { colours } from '#lib/site/content/brand.ts'
import { pageColours, type Scheme } from '#lib/site/content/brand-schema.ts'
import { site } from '#lib/site/content/index.ts'

function paletteOf(scheme: Scheme): MailLook['light'] {
  const { sand: page, card, ink, soft, line, coral: button, logo, paper } = pageColours(colours, scheme)
  const isLight = scheme === 'light'
  return { page, card, ink, soft, line, accent: isLight ? logo : button, button, onButton: isLight ? card : paper }
}

/** Without SITE_URL there is no link, because it would lead nowhere. */
function siteLook(): MailLook {
  const { siteUrl, siteUrlGiven } = env()
  const { names } = site()
  const language = currentLanguage()
  return {
    language,
    direction: directionOf(language),
    sender: names.organisation,
    home: siteUrlGiven ? siteUrl : null,
    light: paletteOf('light'),
    dark: paletteOf('dark'),
    footer: [names.organisation],
  }
}

/** @throws like `composeMail`. */
export const siteMail = (content: MailContent): Mail => composeMail(content, siteLook())
