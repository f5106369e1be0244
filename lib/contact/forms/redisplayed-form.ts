/**
 * A form as the whole response to its own POST: for browsers without JavaScript whose draft no cookie can carry, because it is too
 * long or the store is unavailable. Contains all answers and errors, and needs no state on the server.
 */
import 'server-only'
import { createHash } from 'node:crypto'
import { suggestEmail } from '#lib/contact/forms/email-suggestion.ts'
import { answerTo, entriesOf, type Field, type FormFault, type FormValues } from '#lib/contact/forms/form.ts'
import { currentLanguage, hrefHere } from '#lib/platform/languages/current.ts'
import { directionOf } from '#lib/platform/languages/index.ts'
import { fill } from '#lib/platform/messages/fill.ts'
import { textsIn } from '#lib/platform/messages/index.ts'

export type RedisplayedForm = {
  title: string
  organisation: string
  action: `/${string}`
  fields: Readonly<Record<string, Field>>
  /** As they were sent. */
  values: FormValues
  /** Sent with the others and not shown; undefined ones are left out. */
  hidden: Readonly<Record<string, string | undefined>>
  submit: { label: string; name?: string; value?: string }
  /** Other origins to which the response to the form may lead: browsers hold form-action against redirects too. */
  leadsTo?: readonly string[]
}

const style = `
:root{color-scheme:light dark;--paper:#fbf6ee;--card:#fff;--ink:#231a33;--soft:#5b5166;--field:#8b7f92;--danger:#b3261e}
@media(prefers-color-scheme:dark){:root{--paper:#19122a;--card:#221936;--ink:#f6ecdf;--soft:#c8bccf;--field:#9d91ab;--danger:#ff9d94}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:106.25%/1.6 system-ui,sans-serif;overflow-wrap:break-word}
main,header{max-width:44rem;margin:0 auto;padding:1.5rem 1.25rem}
header{padding-bottom:0}
h1{font:560 clamp(2rem,5vw,3rem)/1.1 Georgia,serif;margin:0 0 1.5rem}
h2{font:560 1.25rem/1.2 Georgia,serif;margin:0}
a{color:inherit}
.problem{border:3px solid var(--danger);border-radius:18px;background:var(--card);padding:1rem 1.25rem;margin-bottom:1.5rem}
.problem p{margin:.25rem 0 0}
.problem a,.error{color:var(--danger);font-weight:600}
form{display:grid;gap:1.1rem}
fieldset{border:0;margin:0;padding:0;min-width:0}
label,legend{font-weight:600;padding:0}
fieldset label{display:flex;gap:.75rem;align-items:center;min-height:2.75rem;font-weight:400}
input[type=radio],input[type=checkbox]{width:1.4rem;height:1.4rem;flex:none}
.error{margin:.25rem 0 0}
.input{display:block;width:100%;min-height:3rem;margin-top:.4rem;border:1.5px solid var(--field);border-radius:14px;background:var(--card);color:inherit;font:inherit;padding:.7rem 1rem}
.input[aria-invalid]{border:2.5px solid var(--danger)}
textarea.input{min-height:16rem}
button{justify-self:start;min-height:3rem;border:0;border-radius:99px;background:var(--ink);color:var(--paper);font:600 1rem/1 system-ui,sans-serif;padding:.9rem 1.6rem}
:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
`
const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

const policy = (leadsTo: readonly string[]) =>
  [
    "default-src 'none'",
    `style-src ${styleHash}`,
    "img-src 'self'",
    `form-action ${["'self'", ...leadsTo].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
const hiddenInput = (name: string, value: string) =>
  `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`

function attributes(values: Record<string, string | number | boolean | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== false)
  return given.map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`)).join('')
}

function choices(name: string, { kind, single, options = [] }: Field, values: FormValues): string {
  const type = kind === 'one' || single ? 'radio' : 'checkbox'
  const chosen = kind === 'several' ? [values[name]].flat() : [answerTo(values, name)]
  return options
    .map(({ value, label }, index) => {
      const id = index === 0 ? `field-${name}` : undefined
      return `<label><input${attributes({ type, name, id, value, checked: chosen.includes(value) })}>${escaped(label)}</label>`
    })
    .join('')
}

function question(name: string, field: Field, values: FormValues, message: string | undefined): string {
  const texts = textsIn().form
  const value = answerTo(values, name)
  if (field.kind === 'hidden') return hiddenInput(name, value)
  const label = escaped(field.label)
  const error = message
    ? `<p class="error" id="error-${name}"><span>${escaped(texts.error)} </span>${escaped(message)}</p>`
    : ''
  if (field.options) return `<fieldset><legend>${label}</legend>${error}${choices(name, field, values)}</fieldset>`
  const { type, inputMode, autoComplete, maxLength, required } = field
  const common = attributes({
    id: `field-${name}`,
    name,
    class: 'input',
    ...(message && { 'aria-invalid': 'true', 'aria-describedby': `error-${name}` }),
    maxlength: maxLength,
    autocomplete: autoComplete,
    dir: type || inputMode ? undefined : 'auto',
  })
  // Browsers drop the first line break after <textarea>.
  const input =
    field.kind === 'text'
      ? `<textarea${common} rows="12">\n${escaped(value)}</textarea>`
      : `<input${common}${attributes({ type, inputmode: inputMode, value })}>`
  const meant = type === 'email' ? suggestEmail(value) : null
  const suggestion = meant ? `<p>${escaped(fill(texts.didYouMean, { address: meant }))}</p>` : ''
  return `<div><label for="field-${name}">${label}${required ? '' : ` ${escaped(texts.optional)}`}</label>${error}${input}${suggestion}</div>`
}

function problemBox({ sentence, errors }: FormFault, fields: RedisplayedForm['fields']): string {
  const items = errors.map(({ field, message }) =>
    Object.hasOwn(fields, field)
      ? `<li><a href="#field-${escaped(field)}">${escaped(message)}</a></li>`
      : `<li>${escaped(message)}</li>`,
  )
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : ''
  return `<div class="problem" role="alert"><h2>${escaped(textsIn().form.problem)}</h2><p>${escaped(sentence)}</p>${list}</div>`
}

/** An HTML response that no cache keeps. `fault`: null where nothing is wrong. `retryAfter` in seconds. */
export function redisplayForm(
  { title, organisation, action, fields, values, hidden, submit, leadsTo = [] }: RedisplayedForm,
  fault: FormFault | null,
  { status, retryAfter }: { status: number; retryAfter?: number | undefined },
): Response {
  const language = currentLanguage()
  const texts = textsIn()
  const { label, ...button } = submit
  const messageOf = (name: string) => fault?.errors.find(({ field }) => field === name)?.message
  const sent = Object.entries(hidden).flatMap(([name, value]) => (value ? [hiddenInput(name, value)] : []))
  const html = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<title>${fault ? `${escaped(texts.form.error)} ` : ''}${escaped(title)} | ${escaped(organisation)}</title>
<style>${style}</style>
</head>
<body>
<header><a href="${hrefHere('/')}">${escaped(organisation)}</a></header>
<main>
<h1>${escaped(title)}</h1>
${fault ? problemBox(fault, fields) : `<p>${escaped(texts.refusal.keptOnPage)}</p>`}
<form method="post" action="${action}" novalidate>
${sent.join('\n')}
${entriesOf(fields)
  .map(([name, field]) => question(name, field, values, messageOf(name)))
  .join('\n')}
<button type="submit"${attributes(button)}>${escaped(label)}</button>
</form>
</main>
</body>
</html>
`
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-security-policy': policy(leadsTo),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
  })
}
