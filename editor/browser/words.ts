/** What Sveltia's lists and menus have no option for: placeholders in titles, and what each block of a page is for. */
import { fill, type Placeholders } from '#lib/site/content/placeholders.ts'
import blocks from '../blocks.json' with { type: 'json' }
import { labelsOf } from '../labels.ts'

/** By the label of a menu entry, in the order of the menu. */
const entries = new Map(
  Object.entries(blocks).flatMap(([group, kinds]) =>
    Object.entries(kinds).map(([kind, [sketch = '', line = '']], index) => [
      labelsOf(['blocks', kind]).label,
      { group: index === 0 ? group : undefined, sketch, line },
    ]),
  ),
)

/** Completes what Sveltia draws, now and later. `more`: called at the same times. */
export function completeWords(known: Placeholders, more: () => void): void {
  const complete = () => {
    more()
    for (const menu of document.querySelectorAll('[role="menu"]:not([data-lines])')) addLines(menu)
    for (const cell of document.querySelectorAll('[role="gridcell"], [role="option"], .toolbar h2')) {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        if (node.nodeValue?.includes('{')) {
          const filled = String(fill(node.nodeValue, known).value)
          if (filled !== node.nodeValue) node.nodeValue = filled
        }
    }
  }
  let isPlanned = false
  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    requestAnimationFrame(() => {
      isPlanned = false
      complete()
    })
  }
  new MutationObserver(plan).observe(document.body, { childList: true, subtree: true, characterData: true })
}

const nameOf = (item: Element) => item.textContent?.trim() ?? ''

function addLines(menu: Element) {
  const items = [...menu.querySelectorAll('[role="menuitem"]')]
  // Other menus share some names, such as “Picture”.
  if (!items.some((item) => nameOf(item) === labelsOf(['blocks', 'prose']).label)) return
  menu.setAttribute('data-lines', '')
  for (const item of items) addLine(item)
}

function addLine(item: Element) {
  const entry = entries.get(nameOf(item))
  if (!entry) return
  const line = document.createElement('small')
  line.className = 'block-line'
  line.textContent = entry.line
  line.ariaHidden = 'true'
  item.ariaDescription = entry.line
  item.prepend(drawingOf(entry.sketch))
  item.append(line)
  if (!entry.group) return
  const heading = document.createElement('div')
  heading.className = 'block-group'
  heading.role = 'presentation'
  heading.textContent = entry.group
  item.before(heading)
}

/** By the signs of a sketch, one below the other: = heading, - line, : entry, # picture, o faces, n numbers, c cards, [ field, b button. */
const shapes: Readonly<Record<string, string>> = {
  '=': '<rect width="30" height="5" opacity=".9"/>',
  '-': '<rect width="44" height="2" y="2" opacity=".5"/>',
  ':': '<rect width="4" height="4" y="1"/><rect x="8" width="34" height="2" y="2" opacity=".5"/>',
  '#': '<rect width="44" height="8" opacity=".35"/>',
  o: '<circle cx="6" cy="4" r="4"/><circle cx="22" cy="4" r="4"/><circle cx="38" cy="4" r="4"/>',
  n: '<rect width="12" height="7"/><rect x="16" width="12" height="7"/><rect x="32" width="12" height="7"/>',
  c: '<rect width="13" height="8" opacity=".35"/><rect x="15" width="13" height="8" opacity=".35"/><rect x="30" width="14" height="8" opacity=".35"/>',
  '[': '<rect x=".5" y=".5" width="43" height="7" fill="none" stroke="currentColor"/>',
  b: '<rect width="20" height="7" rx="3.5"/>',
}

function drawingOf(sketch: string): Element {
  const picture = document.createElement('span')
  picture.className = 'block-sketch'
  picture.ariaHidden = 'true'
  const rows = [...sketch].map((sign, row) => `<g transform="translate(2 ${2 + row * 9})">${shapes[sign]}</g>`)
  picture.innerHTML = `<svg viewBox="0 0 48 38" width="48" height="38" fill="currentColor">${rows.join('')}</svg>`
  return picture
}
