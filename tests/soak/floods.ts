/** Two kinds of flood, each of which once used half a gigabyte: long bodies sent to a page, and responses that are not read. */
import { setTimeout as sleep } from 'node:timers/promises'
import { exchange, open, parseResponse } from '../support/raw-http.ts'

export const longPosts = 60

/** `longPosts` posts of 10 MB to a page at once. Returns how many clients could read the answer 405. */
export async function postLongBodies(port: number): Promise<number> {
  const body = Buffer.alloc(10 * 1024 * 1024, 'a')
  const head = `POST /Donate HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`
  const request = Buffer.concat([Buffer.from(head), body])
  const answers = await Promise.all(Array.from({ length: longPosts }, () => exchange(port, request)))
  return answers.filter((answer) => parseResponse(answer).status === 405).length
}

/** 100 sockets that send 1,000 requests each and read nothing for ten seconds. */
export async function readNothing(port: number, path: string): Promise<void> {
  const sockets = Array.from({ length: 100 }, () => {
    const socket = open(port)
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(1000))
    return socket
  })
  await sleep(10_000)
  for (const socket of sockets) socket.destroy()
}
