/** What editors put into public/media is only ever shown: drawings that could run a script, and other kinds of file, are refused. */
import { drawingFault } from '#lib/site/content/checks/files.ts'
import { findingsOf } from './small-site.ts'

const svg = (inside = '<path d="M0 0h8v8z"/>', attributes = '', before = '') =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`
const fault = (text: string) => drawingFault(Buffer.from(text))
const xhtml = 'http://www.w3.org/1999/xhtml'

test.each([
  svg(),
  svg(
    '<g/>',
    'viewBox="0 0 8 8"',
    '\ufeff<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- Generator: x -->\n',
  ),
  svg('<g/>', '', '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'),
  svg('<style>rect { fill: url(#a) }</style><rect style="stroke: red" class="on" opacity="1"/>'),
  svg('<use href="#a"/><use xlink:href="#b"/><image href="data:image/png;base64,AAAA"/>'),
  svg('<title>Script &amp; onload="x"</title><!-- <script> --><desc><![CDATA[<script>]]></desc>'),
])('a drawing that only draws is taken: %s', (text) => expect(fault(text)).toBeUndefined())

test.each([
  svg('<script href="https://evil.example/x.js"/>'),
  svg('<s:script>alert(1)</s:script>', 'xmlns:s="http://www.w3.org/2000/svg"'),
  svg('<g><metadata><defs><script/></defs></metadata></g>'),
  svg(`<h:script xmlns:h="${xhtml}">alert(1)</h:script>`),
  svg(`<h:img xmlns:h="${xhtml}" src="x"/>`),
  svg('<foreignObject/>'),
  svg('', 'onload="alert(1)"'),
  svg('<rect ONCLICK="x"/>'),
  svg('<a href="javascript:alert(1)"><text>x</text></a>'),
  svg('<a xlink:href=" java&#10;script:alert(1)"/>'),
  svg('<use href="data:image/svg+xml,x#y"/>'),
  svg('<a href="#x"><set attributeName="href" to="javascript:alert(1)"/></a>'),
  svg('<a href="#x"><animate attributeName=" xlink:href" values="javascript:alert(1)"/></a>'),
  svg('<set attributeName="onmouseover" to="alert(1)"/>'),
  svg('', '', '<?xml-stylesheet type="text/xsl" href="data:text/xml,x"?>'),
  svg('', '', '<!DOCTYPE svg [<!ENTITY x "<script/>">]>'),
  svg('', '', '<?xml version="1.0" encoding="UTF-7"?>'),
])('a drawing that could do more is refused: %s', (text) =>
  expect(fault(text)).toMatch(/^has .*export it again as a plain SVG, or as PNG$/s),
)

test.each([
  ['what is not well-formed', Buffer.from(svg('<g>')), 'is not SVG in UTF-8: export it again'],
  ['an unknown entity', Buffer.from(svg('&nbsp;')), 'is not SVG in UTF-8: export it again'],
  ['nothing', Buffer.from(''), 'is not SVG in UTF-8: export it again'],
  ['UTF-16', Buffer.from(`\ufeff${svg('<script/>')}`, 'utf16le'), 'is not SVG in UTF-8: export it again'],
  ['HTML', Buffer.from('<html xmlns="x"/>'), 'is not SVG, whatever its name says'],
])('%s is refused', (_, bytes, message) => expect(drawingFault(bytes)).toBe(message))

test('a file that nothing names is checked too, in every folder of public', () => {
  const files = {
    'public/media/deep/Evil.SVG': svg('<script/>'),
    'public/media/page.html': '<script>alert(1)</script>',
    'public/media/script': 'x',
    'public/media/fine.svg': svg(),
    'public/other/evil.svg': svg('<script/>'),
  }
  const refused = findingsOf(files).filter((line) => !line.includes('warning:'))
  expect(refused).toEqual([
    expect.stringMatching(/^public\/media\/deep\/Evil\.SVG:1:1 .*has <script>/),
    expect.stringMatching(/^public\/media\/page\.html:1:1 .*is not a picture, film or PDF$/),
    expect.stringMatching(/^public\/media\/script:1:1 .*is not a picture/),
    expect.stringMatching(/^public\/other\/evil\.svg:1:1 .*has <script>/),
  ])
})
