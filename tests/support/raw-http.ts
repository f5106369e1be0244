/** Sends raw bytes to a socket, for requests that no HTTP client would send. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type RawResponse = { status: number; headers: Record<string, string>; body: string; text: string }

/** `headers` by lower-case name. A status of 0: the connection was closed without a response. */
export function parseResponse(text: string): RawResponse {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = fields.map((field) => {
    const colon = field.indexOf(':')
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
  })
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
    text,
  }
}

/** A connection with an error listener, so that a reset is not an uncaught exception. */
export function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  return socket
}

type Manner = {
  /** Milliseconds of silence after which the client gives up. */
  patience?: number
  /** In how many writes, a millisecond apart, the bytes are sent. */
  pieces?: number
  /** The client resets the connection as soon as it has sent everything. */
  leaves?: boolean
}

/** Writes `bytes`, and resolves with all that came back until either side closed the connection. */
export function exchange(
  port: number,
  bytes: Buffer,
  { patience = 5000, pieces = 1, leaves = false }: Manner = {},
): Promise<string> {
  return new Promise((resolve) => {
    const socket = open(port)
    let received = ''
    socket.setTimeout(patience, () => socket.destroy())
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
    socket.on('close', () => resolve(received))
    const piece = Math.ceil(bytes.length / pieces)
    const write = async () => {
      for (let place = 0; place < bytes.length && socket.writable; place += piece) {
        if (place > 0) await sleep(1)
        socket.write(bytes.subarray(place, place + piece))
      }
      if (leaves) socket.resetAndDestroy()
    }
    void write()
  })
}

/** As `exchange`, for one answer. */
export async function send(port: number, text: string): Promise<RawResponse> {
  return parseResponse(await exchange(port, Buffer.from(text)))
}

/** A request that asks the server to close the connection afterwards. */
export async function ask(
  port: number,
  line: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<RawResponse> {
  const fields = { host: `127.0.0.1:${port}`, connection: 'close', ...headers }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  const bytes = Buffer.from(`${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
  // A server answers, however busy the machine is.
  return parseResponse(await exchange(port, bytes, { patience: 60_000 }))
}
