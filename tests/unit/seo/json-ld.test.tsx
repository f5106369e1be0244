import { renderToStaticMarkup } from 'react-dom/server'
import { JsonLd } from '#components/seo/json-ld.tsx'

// `</script >`, which next-seo leaves as it is, is refused by tests/unit/content/mistakes.test.ts.
const hostile = ['</script>', '<!--', '<!-- <script', '-->', ']]>', '&lt;', 'a\u2028b\u2029c', '"\\']

test.each(hostile)('%j in a text stays inside its script and is read back unchanged', (text) => {
  const html = renderToStaticMarkup(
    <JsonLd
      data={{ graph: [{ '@type': 'NGO', name: text }], breadcrumb: [{ name: text, item: 'https://a.example/' }] }}
    />,
  )
  const scripts = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/gi)]
  expect(html.replace(/<script type="application\/ld\+json"[^>]*>[\s\S]*?<\/script>/gi, '')).toBe('')
  expect(html).not.toContain('<!--')
  expect(scripts.map(([, json = '']) => JSON.parse(json))).toEqual([
    { '@context': 'https://schema.org', '@graph': [{ '@type': 'NGO', name: text }] },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [{ '@type': 'ListItem', position: 1, name: text, item: 'https://a.example/' }],
    },
  ])
})
