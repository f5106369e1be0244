/** The Dockerfile, compose.yaml and the files of docs/operate agree with each other, with package.json and with the variables. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { variables } from '#lib/platform/env/variables.ts'
import { parseEnv } from '#lib/platform/env.ts'
import { apiMethods } from '#lib/platform/server/api-methods.ts'
import { argumentsOf, copied, isIgnored, readDockerfile, type Step, stepsOf } from '#tests/support/dockerfile.ts'
import { scripts } from '../../package.json' with { type: 'json' }

const root = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const stages = readDockerfile(root)
const images = ['site', 'backup'].map((name) => ({ name, steps: stepsOf(stages, name) }))
const last = (name: string, keyword: string) => stepsOf(stages, name).findLast((step) => step.keyword === keyword)

const service = z.object({
  image: z.string(),
  build: z.object({ target: z.string() }).optional(),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])),
  volumes: z.array(z.string()),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.object({ ipv4_address: z.string() }).nullable())]),
  restart: z.literal('unless-stopped'),
  read_only: z.boolean().optional(),
  stop_grace_period: z.string().optional(),
})
const { services } = z
  .object({ services: z.record(z.string(), service) })
  .parse(parse(read('compose.yaml'), { merge: true }))
const caddy = services.caddy as z.output<typeof service>
const sites = Object.entries(services).filter(([name]) => name.startsWith('site-'))

const example = read('docs/operate/charity.env.example')
const given = Object.fromEntries(
  [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value]) => [name, value]),
)

describe('The Dockerfile', () => {
  test('is built on the Node of .nvmrc', () => {
    const bases = new Set(stages.map(({ base }) => base).filter((base) => base.includes(':')))
    expect([...bases]).toEqual([`node:${read('.nvmrc').trim()}-trixie-slim`])
  })

  test('copies files that exist and are not left out', () => {
    const sources = stages
      .flatMap(({ steps }) => steps)
      .flatMap((step) => (step.keyword === 'COPY' ? copied(step).sources : []))
    const files = sources.map((source) => source.replace('/site/', ''))
    const made = ['.next', 'node_modules']
    expect(
      files.filter((file) => !made.includes(file) && (!existsSync(path.join(root, file)) || isIgnored(root, file))),
    ).toEqual([])
    expect(
      ['.next', 'node_modules', 'data', 'charity.env', '.env.local'].filter((file) => !isIgnored(root, file)),
    ).toEqual([])
  })

  test.each(images)('makes an image $name that does not run as root, and is watched', ({ name, steps }) => {
    expect(last(name, 'USER')?.text).toBe('node')
    expect(steps.map(({ keyword }) => keyword)).toContain('HEALTHCHECK')
  })

  test('starts the site as npm start does, with its data in a volume, and asks for its readiness', () => {
    expect(argumentsOf(last('site', 'CMD') as Step).join(' ')).toBe(scripts.start)
    const volume = last('site', 'VOLUME')?.text
    expect(last('site', 'ENV')?.text).toContain(`DATA_DIR=${volume}`)
    const address = /'(\/api\S+?)'/.exec(last('site', 'HEALTHCHECK')?.text ?? '')?.[1]
    expect(Object.keys(apiMethods)).toContain(address)
  })
})

describe('compose.yaml', () => {
  test('pins every image, and builds stages that exist', () => {
    for (const { image, build } of Object.values(services))
      if (build) expect(stages.map(({ name }) => name)).toContain(build.target)
      else expect(image).toMatch(/:\d+\.\d+(\.\d+)?-\w+$/)
  })

  test('gives the site variables that it reads', () => {
    const own = Object.values(services).filter(({ build }) => build)
    const names = own.flatMap(({ environment }) => Object.keys(environment))
    expect(names.filter((name) => !(name in variables.shape))).toEqual([])
  })

  test('has two servers with a read-only root, to which Caddy leads and whose Caddy is trusted', () => {
    expect(sites.map(([, site]) => site.read_only)).toEqual([true, true])
    expect(String(caddy.environment.UPSTREAMS).split(' ')).toEqual(sites.map(([name]) => `${name}:3000`))
    const address = Array.isArray(caddy.networks) ? '' : caddy.networks.front?.ipv4_address
    expect(sites.map(([, { environment }]) => environment.TRUSTED_PROXIES)).toEqual([address, address])
  })

  test('mounts files that exist', () => {
    const mounted = Object.values(services).flatMap(({ volumes }) =>
      volumes.map((volume) => volume.split(':')[0] ?? ''),
    )
    expect(mounted.filter((file) => file.startsWith('.') && !existsSync(path.join(root, file)))).toEqual([])
  })

  test("backs up with the client programs of the database's version", () => {
    const server = /postgres:(\d+)/.exec(services.postgres?.image ?? '')?.[1]
    expect(
      stepsOf(stages, 'backup')
        .map(({ text }) => text)
        .join(),
    ).toContain(`postgresql-client-${server} `)
  })
})

test('the example of an environment names all variables without a default, and starts the site once its secrets are set', () => {
  const { POSTGRES_PASSWORD, ...site } = given
  expect(POSTGRES_PASSWORD).toBe('')
  expect(Object.keys(site).filter((name) => !(name in variables.shape))).toEqual([])
  // Set by compose.yaml, and those that only tests and debugging need.
  const elsewhere = ['DATABASE_URL', 'LOG_LEVEL', 'STRIPE_API_BASE']
  const withoutDefault = Object.entries(variables.shape).filter(
    ([, type]) => type.safeParse(undefined).data === undefined,
  )
  const unset = withoutDefault.map(([name]) => name).filter((name) => !(name in site) && !elsewhere.includes(name))
  expect(unset).toEqual([])
  const secret = Buffer.alloc(32, 'a secret of 32 bytes, not random').toString('base64')
  const set = { ...site, SIGNING_SECRET: secret, DATA_ENCRYPTION_KEY: secret, OPERATOR_TOKEN: secret }
  expect(parseEnv(set)).toMatchObject({ siteUrl: 'https://example.org', stripe: null })
})

test('the image and a release keep only what serving needs', () => {
  const run = stages.find(({ name }) => name === 'build')?.steps.findLast(({ keyword }) => keyword === 'RUN')?.text
  for (const commands of [run, read('docs/operate/update.sh')])
    expect(commands).toMatch(/npm run build && npm run build:prune\b/)
})

test('Caddy gets the variables that its file names, and asks an address that exists', () => {
  const file = read('docs/operate/several-machines.Caddyfile')
  const named = [...file.matchAll(/\{\$(\w+)/g)].map(([, name]) => name)
  expect(Object.keys(caddy.environment)).toEqual(expect.arrayContaining(named))
  expect(Object.keys(apiMethods)).toContain(/health_uri (\S+)/.exec(file)?.[1])
})

/** Read by Node's libraries and by glibc. */
const ofOthers = ['NODE_ENV', 'MALLOC_ARENA_MAX']

test('systemd starts the site as npm start does, with variables that exist', () => {
  const unit = read('docs/operate/systemd/charity.service')
  const start = /^ExecStart=\/srv\/charity\/current\/node_modules\/\.bin\/(.*)$/m.exec(unit)?.[1]
  expect(start).toBe(scripts.start)
  const names = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name)
  expect(names.filter((name) => !ofOthers.includes(name) && !(name in variables.shape))).toEqual([])
})
