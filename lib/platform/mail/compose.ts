/**
 * Composes a mail: subject, plain text and HTML from one list of parts, so that both always say the same. The only place that writes a mail's
 * HTML, so every value is escaped here. Knows no kind of mail, and nothing of the site but the look that it is given.
 */
import type { Mail } from '#lib/platform/providers/emailjs.ts'

export type { Mail }

/** A value of a row or a paragraph may have several lines. Rows and texts that are empty are left out. */
export type Part =
  | { heading: string }
  | { paragraph: string }
  /** Label and value. */
  | { rows: readonly (readonly [label: string, value: string])[] }
  /** `link`: http, https, mailto, tel or upi. `quiet`: underlined, for what is not the point of the mail. */
  | { button: string; link: string; quiet?: true }
  /** An address of our own site, square, `size` pixels wide on white. Mail programs may hide it, so the text leaves it out and nothing depends on it. */
  | { image: string; alt: string; size: number }
  /** Small print. */
  | { note: string }
  /** What a person wrote. */
  | { quote: string }

export type MailContent = {
  /** One address, or several. */
  to: string | readonly string[]
  /** Where a reply goes; without it, to the sender that the mail account names. */
  replyTo?: string | undefined
  subject: string
  /** The first heading is that of the mail; without one, the subject. */
  parts: readonly (Part | '' | false | null | undefined)[]
}

/** Colours as hex. */
type Palette = Readonly<Record<'page' | 'card' | 'ink' | 'soft' | 'line' | 'accent' | 'button' | 'onButton', string>>

export type MailLook = {
  /** BCP 47. */
  language: string
  direction: 'ltr' | 'rtl'
  /** Stands above and below every mail and leads to `home`, if that is set. */
  sender: string
  home: string | null
  light: Palette
  dark: Palette
}

/** EmailJS takes 50 KB of values in all. https://www.emailjs.com/docs/rest-api/send/ (read November 2026) */
export const maxMailBytes = 40_000
/** Characters of one value, tried in turn when a mail is too large. */
const valueLimits = [Number.POSITIVE_INFINITY, 5000, 2500, 1000, 500]
export const shortenedMark = ' […]'

/** @throws for an address or a link that may not stand in a mail, and for a mail that is too large though each value is short: all are bugs. */
export function composeMail(content: MailContent, look: MailLook): Mail {
  const to = [content.to].flat().map(address)
  if (to.length === 0) throw new Error('A mail has no recipient')
  const head = {
    to: to.join(', '),
    replyTo: content.replyTo ? address(content.replyTo) : '',
    subject: oneLine(content.subject).slice(0, 200),
  }
  const given = content.parts.filter((part) => Boolean(part)) as Part[]
  const all = given.some((part) => 'heading' in part) ? given : [{ heading: head.subject }, ...given]
  for (const limit of valueLimits) {
    const parts = all.flatMap((part) => shortened(part, limit))
    const mail = { ...head, text: textOf(parts, look), html: htmlOf(parts, look, head.subject) }
    if (Buffer.byteLength(JSON.stringify(mail)) <= maxMailBytes) return mail
  }
  throw new Error('A mail has too many parts')
}

/** Without a comma, a line break or a name, so that it cannot become two recipients or a header (RFC 5322, section 3.4). */
function address(text: string): string {
  if (!/^[^\s,;:<>()[\]"\\\p{Cc}@]+@[^\s,;:<>()[\]"\\\p{Cc}@]+$/u.test(text))
    throw new Error('A mail has an invalid address')
  return text
}

const clean = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .trim()
const oneLine = (text: string): string => clean(text).replace(/\s+/g, ' ')

/** The part with clean values of at most `limit` characters; nothing if it is empty. */
function shortened(part: Part, limit: number): Part[] {
  const short = (text: string) => {
    const whole = clean(text)
    return whole.length <= limit ? whole : whole.slice(0, limit).toWellFormed() + shortenedMark
  }
  if ('rows' in part) {
    const rows = part.rows.map(([label, value]) => [oneLine(label), short(value)] as const).filter(([, value]) => value)
    return rows.length > 0 ? [{ rows }] : []
  }
  if ('button' in part) return [{ ...part, button: oneLine(part.button), link: safeLink(part.link) }]
  if ('image' in part) return [{ ...part, image: safeLink(part.image), alt: oneLine(part.alt) }]
  const [[kind = '', text = ''] = []] = Object.entries(part)
  return clean(text) ? [{ [kind]: short(text) } as Part] : []
}

function safeLink(link: string): string {
  const { protocol } = URL.parse(link) ?? {}
  const isAllowed = ['http:', 'https:', 'mailto:', 'tel:', 'upi:'].includes(protocol ?? '')
  if (!isAllowed || /[\s\p{Cc}]/u.test(link)) throw new Error('A mail has an invalid link')
  return link
}

const columns = 72

/** Breaks each line at spaces; a word that is longer than a line, such as a link, stays whole. */
const wrapped = (text: string, indent = ''): string =>
  text
    .split('\n')
    .map((line) => {
      let width = 0
      return line.split(' ').reduce((written, word) => {
        const fits = width + 1 + word.length <= columns - indent.length
        width = fits && written ? width + 1 + word.length : word.length
        return written ? `${written}${fits ? ' ' : `\n${indent}`}${word}` : `${indent}${word}`
      }, '')
    })
    .join('\n')

