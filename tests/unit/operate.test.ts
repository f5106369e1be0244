/** The files of docs/operate agree with package.json and with the variables. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { variables } from '#lib/platform/env/variables.ts'
import { parseEnv } from '#lib/platform/env.ts'
import { scripts } from '../../package.json' with { type: 'json' }

const root = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const given = Object.fromEntries(
  [...read('docs/operate/charity.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value]) => [
    name,
    value,
  ]),
)

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

/** Read by Node's libraries and by glibc. */
const ofOthers = ['NODE_ENV', 'MALLOC_ARENA_MAX']

test('systemd starts the site as npm start does, with variables that exist', () => {
  const unit = read('docs/operate/systemd/charity.service')
  const start = /^ExecStart=\/srv\/charity\/current\/node_modules\/\.bin\/(.*)$/m.exec(unit)?.[1]
  expect(start).toBe(scripts.start)
  const names = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name)
  expect(names.filter((name) => !ofOthers.includes(name) && !(name in variables.shape))).toEqual([])
})
