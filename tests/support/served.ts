/** Raw responses of the site, without a browser, JavaScript or following redirects. */
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { testPorts } from '../../scripts/support/sandbox-environment.ts'
import { decoded } from './visible-text.ts'

export const siteUrl = `http://localhost:${testPorts.site}`

/** `size`: bytes of the body on the wire. */
export type Served = { status: number; headers: Headers; html: string; size: number }

type Asked = { method?: 'GET' | 'HEAD'; headers?: Record<string, string>; encoding?: 'gzip' | 'br' | 'identity' }

const agent = new Agent({ keepAlive: true })
const decompress = { gzip: gunzipSync, br: brotliDecompressSync, identity: (bytes: Buffer) => bytes }

/** `address`: with a leading slash. */
export async function served(
  address: string,
  { method = 'GET', headers = {}, encoding = 'identity' }: Asked = {},
): Promise<Served> {
  const ask = async () => {
    const asked = request(`${siteUrl}${address}`, {
      agent,
      method,
      headers: { 'accept-encoding': encoding, ...headers },
    })
    asked.end()
    return (await once(asked, 'response')) as [IncomingMessage]
  }
  // The server closes an idle connection now and then just as it is taken again: like a browser, ask once more (RFC 9110, 9.2.2).
  const [response] = await ask().catch(ask)
  const body = await buffer(response)
  const fields = Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values.join(', ')])
  const isCompressed = method === 'GET' && response.headers['content-encoding'] === encoding
  return {
    status: response.statusCode ?? 0,
    headers: new Headers(Object.fromEntries(fields)),
    html: (isCompressed ? decompress[encoding](body) : body).toString(),
    size: body.length,
  }
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

/** The documents of structured data on a page. @throws when one of them is not JSON. */
export function structuredData(html: string): Record<string, unknown>[] {
  return [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) =>
    JSON.parse(text),
  )
}
