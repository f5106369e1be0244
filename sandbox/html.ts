/** HTML for the sandbox's few pages: a template that escapes whatever is put into it. Never emits a style attribute or an inline script, so that the strict policy of these pages holds. */

export type Html = { readonly html: string }

type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[]

/** Escapes text for HTML content and for quoted attribute values. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

function render(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  if ('html' in value) return value.html
  return value.map(render).join('')
}

/** Tagged template: strings and numbers are escaped, Html is kept as it is, null, undefined and false are nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return { html: strings.map((text, index) => text + (index < values.length ? render(values[index]) : '')).join('') }
}

/** A whole page with the sandbox's stylesheet. `head` holds further elements of the head, `bodyClass` a class of the stylesheet. */
export function page(options: { title: string; body: Html; bodyClass?: string; head?: Html }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${options.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox.css">
${options.head}
</head>
<body${options.bodyClass ? html` class="${options.bodyClass}"` : null}>
${options.body}
</body>
</html>
`.html
}
