/** Seeded random hostile requests, and checks of their responses. */
import { staticHeaders } from '#lib/platform/http/security-headers.ts'
import { fileHeaders } from '#lib/platform/server/handler.ts'
import { type Random, random } from '../support/random.ts'
import { visibleText } from '../support/visible-text.ts'

export type FuzzCase = {
  bytes: Buffer
  /** A complete request with `Connection: close`: the server must respond. */
  complete: boolean
  /** What the client does after sending everything. */
  then: 'reads' | 'leaves'
  /** In how many writes, a millisecond apart, the bytes are sent. */
  pieces: number
}

const wordsIn = (text: string) => text.trim().split(/\s+/)

const methods = wordsIn(`
  GET HEAD POST PUT DELETE OPTIONS TRACE PATCH PROPFIND PURGE QUERY LOCK
`)
const pages = wordsIn(`
  / /India /donate /Donate /DonateIndia /Event5kSponsorship /India/stories/the-500th /search?q=cleft /forms/volunteer
  /forms/no-such-form /stop-gift /give /sitemap.xml /feed.xml /icon /gallery/001.svg /og/India.png
  /calendar/nowhere.ics /_next/static/nothing.js /no/such/page
`)
const odd = wordsIn(String.raw`
  * //evil.example /\evil.example /%5c%5cevil.example http://evil.example/India https://localhost/India
  http://localhost:1@evil.example/ ftp://localhost/ /%00 /%0d%0aLocation:%20//evil.example /%E0%A4%A /%ff
  /..%2f..%2fetc/passwd /.%2e/package.json /index /_global-error /_not-found
  /_next/image?url=http%3A%2F%2Fevil.example&w=64&q=75 /_next/data/x/India.json /India.rsc /India?_rsc=abc
  /India.segments/_full.segment.rsc /India/(.)stories/the-500th /__proto__ /api/__proto__ /constructor/prototype
  /[country]/stories/[slug] /[country]/stories/[slug]/ /%61pi/enquiries /api%2fenquiries /stop-gift%2Fbroken-link
  /%66eed.xml /(site)/India /search?q[]=a&q[]=b&__proto__[x]=1 /search?q=%00%ff /stop-gift?gift=..
  /api/enquiries/start/../../Donate
`)
const posts = wordsIn(`
  /api/enquiries /api/newsletter /api/create-checkout-session /api/create-checkout-session-usa
  /api/sponsorship-invoice /api/newsletter-choice /api/stop-gift /api/your-gifts /api/stripe/webhook
  /api/reports
`)
const names = wordsIn(`
  rsc next-url next-action next-router-state-tree next-router-prefetch x-middleware-subrequest x-nextjs-data
  x-matched-path x-forwarded-for x-forwarded-host x-forwarded-proto x-client-address forwarded cookie authorization
  range if-none-match if-modified-since accept accept-encoding accept-language content-type content-encoding expect
  upgrade te origin sec-fetch-site save-data idempotency-key stripe-signature traceparent content-security-policy
`)
/** Without spaces, and then those that have some or are long. */
const values = [
  '',
  ...wordsIn(`
    1 /India * "" [] {"a": null proxy:proxy:proxy:proxy:proxy evil.example [::1]:80 bytes=0-0,-1 bytes=9999999- 100-continue
    application/json text/x-component websocket t=1,v1=0123456789abcdef
  `),
  ...['203.0.113.9, 198.51.100.7', 'br;q=0, gzip;q=nonsense', 'version=%00; paid=%ff; __Host-a=b', '\u00e9\u00ff'],
  ...['application/x-www-form-urlencoded; charset=utf-7', 'multipart/form-data; boundary=x', 'a'.repeat(3000)],
]
const bodies = [
  '',
  ...wordsIn(`
    {} [] null {"__proto__":{"x":1}} {"email":["a","b"],"name":{}} {"amount":1e309,"reason":-1} a=b&a=c&__proto__=d
    name=%00&email=%ff%fe
  `),
  'email=a@example.org&firstname=A&lastname=B&message=%3Ca%20'.repeat(20),
  ...['\u0000\u0001\ufffd', '['.repeat(5000), 'a'.repeat(40_000)],
]
const noises = [...wordsIn('% %2 %2f %5C / // . .. ; ? # & = + @ : ~ \u00e9 %F0%9F%92%A9'), 'A'.repeat(300)]

type Pick = <Item>(items: readonly Item[]) => Item
type Chance = { below: Random; pick: Pick; often: (outOfTen: number) => boolean }