function textOf(parts: readonly Part[], { sender, home }: MailLook): string {
  const blocks = parts.flatMap((part) => {
    if ('image' in part) return []
    if ('heading' in part) return wrapped(part.heading)
    if ('paragraph' in part) return wrapped(part.paragraph)
    if ('note' in part) return wrapped(part.note)
    if ('quote' in part) return wrapped(part.quote, '  ')
    if ('button' in part) return `${part.button}:\n${part.link}`
    return part.rows
      .map(([label, value]) => {
        const asked = label.endsWith('?') ? label : `${label}:`
        return value.includes('\n') ? `${asked}\n${wrapped(value, '  ')}` : wrapped(`${asked} ${value}`)
      })
      .join('\n')
  })
  return [sender, ...blocks, ['-- ', sender, ...(home ? [home] : [])].join('\n')].join('\n\n')
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const lines = (text: string): string => escaped(text).replaceAll('\n', '<br>')

/** The classes are for the dark scheme and for paper, which inline styles cannot name. A mail should fit on one sheet, which needs no underlined links. */
function htmlOf(parts: readonly Part[], look: MailLook, subject: string): string {
  const { language, direction, sender, home, light, dark } = look
  const font = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',Helvetica,Arial,sans-serif"
  const start = direction === 'rtl' ? 'right' : 'left'
  const text = `color:${light.ink};font-size:16px;line-height:1.5;overflow-wrap:anywhere;word-break:break-word`
  const small = `margin:0 0 12px;color:${light.soft};font-size:14px;line-height:1.45;overflow-wrap:anywhere`
  const cell = `padding:8px 0;text-align:${start};vertical-align:top;${text}`
  let level = 1
  const partHtml = (part: Part): string => {
    if ('heading' in part) {
      const tag = `h${level}`
      const size = level === 1 ? 'margin:0 0 16px;font-size:24px' : 'margin:28px 0 8px;font-size:18px'
      level = 2
      return `<${tag} class="i" style="${size};line-height:1.25;color:${light.ink}">${lines(part.heading)}</${tag}>`
    }
    if ('paragraph' in part) return `<p class="i" style="margin:0 0 16px;${text}">${lines(part.paragraph)}</p>`
    if ('note' in part) return `<p class="s" style="${small}">${lines(part.note)}</p>`
    if ('quote' in part)
      return `<blockquote class="i l" style="margin:0 0 16px;padding-${start}:16px;border-${start}:3px solid ${light.line};${text}">${lines(part.quote)}</blockquote>`
    if ('button' in part) {
      const style = part.quiet
        ? `class="a q" style="color:${light.button}`
        : `class="b" style="display:inline-block;padding:12px 22px;border:1px solid ${light.button};border-radius:6px;background:${light.button};color:${light.onButton};font-weight:bold;text-decoration:none`
      return `<p style="margin:0 0 20px"><a href="${escaped(part.link)}" ${style};font-size:16px;line-height:1.25">${lines(part.button)}</a></p>`
    }
    if ('image' in part)
      return `<p style="margin:0 0 20px"><img src="${escaped(part.image)}" alt="${escaped(part.alt)}" width="${part.size}" height="${part.size}" style="background:#fff;color:#000"></p>`
    const rows = part.rows.map(
      ([label, value], index) =>
        `<tr${index > 0 ? ` class="l" style="border-top:1px solid ${light.line}"` : ''}><th scope="row" class="s" style="${cell};width:36%;padding-${start === 'left' ? 'right' : 'left'}:12px;font-size:14px;font-weight:normal;color:${light.soft}">${lines(label)}</th><td class="i" style="${cell}">${lines(value)}</td></tr>`,
    )
    return `<table width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 20px;border-collapse:collapse;${font}">${rows.join('')}</table>`
  }
  const { page, card, ink, soft, line, accent, button, onButton } = dark
  const important = (rules: string) => rules.replaceAll(';', '!important;')
  const darkRules = important(
    `.p{background:${page};}.c{background:${card};border-color:${accent};}.i{color:${ink};}.s{color:${soft};}.a{color:${accent};}.l{border-color:${line};}.b{background:${button};border-color:${button};color:${onButton};}`,
  )
  const printRules = important(
    `.p,.c{background:none;}.p>tbody>tr>td,.c{padding:0;border:0;}.b{padding:6px 12px;background:none;color:${light.button};}th,td{padding:3px 0;}p,table{margin:0 0 8px;}p.i,td.i{font-size:14px;line-height:1.35;}.q{display:none;}img{width:130px;height:130px;}`,
  )
  const name = home
    ? `<a class="a" href="${escaped(safeLink(home))}" style="color:${light.accent};text-decoration:none">${escaped(sender)}</a>`
    : escaped(sender)
  const foot = home ? `<br><a class="s" href="${escaped(home)}" style="color:${light.soft}">${escaped(home)}</a>` : ''
  return `<!doctype html>
<html lang="${escaped(language)}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title>
<style>:root{color-scheme:light dark}@media (max-width:480px){.p>tbody>tr>td{padding:0!important}.c{padding:20px 16px!important}}@media screen and (prefers-color-scheme:dark){${darkRules}}@media print{${printRules}tr{break-inside:avoid}}</style></head>
<body class="p" style="margin:0;padding:0;background:${light.page}">
<table class="p" role="presentation" width="100%" cellspacing="0" cellpadding="0" lang="${escaped(language)}" dir="${direction}" style="background:${light.page};${font}"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600"><tr><td><![endif]-->
<div class="c" style="max-width:552px;padding:24px;background:${light.card};border-top:4px solid ${light.accent};text-align:${start}">
<p class="a" style="margin:0 0 20px;color:${light.accent};font-size:18px;font-weight:bold;line-height:1.25">${name}</p>
${parts.map(partHtml).join('\n')}
<p class="s l" style="${small};margin:28px 0 0;padding-top:12px;border-top:1px solid ${light.line}">${escaped(sender)}${foot}</p>
</div>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table></body></html>`
}
