/**
 * A form as the whole answer to its own POST: for browsers without JavaScript whose draft no cookie can carry, because it is too
 * long or the store is unavailable. Holds everything that was typed, says why, and needs no server's memory. Knows no form's fields.
 */
import 'server-only'
import { createHash } from 'node:crypto'
import type { FieldError } from '#lib/http/problem.ts'

type Option = { value: string; label: string }

type Typed = { name: string; label: string; kind: 'line' | 'text'; value: string }
type Chosen = {
  name: string
  label: string
  kind: 'one' | 'several'
  value: readonly string[]
  options: readonly Option[]
}
export type FieldAgain = Typed | Chosen

export type FormAgain = {
  /** 200 where nothing is wrong; else 422, 429 or 503. */
  status: number
  title: string
  organisation: string
  /** What went wrong with the form as a whole. */
  sentence: string
  errors: readonly FieldError[]
  action: `/${string}`
  fields: readonly FieldAgain[]
  /** Sent with the others and not shown; undefined ones are left out. */
  hidden: Readonly<Record<string, string | null | undefined>>
  submit: { label: string; name?: string; value?: string }
  /** Other origins to which the answer to the form may lead: browsers hold form-action against redirects too. */
  leadsTo?: readonly string[]
  retryAfter?: number | undefined
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

function choices({ name, kind, value, options }: Chosen): string {
  const type = kind === 'one' ? 'radio' : 'checkbox'
  return options
    .map((option, place) => {
      const ticked = value.includes(option.value) ? ' checked' : ''
      const id = place === 0 ? ` id="field-${name}"` : ''
      return `<label><input type="${type}" name="${name}"${id} value="${escaped(option.value)}"${ticked}>${escaped(option.label)}</label>`
    })
    .join('')
}

function question(field: FieldAgain, message: string | undefined): string {
  const { name } = field
  const label = escaped(field.label)
  const error = message ? `<p class="error" id="error-${name}"><span>Error: </span>${escaped(message)}</p>` : ''
  if ('options' in field) return `<fieldset><legend>${label}</legend>${error}${choices(field)}</fieldset>`
  const wrong = message ? ` aria-invalid="true" aria-describedby="error-${name}"` : ''
  const named = `id="field-${name}" name="${name}" class="input"${wrong}`
  // The first line break after <textarea> is dropped by browsers.
  const input =
    field.kind === 'text'
      ? `<textarea ${named} rows="12">\n${escaped(field.value)}</textarea>`
      : `<input ${named} value="${escaped(field.value)}">`
  return `<div><label for="field-${name}">${label}</label>${error}${input}</div>`
}

function problemBox(sentence: string, errors: readonly FieldError[]): string {
  const items = errors.map(
    ({ field, message }) => `<li><a href="#field-${escaped(field)}">${escaped(message)}</a></li>`,
  )
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : ''
  return `<div class="problem" role="alert"><h2>There is a problem</h2><p>${escaped(sentence)}</p>${list}</div>`
}

/** An HTML answer that no cache keeps. */
export function formAgain(form: FormAgain): Response {
  const {
    status,
    title,
    organisation,
    sentence,
    errors,
    action,
    fields,
    hidden,
    submit,
    leadsTo = [],
    retryAfter,
  } = form
  const isWrong = status !== 200
  const button = submit.name ? ` name="${submit.name}" value="${escaped(submit.value ?? '')}"` : ''
  const sent = Object.entries(hidden).flatMap(([name, value]) => (value ? [hiddenInput(name, value)] : []))
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<title>${isWrong ? 'Error: ' : ''}${escaped(title)} | ${escaped(organisation)}</title>
<style>${style}</style>
</head>
<body>
<header><a href="/">${escaped(organisation)}</a></header>
<main>
<h1>${escaped(title)}</h1>
${isWrong ? problemBox(sentence, errors) : `<p>${escaped(sentence)}</p>`}
<form method="post" action="${action}" novalidate>
${sent.join('\n')}
${fields.map((field) => question(field, errors.find((error) => error.field === field.name)?.message)).join('\n')}
<button type="submit"${button}>${escaped(submit.label)}</button>
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
