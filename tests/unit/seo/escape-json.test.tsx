import { renderToStaticMarkup } from 'react-dom/server'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { jsonForScript } from '#lib/seo/escape-json.ts'

const hostile = ['</script>', '</script >', '</SCRIPT\n>', '<!--', '<script', ']]>', '&lt;', 'a\u2028b\u2029c', '"\\']

test.each(hostile)('%j cannot leave the script, and reads back as itself', (text) => {
  const escaped = jsonForScript({ [text]: text })
  expect(escaped).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(escaped)).toEqual({ [text]: text })
})

test('structured data is a data block with nothing raw in it', () => {
  const data = {
    '@context': 'https://schema.org' as const,
    '@graph': [{ '@type': 'NGO', name: 'Tom & </script ><b>' }],
  }
  expect(renderToStaticMarkup(<JsonLd data={data} />)).toBe(
    '<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"NGO","name":"Tom \\u0026 \\u003c/script \\u003e\\u003cb\\u003e"}]}</script>',
  )
})
