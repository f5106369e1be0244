/**
 * Reads request bodies: JSON or a form, never more than the limit, whatever Content-Length says; and refuses posts from other sites. Errors
 * are problem details.
 */
import { env } from '#lib/platform/env.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { isKeyOf } from '#lib/platform/narrow.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'

type Kind = 'json' | 'form'

/** Bytes. The longest enquiry is 5,000 characters: url-encoded, one of them takes up to nine bytes, in JSON three. */
export const bodyLimits: Record<Kind, number> = { json: 32 * 1024, form: 64 * 1024 }

export type Body = { kind: Kind; data: Readonly<Record<string, unknown>> }

const refuse = (status: number, title: string, detail: string, headers?: HeadersInit) =>
  failure(problem(status, { title, detail, ...(headers && { headers }) }))

const tooLarge = () => refuse(413, messages()('gate.tooMuch'), messages()('gate.tooMuchDetail'))
const unsupported = (detail: string) =>
  refuse(415, 'This kind of content is not accepted', detail, {
    'accept-post': 'application/json, application/x-www-form-urlencoded',
  })
const malformed = (detail: string) => refuse(400, 'What you sent could not be read', detail)

const kinds: Record<string, Kind> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
}

function kindOf(headers: Headers): Result<Kind, Response> {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase())
  const kind = isKeyOf(kinds, type) ? kinds[type] : undefined
  if (!kind) return unsupported('Send application/json or application/x-www-form-urlencoded.')
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length)
  if (charset && !/^"?utf-?8"?$/.test(charset)) return unsupported('Send text in UTF-8.')
  const encoding = headers.get('content-encoding')?.trim().toLowerCase()
  if (encoding && encoding !== 'identity') return unsupported('Send the body without compression.')
  return success(kind)
}

/** Counts the bytes that arrive and stops reading at the limit (bytes). Returns the raw text, so that a signature can be verified. */
export async function readText(request: Request, limit: number): Promise<Result<string, Response>> {
  const bytes = await readBytes(request, limit)
  if (!bytes.ok) return bytes
  try {
    return success(new TextDecoder('utf-8', { fatal: true }).decode(bytes.value))
  } catch {
    return malformed(unreadableText)
  }
}
const unreadableText = 'The body was cut off, or is not text in UTF-8.'

async function readBytes(request: Request, limit: number): Promise<Result<Uint8Array<ArrayBuffer>, Response>> {
  if (Number(request.headers.get('content-length')) > limit) {
    await request.body?.cancel().catch(() => undefined)
    return tooLarge()
  }
  const reader = request.body?.getReader()
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      bytes += part.value.byteLength
      if (bytes > limit) {
        await reader?.cancel().catch(() => undefined)
        return tooLarge()
      }
      parts.push(part.value)
    }
    return success(new Uint8Array(Buffer.concat(parts)))
  } catch {
    return malformed(unreadableText)
  }
}

const uploadType = /^multipart\/form-data;/i
export const isUpload = ({ headers }: Request) => uploadType.test(headers.get('content-type') ?? '')

/** A form with files, which are `File`s under their names. Errors: 413 over the limit, 400 when it is malformed. @param limit bytes of all. */
export async function readUpload(request: Request, limit: number): Promise<Result<Body, Response>> {
  const bytes = await readBytes(request, limit)
  if (!bytes.ok) return bytes
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const fields = await new Response(bytes.value, { headers }).formData().catch(() => null)
  return fields
    ? success({ kind: 'form', data: Object.fromEntries([...fields].filter(([name]) => !unsafeNames.has(name))) })
    : malformed('The form was cut off.')
}

/** Property names that can pollute a prototype when copied carelessly. */
const unsafeNames = new Set(['__proto__', 'constructor', 'prototype'])

/** PostgreSQL cannot store U+0000. */
function withoutNul<Value>(value: Value): Value {
  if (typeof value === 'string' && value.includes('\0')) throw new SyntaxError('U+0000')
  return value
}

function fromJson(text: string): Record<string, unknown> | null {
  const parsed: unknown = JSON.parse(text, (name, value: unknown) =>
    unsafeNames.has(name) ? undefined : withoutNul(value),
  )
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  return isObject ? { ...parsed } : null
}

/** A name that occurs once is text; one that repeats (checkboxes) is a list. */
function fromForm(text: string): Record<string, unknown> {
  const fields = new URLSearchParams(text)
  const names = [...new Set(fields.keys())].filter((name) => !unsafeNames.has(name))
  return Object.fromEntries(
    names.map((name) => {
      const values = fields.getAll(name).map(withoutNul)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}

/** Null when the text is malformed, nested too deeply, contains U+0000, or is not an object. */
function parsed(kind: Kind, text: string): Record<string, unknown> | null {
  try {
    return kind === 'json' ? fromJson(text) : fromForm(text)
  } catch {
    return null
  }
}

/** Errors: 413 over the limit, 415 for another content type, charset or encoding, 400 when it is malformed. */
export async function readBody(request: Request): Promise<Result<Body, Response>> {
  const kind = kindOf(request.headers)
  if (!kind.ok) return kind
  const text = await readText(request, bodyLimits[kind.value])
  if (!text.ok) return text
  const data = parsed(kind.value, text.value)
  return data
    ? success({ kind: kind.value, data })
    : malformed('The body must be one JSON object, or form fields, without the character U+0000.')
}

function host(url: string | null): string | null {
  return url && URL.canParse(url) ? new URL(url).host : null
}

/**
 * CSRF protection: a 403 response for a post from another site, according to the browser's own headers, else null. Clients that send no
 * such headers are not browsers and carry no visitor's cookies, so they are allowed. Not for webhooks.
 * https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 */
export function refuseCrossSite(request: Request): Response | null {
  const { headers } = request
  const site = headers.get('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return null
  const origin = headers.get('origin')
  if (site === null && origin === null) return null
  const sender = host(origin)
  // Browsers on plain http send only Origin; `same-site` means our page under another of our host names.
  const ours = sender !== null && (sender === host(env().siteUrl) || sender === headers.get('host'))
  if (ours && site !== 'cross-site') return null
  const t = messages()
  return problem(403, {
    title: t('refusal.otherSite'),
    detail: t('refusal.otherSiteDetail'),
  })
}
