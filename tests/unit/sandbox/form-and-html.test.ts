import { formToJson, parseForm } from '#sandbox/form.ts'
import { html } from '#sandbox/html.ts'

const read = (text: string) => formToJson(parseForm(text))

describe('the bracketed form encoding', () => {
  test('nests objects and lists as deep as the brackets go', () => {
    expect(
      read('mode=payment&line_items[0][price_data][currency]=inr&line_items[0][quantity]=1&expand[]=a&expand[]=b'),
    ).toEqual({
      mode: 'payment',
      line_items: [{ price_data: { currency: 'inr' }, quantity: '1' }],
      expand: ['a', 'b'],
    })
  })

  test('decodes names and values, and keeps text as text', () => {
    expect(read('metadata%5Bname%5D=O%27Neill+%26+S%C3%B6hne&amount=007')).toEqual({
      metadata: { name: "O'Neill & Söhne" },
      amount: '007',
    })
  })

  test('takes a name with unbalanced brackets as it stands', () => {
    expect(read('a[b=1&]=2')).toEqual({ 'a[b': '1', ']': '2' })
  })

  test('cannot reach the prototype of anything', () => {
    parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('the HTML template', () => {
  test('escapes text in content and in attributes', () => {
    const name = `"><script>alert('1')</script>&`
    expect(html`<p title="${name}">${name}</p>`.html).toBe(
      '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;</p>',
    )
  })

  test('keeps HTML as it is, joins lists, and shows nothing for nothing', () => {
    expect(html`<ul>${['a', '<b>'].map((one) => html`<li>${one}</li>`)}${null}${undefined}${false}${0}</ul>`.html).toBe(
      '<ul><li>a</li><li>&lt;b&gt;</li>0</ul>',
    )
  })
})
