/** Stand-in for the IP service (ipinfo's shapes). Knows a few addresses reserved for documentation; never looks anything up. */
import { type Call, json, type Reply, type Service, startService } from './http.ts'

/** RFC 5737 addresses, so that no test carries somebody's real one. Every other address is in the United States. */
const countries: Readonly<Record<string, string>> = { '203.0.113.1': 'IN', '203.0.113.2': 'KE' }

export function startIp(options: { port: number; token: string }): Promise<Service> {
  const failure = (status: number): Reply => json(status, { status, error: { title: `Error ${status}` } })
  const lookUp = ({ headers, params: { ip = '' } }: Call): Reply =>
    headers.authorization === `Bearer ${options.token}`
      ? json(200, { ip, country: countries[ip] ?? 'US' })
      : failure(403)

  return startService({
    name: 'IP service',
    about: `Says in which country an address is. Its token is ${options.token}.`,
    port: options.port,
    failure,
    routes: [{ method: 'GET', path: '/:ip/json', kind: 'api', handle: lookUp }],
  })
}