function chance(seed: number, index: number): Chance {
  const below = random(Math.imul(seed, 0x01000193) ^ index)
  return { below, pick: (items) => items[below(items.length)] as never, often: (outOfTen) => below(10) < outOfTen }
}

/** A page's address with a part changed. */
function bent({ below, pick }: Chance, target: string): string {
  const place = below(target.length + 1)
  return `${target.slice(0, place)}${pick(noises)}${target.slice(place + below(3))}`
}

function targetOf(dice: Chance): string {
  const target = dice.pick(dice.pick([pages, pages, odd, posts]))
  return dice.often(3) ? bent(dice, target) : target
}

function headersOf({ below, pick }: Chance): string {
  return Array.from({ length: below(5) }, () => `${pick(names)}: ${pick(values)}\r\n`).join('')
}

const hosts = ['localhost', 'localhost:80', '127.0.0.1', 'evil.example', '', 'a b', '[::1]']

/** `last`: the server shall close the connection after its answer. */
function request(dice: Chance, last: boolean): string {
  const { below, pick, often } = dice
  const posting = often(3)
  const method = posting ? 'POST' : often(7) ? 'GET' : pick(methods)
  const target = posting && often(8) ? pick(posts) : targetOf(dice)
  const body = posting || often(1) ? pick(bodies) : ''
  const host = often(9) ? 'localhost' : pick(hosts)
  const type = often(7)
    ? `content-type: ${pick(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])}\r\n`
    : ''
  const visitor = `x-forwarded-for: 203.0.${below(256)}.${below(256)}\r\n`
  const chunked = body && often(3)
  const framing = chunked
    ? 'transfer-encoding: chunked\r\n'
    : body || posting
      ? `content-length: ${Buffer.byteLength(body)}\r\n`
      : ''
  const sent = chunked ? `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n` : body
  const fields = `host: ${host}\r\n${visitor}${type}${framing}${last ? 'connection: close\r\n' : ''}${headersOf(dice)}`
  return `${method} ${target} HTTP/1.1\r\n${fields}\r\n${sent}`
}

/** Cuts, duplicates or changes bytes of a valid request. */
function damaged({ below, often }: Chance, text: string): Buffer {
  let bytes = Buffer.from(text)
  for (let count = 1 + below(4); count > 0 && bytes.length > 1; count--) {
    const place = below(bytes.length)
    if (often(4)) bytes[place] = below(256)
    else if (often(5)) bytes = Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + 1 + below(8))])
    else bytes = Buffer.concat([bytes.subarray(0, place), Buffer.from([below(256)]), bytes.subarray(place)])
  }
  return bytes
}

const smuggling = [
  'POST /api/enquiries HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n',
  'POST /api/enquiries HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
  'POST /api/enquiries HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n',
  'POST /api/enquiries HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: localhost\r\n X: folded\r\n\r\n',
  'GET / HTTP/0.9\r\n\r\n',
  'GET / HTTP/2.0\r\nHost: localhost\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\r\n\r\n\r\n',
  'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n',
]

/** Case number `index` of the run with this seed. Deterministic. */
export function fuzzCase(seed: number, index: number): FuzzCase {
  const dice = chance(seed, index)
  const { below, pick, often } = dice
  const then = often(1) ? 'leaves' : 'reads'
  const pieces = often(1) ? 2 + below(40) : 1
  const kind = below(10)
  if (kind < 6) return { bytes: Buffer.from(request(dice, true)), complete: true, then, pieces }
  if (kind < 8) return { bytes: damaged(dice, request(dice, true)), complete: false, then, pieces }
  if (kind < 9) {
    const row = Array.from({ length: 1 + below(often(2) ? 200 : 12) }, () => request(dice, false))
    return {
      bytes: Buffer.from(`${row.join('')}${request(dice, true)}`),
      complete: false,
      then,
      pieces: 1,
    }
  }
  return { bytes: Buffer.from(pick(smuggling), 'latin1'), complete: false, then, pieces }
}

const foreign = (location: string) =>
  !/^\/(?![/\\])/.test(location) && !/^http:\/\/localhost(:\d+)?(\/|$)/.test(location)

