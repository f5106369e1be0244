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

function startCamps(options: { port: number }): Promise<Service> {
  return startService({
    name: 'Camp API',
    about: 'Answers how many surgeries and camps there have been, in total and by country.',
    port: options.port,
    failure: (status) => json(status, { error: `Error ${status}` }),
    routes: [{ method: 'GET', path: '/api/country-wise-camps-summary', kind: 'api', handle: () => json(200, summary) }],
  })
}

type SandboxOptions = {
  /** 0 takes a free port. */
  ports: { camps: number; stripe: number; emailjs: number; ip: number }
  /** Origin of the site: webhooks go there, and it may show the payment page in a frame. */
  siteUrl: string
  webhookSecret: string
  /** Milliseconds before each further attempt to deliver a webhook. */
  retryDelays?: readonly number[]
  /** Milliseconds between two mails. The real service accepts one a second. */
  mailIntervalMs?: number
}

export type Sandbox = {
  urls: { camps: string; stripe: string; emailjs: string; ip: string }
  /** Ends every socket and timer. */
  close(): Promise<void>
}

/** The names and keys that the services know. None of them is a secret. */
export const sandboxKeys = {
  stripe: { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox', webhookSecret: 'whsec_sandbox' },
  emailjs: {
    serviceId: 'service_sandbox',
    templates: [
      'template_enquiry',
      'template_newsletter',
      'template_receipt',
      'template_link',
      'template_card',
      'template_failed',
      'template_pledge',
      'template_update',
      'template_confirm',
      'template_notice',
    ],
    publicKey: 'public_sandbox',
    privateKey: 'private_sandbox',
  },
  ipToken: 'sandbox',
} as const

const defaultRetryDelays = [1000, 2000, 4000, 8000, 16_000, 32_000]

/** Starts all four, or none: rejects when a port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { ports, siteUrl, webhookSecret, retryDelays = defaultRetryDelays, mailIntervalMs = 1000 } = options
  const { secretKey, publishableKey } = sandboxKeys.stripe
  const started: Service[] = []
  const close = async () => {
    await Promise.all(started.map((service) => service.close()))
  }
  const urlOf = async (starting: Promise<Service>) => {
    const service = await starting
    started.push(service)
    return service.url
  }
  try {
    const urls = {
      camps: await urlOf(startCamps({ port: ports.camps })),
      stripe: await urlOf(
        startStripe({ port: ports.stripe, siteUrl, secretKey, publishableKey, webhookSecret, retryDelays }),
      ),
      emailjs: await urlOf(
        startEmailjs({ port: ports.emailjs, account: sandboxKeys.emailjs, minIntervalMs: mailIntervalMs }),
      ),
      ip: await urlOf(startIp({ port: ports.ip, token: sandboxKeys.ipToken, siteUrl })),
    }
    return { urls, close }
  } catch (error) {
    await close()
    throw error
  }
}
