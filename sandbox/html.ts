/** The sandbox's few pages. They have no style attributes and no inline scripts, so that their strict policy holds. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

export type Reply = { status: number; headers?: Record<string, string>; body: string }

export type Html = { readonly html: string }

type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[]

/** Read once, from next to this file, wherever the process was started. */
export const readAsset = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')

export const stylesheet = readAsset('sandbox.css')

function render(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  if (typeof value === 'number') return String(value)
  if ('html' in value) return value.html
  return value.map(render).join('')
}

/** Tagged template: strings and numbers are escaped, Html is kept as it is, null, undefined and false are nothing. */
export const html = (strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html => ({
  html: String.raw({ raw: strings }, ...values.map(render)),
})

type Page = { title: string; body: Html; bodyClass?: string; script?: Html }

/** A whole page with the sandbox's stylesheet. `policy` replaces single directives of the strict default. */
export function htmlPage(
  status: number,
  { title, body, bodyClass = '', script }: Page,
  policy: Record<string, string> = {},
): Reply {
  const directives = {
    'default-src': "'none'",
    'style-src': "'self'",
    'img-src': 'data:',
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    ...policy,
  }
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': Object.entries(directives)
        .map(([name, value]) => `${name} ${value}`)
        .join('; '),
      'referrer-policy': 'no-referrer',
    },
    body: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox.css">
${script}
</head>
<body class="${bodyClass}">
${body}
</body>
</html>
`.html,
  }
}
