/** Stand-in for the IP service (ipinfo's shapes). Knows a few addresses reserved for documentation; never looks anything up. */
import { type Html, html } from './html.ts'
import { type Call, json, page, type Reply, type Service, seeOther, startService } from './http.ts'
import { sandboxKeys } from './keys.ts'

/** RFC 5737 addresses, so that no test carries somebody's real one. Every other address is in the United States. */
const countries: Readonly<Record<string, string>> = { '203.0.113.1': 'IN', '203.0.113.2': 'KE' }

/** Addresses of this machine. They have no country until one is set on the sandbox's page. */
const local = ['127.0.0.1', '::1']

const choices = [
  ['', 'No country'],
  ['IN', 'India'],
  ['KE', 'Kenya'],
  ['US', 'United States'],
] as const

export function startIp(options: { port: number; siteUrl: string }): Promise<Service> {
  /** The country of this machine. */
  let here = ''

  const failure = (status: number): Reply => json(status, { status, error: { title: `Error ${status}` } })
  const lookUp = ({ headers, params: { ip = '' } }: Call): Reply => {
    if (headers.authorization !== `Bearer ${sandboxKeys.ipToken}`) return failure(403)
    const country = local.includes(decodeURIComponent(ip)) ? here : (countries[ip] ?? 'US')
    // https://ipinfo.io/developers/responses#bogon-ip
    return json(200, country ? { ip, country } : { ip, bogon: true })
  }
  const move = ({ body }: Call): Reply => {
    const code = new URLSearchParams(body).get('country')
    const chosen = choices.find((choice) => choice[0] === code)
    if (!chosen) return failure(400)
    here = chosen[0]
    return seeOther('/')
  }

  return startService({
    name: 'IP service',
    about: `Says in which country an address is. Its token is ${sandboxKeys.ipToken}.`,
    port: options.port,
    reset() {
      here = ''
    },
    failure,
    home: () => visitors(here, options.siteUrl),
    routes: [{ method: 'GET', path: '/:ip/json', kind: 'api', handle: lookUp }, page('/visitors', move, 'POST')],
  })
}

const visitors = (here: string, siteUrl: string): Html => html`<h2>Visitors on this machine</h2>
<form method="post" action="/visitors">
<fieldset>
<legend>Where are they?</legend>
${choices.map(
  ([code, name]) =>
    html`<p><label><input type="radio" name="country" value="${code}"${code === here && html` checked`}> ${name}</label></p>`,
)}
<p><button>Change the country</button></p>
</fieldset>
</form>
<p>The country decides the form behind a Donate button, and the first office in the footer. A tab remembers its country: after a
change, <a href="${siteUrl}" target="_blank" rel="noopener">open the site in a new one</a>.</p>`