/** Problems in the responses on one connection, as sentences; empty when there are none. */
export function faultsOf(text: string, { complete, then }: FuzzCase): string[] {
  const faults: string[] = []
  if (complete && then === 'reads' && text === '') faults.push('no answer')
  const heads = [...text.matchAll(/HTTP\/1\.1 (\d{3}) [^\r]*\r\n([\s\S]*?)\r\n\r\n/g)]
  for (const [, status = '', head = ''] of heads) {
    if (Number(status) >= 500) faults.push(`status ${status}`)
    if (Number(status) < 200) continue
    // Files have those that concern files.
    const isFile = /^cache-control: .*immutable/im.test(head)
    for (const { key } of staticHeaders)
      if ((!isFile || key.toLowerCase() in fileHeaders) && !new RegExp(`^${key}:`, 'im').test(head))
        faults.push(`status ${status} without ${key}`)
    const location = /^location: (.*)$/im.exec(head)?.[1]
    if (location !== undefined && foreign(location)) faults.push(`a redirect to ${location}`)
  }
  if (/\bat .{1,200}\.(js|ts|mjs|cjs):\d+/.test(text)) faults.push('a stack trace')
  const [only] = heads
  if (heads.length === 1 && only && Number(only[1]) >= 400 && /^content-type: text\/html/im.test(only[2] ?? '')) {
    const body = text.slice(text.indexOf('\r\n\r\n') + 4)
    const readable = !/^content-encoding:/im.test(only[2] ?? '')
    if (readable && body !== '' && visibleText(body).length < 40) faults.push(`a blank page with status ${only[1]}`)
  }
  return faults
}

/** One request of each kind that has made, or could make, a proxy give up a server. Raw bytes, for a site or proxy on `port`. */
export function kindsOfAttack(port: number): Record<string, string> {
  const long = (length: number) => 'a'.repeat(length)
  const request = (line: string, lines: readonly string[] = [], body = '') =>
    [`${line} HTTP/1.1`, `Host: localhost:${port}`, 'Connection: close', ...lines, '', body].join('\r\n')
  const post = (address: string, body: string, lines: readonly string[] = []) =>
    request(
      `POST ${address}`,
      ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`, ...lines],
      body,
    )
  return {
    'a long token in a field': post('/api/newsletter-choice', `choice=confirm&sign-up=${long(20_000)}`),
    'a long token in a query': post(`/api/newsletter-choice?sign-up=${long(7000)}`, 'choice=confirm'),
    'a long referrer': post('/api/page-version', 'version=light', [`Referer: http://localhost/India?${long(12_000)}`]),
    'a redirect with a long query': request(`GET /india?${long(7000)}`),
    'a redirect with a long path': request(`GET /${long(5000)}`),
    'a long link of a mail': request(`GET /your-gifts?link=${long(7000)}`),
    'a long session': request(`GET /DonateIndia/thank-you?session_id=${long(7000)}`),
    'a long cookie': request('GET /India', [`Cookie: version=light; paid=${long(12_000)}`]),
    'a cookie over the limit': request('GET /India', [`Cookie: ${long(20_000)}`]),
    'a target over the limit': request(`GET /${long(20_000)}`),
    'many headers': request(
      'GET /India',
      Array.from({ length: 300 }, (_, index) => `X-${index}: ${long(40)}`),
    ),
    'two hosts': request('GET /India', ['Host: evil.example']),
    'no host': 'GET /India HTTP/1.1\r\nConnection: close\r\n\r\n',
    'another host': `GET /India HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    'a forwarded host': request('GET /India', ['X-Forwarded-Host: evil.example']),
    'an absolute target': request('GET http://evil.example/India'),
    'a range beyond the end': request('GET /media/sample-film.mp4', ['Range: bytes=999999999-']),
    'encoding that is no text': request('GET /%ff'),
    'an inherited name': request('GET /your-gifts?result=__proto__'),
    'a body on GET': request('GET /India', ['Content-Length: 5'], 'hello'),
    'a long body to a page': post('/Donate', long(900_000)),
    'a body over the limit': post('/api/enquiries', long(200_000)),
    'two lengths': request('POST /api/enquiries', ['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    'half a body': request('POST /api/enquiries', ['Content-Type: application/json', 'Content-Length: 1000'], '{'),
    'an unknown method': request('PROPFIND /India'),
    'a tunnel': `CONNECT localhost:${port} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    'an upgrade': request('GET /India', ['Upgrade: websocket', 'Connection: upgrade', 'Sec-WebSocket-Version: 13']),
    'an unknown expectation': post('/api/enquiries', 'a=b', ['Expect: tea']),
    "Next's own address": request('GET /_next/image?url=http%3A%2F%2Fevil.example&w=64&q=75'),
    'an unlisted amount': request(`GET /DonateIndia?amount=${123_456}&cancelled=1&attempt=${long(3000)}`),
    'words that are no HTTP': 'hello\r\n\r\n',
  }
}
