/** Stand-ins for four outside services, in one process, over real HTTP. For laptops and tests only: the site imports nothing from here. */
import { startEmailjs } from './emailjs.ts'
import { json, type Service, startService } from './http.ts'
import { startIp } from './ip.ts'
import { startStripe } from './stripe/index.ts'

/** Stand-in for the camp API. Its figures differ from the ones embedded in the site, so that a page shows which of the two it has. */
const summary = {
  totalSurgeryCount: 1261,
  totalCampCount: 82,
  totalCountryCount: 7,
  countryWiseCamps: {
    INDIA: { surgeryCount: 641, campCount: 46 },
    KENYA: { surgeryCount: 315, campCount: 18 },
    ZIMBABWE: { surgeryCount: 209, campCount: 11 },
    UGANDA: { surgeryCount: 22, campCount: 2 },
    AFRICA: { surgeryCount: 74, campCount: 5 },
  },
}

const startCamps = (port: number): Promise<Service> =>
  startService({
    name: 'Camp API',
    about: 'Reports how many surgeries and camps there have been, in total and by country.',
    port,
    failure: (status) => json(status, { error: `Error ${status}` }),
    routes: [{ method: 'GET', path: '/api/country-wise-camps-summary', kind: 'api', handle: () => json(200, summary) }],
  })

type SandboxOptions = {
  /** 0 takes a free port. */
  ports: { camps: number; stripe: number; emailjs: number; ip: number }
  /** Origin of the site: webhooks go there, and it may show the payment page in a frame. */
  siteUrl: string
  /** Milliseconds before each further attempt to deliver a webhook. */
  retryDelays?: readonly number[]
  /** Milliseconds between two mails. The real service accepts one a second. */
  mailIntervalMs?: number
}

export type Sandbox = {
  urls: Record<keyof SandboxOptions['ports'], string>
  /** Ends every socket and timer. */
  close(): Promise<void>
}

/** Rejects when a port is taken. */
export async function startSandbox({
  ports,
  siteUrl,
  retryDelays = [1000, 2000, 4000, 8000, 16_000, 32_000],
  mailIntervalMs = 1000,
}: SandboxOptions): Promise<Sandbox> {
  const [camps, stripe, emailjs, ip] = await Promise.all([
    startCamps(ports.camps),
    startStripe({ port: ports.stripe, siteUrl, retryDelays }),
    startEmailjs({ port: ports.emailjs, minIntervalMs: mailIntervalMs }),
    startIp({ port: ports.ip, siteUrl }),
  ])
  return {
    urls: { camps: camps.url, stripe: stripe.url, emailjs: emailjs.url, ip: ip.url },
    async close() {
      await Promise.all([camps, stripe, emailjs, ip].map((service) => service.close()))
    },
  }
}
