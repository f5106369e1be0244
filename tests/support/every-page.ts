/** Every page as it is served, in both versions. A worker of Playwright requests each once, for all its tests. */
import { everyAddress, inParallel, translatedAddresses } from './addresses.ts'
import { type Served, served, type Tag, tagsOf } from './served.ts'
import { visibleText } from './visible-text.ts'

/** `text`: what is visible. */
type Version = Served & { tags: Tag[]; text: string }
type Page = { address: string; full: Version; light: Version }

const saving = { 'save-data': 'on' }

async function requestAll(): Promise<Page[]> {
  const pages: Page[] = []
  await inParallel([...(await everyAddress()), ...(await translatedAddresses())], async (address) => {
    const full = await served(address, { encoding: 'gzip' })
    const light = await served(address, { encoding: 'br', headers: saving })
    pages.push({
      address,
      full: { ...full, tags: tagsOf(full.html), text: visibleText(full.html) },
      light: { ...light, tags: tagsOf(light.html), text: visibleText(light.html) },
    })
  })
  return pages
}

let requested: Promise<Page[]> | undefined

export function everyPage(): Promise<Page[]> {
  requested ??= requestAll()
  return requested
}
