/** Raw responses of the site, without a browser, JavaScript or following redirects. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { testPorts } from '../../scripts/support/sandbox-environment.ts'
import { decoded } from './visible-text.ts'

export const siteUrl = `http://localhost:${testPorts.site}`

export type Served = { status: number; headers: Headers; html: string }

/** `address`: with a leading slash, requested exactly as spelt. */
export async function served(address: string, init: RequestInit = {}): Promise<Served> {
  const ask = () => fetch(`${siteUrl}${address}`, { redirect: 'manual', ...init })
  // The server closes an idle connection now and then just as it is taken again: like a browser, ask once more (RFC 9110, 9.2.2).
  const answer = await ask().catch(ask)
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

/** The bytes of a response body on the wire. */
export async function compressedBody(
  address: string,
  encoding: 'gzip' | 'br',
  headers: Record<string, string> = {},
): Promise<Buffer> {
  const request = get(`${siteUrl}${address}`, { headers: { ...headers, 'accept-encoding': encoding } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return await buffer(response)
}

export type Tag = { name: string; attributes: Readonly<Record<string, string>> }

/** The opening tags of a page with their attributes, without those in scripts and templates. React escapes `>` and `"` in values. */
export function tagsOf(html: string): Tag[] {
  const markup = html
    .replace(/(<script\b[^>]*>)[\s\S]*?<\/script>/g, '$1')
    .replace(/<template\b[\s\S]*?<\/template>/g, '')
  return [...markup.matchAll(/<([a-z][\w-]*)((?:\s[^<>]*)?)\/?>/gi)].map(([, name = '', inside = '']) => ({
    name: name.toLowerCase(),
    attributes: Object.fromEntries(
      [...inside.matchAll(/([^\s=/]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        decoded(value),
      ]),
    ),
  }))
}

/** The documents of structured data on a page. @throws when one of them is no JSON. */
export function structuredData(html: string): Record<string, unknown>[] {
  return [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) =>
    JSON.parse(text),
  )
}

/** Content of a meta tag by name or property: `description`, `og:image`. */
export function metaOf(tags: readonly Tag[]): Record<string, string> {
  const metas = tags.filter(({ name }) => name === 'meta')
  return Object.fromEntries(
    metas.map(({ attributes: { name, property, content = '' } }) => [name ?? property ?? '', content]),
  )
}
