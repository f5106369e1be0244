/** Bearer tokens (RFC 6750, section 2.1) for machine and operator endpoints. */
import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether the request carries `token`. Constant time, whatever the lengths. */
export function carriesBearer(request: Request, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  return timingSafeEqual(digest(given), digest(token))
}
