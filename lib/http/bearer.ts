/** Addresses for machines and operators: a token in the Authorization header (RFC 6750, section 2.1). */
import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether the request carries `token`. Takes as long for a wrong token as for the right one, whatever their lengths. */
export function carriesBearer(request: Request, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  return timingSafeEqual(digest(given), digest(token))
}
