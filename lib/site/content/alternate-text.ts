/** Rejects alternate texts that say nothing or are the name of a file. WCAG 2.2, 1.1.1 and failure F30. Pure. */

const saysNothing =
  /^(?:an? |the )?(?:alt(?:ernate)? text|drawing|graphic|icon|image|img|logo|photo(?:graph)?|pic(?:ture)?|placeholder|portrait|untitled)s?\.?$/i
const isFileName =
  /\.(?:avif|gif|hei[cf]|jpe?g|png|svg|tiff?|webp)$|^(?:IMG|DSCN?|PXL|MVIMG|Screenshot|WhatsApp Image)[-_ ]?\d/i
const saysImage = /^(?:an? |the )?(?:image|photo(?:graph)?|picture) of /i

/** A sentence about the problem, or undefined if the text is fine. */
export function alternateFault(text: string): string | undefined {
  if (saysNothing.test(text)) return `"${text}" tells nothing to those who cannot see the picture: say what it shows`
  if (isFileName.test(text)) return `"${text}" is the name of a file: say what the picture shows`
  const [start] = saysImage.exec(text) ?? []
  return start && `leave out "${start.trim()}": screen readers say that it is an image`
}
