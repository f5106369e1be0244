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
  svg('<circle r="1"><animate attributeName="r" to="2" dur="1s"/></circle>'),
  svg(
    '<sodipodi:namedview pagecolor="#fff"/><metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>',
    'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"',
  ),
  svg('<title>Script &amp; onload="x"</title><!-- <script> --><desc><![CDATA[<script>]]></desc>'),
])('a drawing that only draws is taken: %s', (text) => expect(fault(text)).toBeUndefined())

test.each([
  svg('<script>alert(1)</script>'),
  svg('<script href="https://evil.example/x.js"/>'),
  svg('<s:script>alert(1)</s:script>', 'xmlns:s="http://www.w3.org/2000/svg"'),
  svg('<g><metadata><defs><script/></defs></metadata></g>'),
  svg(`<h:script xmlns:h="${xhtml}">alert(1)</h:script>`),
  svg(`<h:img xmlns:h="${xhtml}" src="x"/>`),
  svg('<h:b xmlns:h="http://www.w3.org/1999/&#120;html"/>'),
  svg('<foreignObject/>'),
  svg('', 'onload="alert(1)"'),
  svg('<rect ONCLICK="x"/>'),
  svg('<a href="javascript:alert(1)"><text>x</text></a>'),
  svg('<a xlink:href=" java&#10;script:alert(1)"/>'),
  svg('<a href="https://evil.example"/>'),
  svg('<use href="data:image/svg+xml,x#y"/>'),
  svg('<use href="other.svg#y"/>'),
  svg('<a href="#x"><set attributeName="href" to="javascript:alert(1)"/></a>'),
  svg('<a href="#x"><animate attributeName=" xlink:href" values="javascript:alert(1)"/></a>'),
  svg('<set attributeName="onmouseover" to="alert(1)"/>'),
  svg('', '', '<?xml-stylesheet type="text/xsl" href="data:text/xml,x"?>'),
  svg('', '', '<!DOCTYPE svg [<!ENTITY x "<script/>">]>'),
  svg('', '', '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>'),
  svg('', '', '<?xml version="1.0" encoding="UTF-7"?>'),
  svg('', '', '<?xml version="1.0" encoding="ISO-2022-JP"?>'),
])('a drawing that could do more is refused: %s', (text) =>
  expect(fault(text)).toMatch(/^has .*export it again as a plain SVG, or as PNG$/s),
)

test.each([
  ['what is not well-formed', svg('<g>'), 'is not SVG in UTF-8: export it again'],
  ['an unknown entity', svg('&nbsp;'), 'is not SVG in UTF-8: export it again'],
  [
    'an entity of its own',
    svg('&x;', '', '<!DOCTYPE svg [<!ENTITY x "<script/>">]>'),
    'is not SVG in UTF-8: export it again',
  ],
  ['nothing', '', 'is not SVG in UTF-8: export it again'],
  ['HTML', '<html xmlns="x"/>', 'is not SVG, whatever its name says'],
])('%s is refused', (_, text, message) => expect(fault(text)).toBe(message))

test('UTF-16 is refused', () => {
  expect(drawingFault(Buffer.from(`\ufeff${svg('<script/>')}`, 'utf16le'))).toMatch(/is not SVG in UTF-8/)
})

test('a file that nothing names is checked too, in every folder of public', () => {
  const files = {
    'public/media/deep/Evil.SVG': svg('<script/>'),
    'public/other/evil.svg': svg('<script/>'),
    'public/media/page.html': '<script>alert(1)</script>',
    'public/media/page.xhtml': '<html/>',
    'public/media/script': 'x',
    'public/media/fine.svg': svg(),
  }
  const refused = findingsOf(files).filter((line) => !line.includes('warning:'))
  expect(refused).toEqual([
    expect.stringMatching(/^public\/media\/deep\/Evil\.SVG:1:1 .*has <script>/),
    expect.stringMatching(/^public\/media\/page\.html:1:1 .*is no picture, film or PDF$/),
    expect.stringMatching(/^public\/media\/page\.xhtml:1:1 .*is no picture/),
    expect.stringMatching(/^public\/media\/script:1:1 .*is no picture/),
    expect.stringMatching(/^public\/other\/evil\.svg:1:1 .*has <script>/),
  ])
})
