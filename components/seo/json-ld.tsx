/**
 * The structured data of a page, written by next-seo. It escapes `</script>` but not `</script >`, so content may not
 * contain either (lib/site/content/checks/texts.ts).
 */
import { BreadcrumbJsonLd, JsonLdScript } from 'next-seo'
import type { StructuredData } from '#lib/site/seo/structured-data.ts'

export function JsonLd({ data: { graph, breadcrumb } }: { data: StructuredData }) {
  return (
    <>
      {graph.length > 0 && (
        <JsonLdScript scriptKey="json-ld" data={{ '@context': 'https://schema.org', '@graph': graph }} />
      )}
      {breadcrumb.length > 0 && <BreadcrumbJsonLd items={breadcrumb} />}
    </>
  )
}
