/** GitHub's workflows: they are valid, may do little, and their commands do what the guide for editors says. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'
import { parse } from 'yaml'

const root = path.join(import.meta.dirname, '../../..')
const folder = path.join(root, '.github/workflows')

type Step = { name?: string; uses?: string; run?: string; env?: Record<string, string> }
type Workflow = { jobs: Record<string, { permissions: Record<string, string>; steps: Step[] }> }

const textOf = (name: string) => readFileSync(path.join(folder, name), 'utf8')
const jobsOf = (name: string) => Object.values((parse(textOf(name)) as Workflow).jobs)

describe.each(readdirSync(folder))('%s', (name) => {
  test('is valid, and runs commands that there are', async () => {
    const { context, value } = parseWorkflow({ name, content: textOf(name) }, new NoOperationTraceWriter())
    if (value) await convertWorkflowTemplate(context, value)
    expect(context.errors.getErrors().map(String)).toEqual([])
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: object }
    const commands = [...textOf(name).matchAll(/npm run ([\w:]+)/g)].map(([, command]) => command)
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(commands))
  })

  test('trusts no pull request: code from it meets no secret and no permission to write', () => {
    expect(textOf(name)).not.toMatch(/pull_request_target|secrets\./)
    expect(parse(textOf(name))).toMatchObject({ permissions: {} })
    for (const { permissions, steps } of jobsOf(name)) {
      const runsOurs = steps.some(({ uses = '' }) => uses.startsWith('actions/checkout@'))
      if (runsOurs) expect(permissions).toEqual({ contents: 'read' })
      for (const { uses, run } of steps) {
        if (uses) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/)
        // A title or branch with shell characters in it must not become a command.
        expect(run ?? '').not.toContain('${{')
      }
    }
  })
})

/** Runs a step of content.yml as a runner does. */
function runStep(name: string, cwd: string, env: Record<string, string>) {
  const step = jobsOf('content.yml')
    .flatMap(({ steps }) => steps)
    .find((one) => one.name === name && one.run)
  return spawnSync('bash', ['-e', '-c', String(step?.run)], { cwd, env: { ...process.env, ...env }, encoding: 'utf8' })
}

test('a mistake fails the check, with a comment that says where it is and what to do', () => {
  const checkout = mkdtempSync(path.join(tmpdir(), 'checkout-'))
  for (const name of readdirSync(root).filter((one) => !['.git', '.next', 'content'].includes(one)))
    symlinkSync(path.join(root, name), path.join(checkout, name))
  cpSync(path.join(root, 'content'), path.join(checkout, 'content'), { recursive: true })
  const file = path.join(checkout, 'content/pages/OurValues.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^title: .*$/m, 'title: {organization} values'))

  expect(runStep('Check the content', checkout, {}).status).toBe(1)
  const comment = readFileSync(path.join(checkout, 'comment.md'), 'utf8')
  expect(comment).toMatch(/1 mistake in the content[\s\S]*content\/pages\/OurValues\.yaml`, line \d+: /)
})

test.each([
  { outcome: 'a mistake', checked: 'failure', preview: '', says: /^Found\.\n$/ },
  { outcome: 'a failed build', checked: 'success', preview: '', says: /could not be built/ },
  {
    outcome: 'success',
    checked: 'success',
    preview: 'https://github.com/a/1',
    says: /changed pages\]\(https:\/\/github\.com\/a\/1\)/,
  },
])('after $outcome, the comment says so', ({ checked, preview, says }) => {
  const runner = mkdtempSync(path.join(tmpdir(), 'runner-'))
  writeFileSync(path.join(runner, 'comment.md'), 'Found.\n')
  mkdirSync(path.join(runner, 'bin'))
  writeFileSync(path.join(runner, 'bin/gh'), '#!/bin/sh\necho "$@" > asked\n')
  chmodSync(path.join(runner, 'bin/gh'), 0o755)
  const env = { CHECKED: checked, PREVIEW: preview, NUMBER: '7', GITHUB_REPOSITORY: 'charity/site' }
  const { status } = runStep('Comment', runner, { ...env, PATH: `${runner}/bin:${process.env.PATH}` })
  expect(status).toBe(0)
  expect(readFileSync(path.join(runner, 'comment.md'), 'utf8')).toMatch(says)
  expect(readFileSync(path.join(runner, 'asked'), 'utf8')).toMatch(
    /^pr comment 7 --repo charity\/site --body-file comment.md/,
  )
})
