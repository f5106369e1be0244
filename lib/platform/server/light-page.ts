/**
 * Makes the light version of a page from its HTML: no scripts, web fonts or photographs; all text, links and forms stay. Works with
 * regular expressions, because React escapes `<` and `>` in texts and attributes.
 */

const scripts = /<script\b[^>]*>[\s\S]*?<\/script>/g
/** Preloads, home-screen icons and metadata for other sites. */
const links = /<link\b[^>]*\srel="(?:preload|modulepreload|manifest|apple-touch-icon)"[^>]*>/g
const cards = /<meta\b[^>]*\s(?:property="og:|name="twitter:)[^>]*>/g
const noscript = /<\/?noscript>/g
const photographs = /<img\b[^>]*>/g

function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
}

/** With the sizes that a browser chooses from. */
const pictures = /<picture\b[^>]*>([\s\S]*?)<\/picture>/g

/** A photograph that is the page's subject stays; any other is replaced by its alternate text. */
function words(image: string): string {
  if (/\sdata-subject=/.test(image)) return image
  return `<span class="${attribute(image, 'class')} photo-words">${attribute(image, 'alt')}</span>`
}

const withoutFonts = (tag: string) => tag.replace(/ class="[^"]*"/, '').replace('>', ' data-version="light">')

/** `html`: a page without Next's runtime (strip-runtime.ts). The classes of `<html>` select the web fonts. */
export function lightPage(html: string): string {
  return html
    .replace(/<html\b[^>]*>/, withoutFonts)
    .replace(scripts, '')
    .replace(links, '')
    .replace(cards, '')
    .replace(noscript, '')
    .replace(pictures, (whole, inner: string) =>
      /\sdata-subject=/.test(inner) ? whole : (/<img\b[^>]*>/.exec(inner)?.[0] ?? ''),
    )
    .replace(photographs, words)
}
