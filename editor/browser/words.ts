/** What Sveltia's lists and menus have no option for: placeholders in titles, and what each block of a page is for. */
import { blockSchemas } from '#lib/site/content/block-schema.ts'
import { kindOf } from '#lib/site/content/fields.ts'
import { fill, type Placeholders } from '#lib/site/content/placeholders.ts'
import type { Schema } from '#lib/site/content/walk.ts'
import { labelsOf } from '../labels.ts'

const blocks = Object.entries<Schema>(blockSchemas).map(([kind, schema]) => ({
  label: labelsOf(['blocks', kind]).label,
  menu: kindOf(schema).menu,
}))

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
  let last: string | undefined
  for (const item of items) {
    const { among, line = '' } = blocks.find(({ label }) => label === nameOf(item))?.menu ?? {}
    item.ariaDescription = line
    item.append(make('small', 'block-line', line))
    if (among && among !== last) item.before(make('div', 'block-group', among))
    last = among
  }
}

/** Its words are not read out: a description has them, or they only divide the menu. */
function make(tag: 'div' | 'small', className: string, textContent: string): Element {
  return Object.assign(document.createElement(tag), { className, textContent, ariaHidden: 'true' })
}
