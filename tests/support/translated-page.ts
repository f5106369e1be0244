/** A page that the browser translates: Chrome replaces each text by one in two `font` elements, also those that appear later. */
import { expect, type Page } from '@playwright/test'

export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const translated = new WeakSet<Node>()
    const translate = (root: Node) => {
      const texts: Node[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node)
      for (const text of texts) {
        const parent = text.parentElement
        if (translated.has(text) || !parent || !text.nodeValue?.trim() || parent.closest('script, style, noscript'))
          continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        // Another text, which looks and is found the same.
        const replacement = document.createTextNode(`${text.nodeValue}\u200b`)
        translated.add(replacement)
        inner.append(replacement)
        outer.append(inner)
        text.parentNode?.replaceChild(outer, text)
      }
    }
    translate(document.body)
    new MutationObserver(() => translate(document.body)).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    })
  })
}

/** React looks for no text by itself: it would not find a translated one. */
export async function expectNoOwnTexts(page: Page): Promise<void> {
  const owned = await page.locator('[data-hydrated]').evaluate((root) => {
    const texts: string[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (Object.keys(node).some((key) => key.startsWith('__reactFiber'))) texts.push(node.nodeValue ?? '')
    return texts
  })
  expect(owned).toEqual([])
}
