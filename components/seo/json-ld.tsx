/** Structured data in a page: a data block that no browser runs. The only place that writes HTML as a text. */
import { jsonForScript } from '#lib/seo/escape-json.ts'
import type { JsonLdDocument } from '#lib/seo/structured-data.ts'

export function JsonLd({ data }: { data: JsonLdDocument }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React escapes for elements, JSON in a script needs jsonForScript
      dangerouslySetInnerHTML={{ __html: jsonForScript(data) }}
    />
  )
}
