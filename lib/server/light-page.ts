/**
 * Makes the light version of a page out of its finished HTML: no script, no web font, no photograph. Everything that a
 * visitor can read or do stays. Only removes and renames what stands there, so it needs no parser: React escapes `<` and `>`
 * in texts and attributes.
 */

const scripts = /<script\b[^>]*>[\s\S]*?<\/script>/g
/** What browsers fetch ahead or for a home screen, and what only other sites read. */
const links = /<link\b[^>]*\srel="(?:preload|modulepreload|manifest|apple-touch-icon)"[^>]*>/g
const cards = /<meta\b[^>]*\s(?:property="og:|name="twitter:)[^>]*>/g
const noscript = /<\/?noscript>/g
const photographs = /<img\b[^>]*>/g

function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
}

/** A photograph that the page is about stays; in the place of any other stand its words. */
function words(image: string): string {
  if (/\sdata-subject=/.test(image)) return image
  return `<span class="${attribute(image, 'class')} photo-words">${attribute(image, 'alt')}</span>`
}

/** `html`: a whole page without Next's runtime (strip-runtime.ts). The classes of `<html>` name the web fonts. */
export function lightPage(html: string): string {
  return html
    .replace(/<html\b[^>]*>/, '<html lang="en" data-version="light">')
    .replace(scripts, '')
    .replace(links, '')
    .replace(cards, '')
    .replace(noscript, '')
    .replace(photographs, words)
}
