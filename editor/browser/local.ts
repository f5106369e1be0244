/** For the editor on this machine, not the hosted one: a button that undoes the last save, and the questions of the server before it writes. */
import { isRecord } from '#lib/platform/narrow.ts'
import type { Publication } from '../publish.ts'
import { type Conflict, type Decision, originalKey, type Removal } from '../settings.ts'

export function showUndo(token: string): void {
  const bar = document.createElement('div')
  const button = document.createElement('button')
  const message = document.createElement('output')
  bar.className = 'edit-bar'
  bar.append(button, message)
  button.type = 'button'
  button.hidden = true
  document.body.append(bar)

  type Answer = { last?: { title: string; at: string; warnings: string[] }; message?: string }
  const request = async (method: 'GET' | 'POST'): Promise<Answer> =>
    (await fetch('/edit/undo', { method, headers: { authorization: `token ${token}` } })).json()

  async function update() {
    const { last } = await request('GET')
    button.hidden = !last
    message.textContent = last?.warnings.join(' ') ?? ''
    if (last)
      button.textContent = `Undo: ${last.title} (${new Date(last.at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })})`
  }

  button.addEventListener('click', async () => {
    const { message: refused } = await request('POST')
    if (refused) message.textContent = refused
    // The forms are rebuilt from the files.
    else location.reload()
  })
  const publication = showPublication(token, bar)
  new EventSource('/edit/changes').onmessage = () => {
    void update()
    void publication()
  }
  void update()
}

/** Who edits in this browser, as git names authors; empty until somebody has said it. */
const editorName = () => localStorage.getItem('editor-name') ?? ''

/** What is not public yet, a button that publishes it, and one that takes the last publication back. Returns what shows it anew. */
function showPublication(token: string, bar: Element): () => Promise<void> {
  const [publish, back] = ['Publish', 'Take back what was published'].map((name) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = name
    button.hidden = true
    bar.append(button)
    return button
  })
  const state = document.createElement('output')
  state.className = 'edit-state'
  bar.append(state)

  async function ask(action?: { back?: true }) {
    const headers = { authorization: `token ${token}`, 'x-editor': encodeURIComponent(editorName()) }
    const init = action ? { method: 'POST', body: JSON.stringify(action) } : {}
    const response = await fetch('/edit/publication', { headers, ...init })
    const answer: Partial<Publication> & { message?: string } = await response.json()
    if (!response.ok) {
      state.textContent = answer.message ?? ''
      return
    }
    const { unpublished = 0, canPublish = false, canTakeBack = false } = answer
    if (publish) publish.hidden = !canPublish || unpublished === 0
    if (back) back.hidden = !canTakeBack
    const count = unpublished > 0 && canPublish ? `Unpublished changes: ${unpublished}. ` : ''
    state.textContent = `${count}${answer.state ?? ''}`
  }

  async function act(action: { back?: true }) {
    if (!editorName() && !(await askForName())) return
    state.textContent = 'Publishing…'
    await ask(action)
  }
  publish?.addEventListener('click', () => void act({}))
  back?.addEventListener('click', () => void act({ back: true }))
  setInterval(() => document.visibilityState === 'visible' && void ask(), 15_000)
  void ask()
  return () => ask()
}

async function askForName(): Promise<boolean> {
  const form = document.createElement('div')
  const [name, email] = (['Your name', 'Your email address'] as const).map((text) => {
    const [label, input] = [document.createElement('label'), document.createElement('input')]
    input.className = 'picker-text'
    input.type = text === 'Your name' ? 'text' : 'email'
    label.append(text, input)
    form.append(label)
    return input
  })
  form.prepend('Each change carries the name of whoever made it.')
  if ((await choose('Who are you?', form, ['Publish', 'Not now'])) !== 'Publish') return false
  localStorage.setItem('editor-name', `${name?.value.trim()} <${email?.value.trim()}>`)
  return true
}

/** The text that each file of this tab had when its form was opened, by the text that the form became. */
const originals = new Map<string, string>()
/** What this tab has saved last, by file: forms keep the text that they were opened with. */
const saved = new Map<string, { from: Set<string>; text: string }>()

/** `write` turns a form into the text of its file; what that was before is kept for the save. */
export const withOriginal =
  (write: (values: Record<string, unknown>) => string) =>
  (values: Record<string, unknown>): string => {
    const text = write(values)
    originals.set(text.trim(), String(values[originalKey] ?? ''))
    return text
  }

type SentFile = { operation?: string; path?: string; content?: string; original?: string | undefined }
type Sent = { files: SentFile[]; target?: string; decisions?: Record<string, Decision> }

/**
 * Sveltia shows neither the server's reason nor a question, so a dialog shows both between its request and the response. With each file goes the
 * text that its form was opened with: another tab shares what Sveltia remembers of a file, and would be overwritten.
 */
export function guardSaves(): void {
  const send = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const body = sentIn(init)
    if (!body) return send(input, init)
    const own = body.files.map((file) => {
      const text = file.content && /\.(?:yaml|md)$/.test(file.path ?? '') ? decoded(file.content) : ''
      const original = originals.get(text.trim())
      const last = saved.get(file.path ?? '')
      file.original = original !== undefined && last?.from.has(original) ? last.text : original || undefined
      return { file: file.path ?? '', text, original }
    })
    const again = (part: Partial<Sent>) => {
      Object.assign(body, part)
      const headers = new Headers(init?.headers)
      headers.set('x-editor', encodeURIComponent(editorName()))
      return send(input, { ...init, headers, body: JSON.stringify(body) })
    }
    const first = await again({})
    const last = first.ok ? first : await settle(first, body, again)
    if (!last.ok) return last
    for (const { file, text, original } of own)
      if (original !== undefined) {
        const from = saved.get(file)?.from
        saved.set(file, { from: from?.has(original) ? from : new Set([original]), text })
      }
    const { merged } = await last.clone().json()
    // Translations and redirects of removed files have changed too, and a joined text is not what the form holds.
    if (merged || body.files.some(({ operation }) => operation === 'delete')) setTimeout(() => location.reload(), 300)
    return last
  }
}

/** Asks the question of the refusal, or shows its reason. */
async function settle(
  refused: Response,
  body: Sent,
  again: (part: Partial<Sent>) => Promise<Response>,
): Promise<Response> {
  const answered: { message?: string; removal?: Removal; conflict?: Conflict } = await refused.clone().json()
  const { message, removal, conflict } = answered
  if (!removal && !conflict) {
    // Sveltia shows why a save failed.
    if (body.files.some(({ operation }) => operation === 'delete')) await tell(message ?? 'The server did not answer.')
    return refused
  }
  const target = removal && (await ask(removal))
  const decision = conflict && (await compare(conflict))
  if (target === undefined && !decision) return refused
  const answer = await again({
    ...(target !== undefined && { target }),
    ...(conflict && decision && { decisions: { ...body.decisions, [conflict.file]: decision } }),
  })
  return answer.ok ? answer : settle(answer, body, again)
}

/** The body of a request that writes files. */
function sentIn(init: RequestInit | undefined): Sent | undefined {
  if (init?.method !== 'POST' || typeof init.body !== 'string' || !init.body.includes('"operation"')) return undefined
  const body: unknown = JSON.parse(init.body)
  return isRecord(body) && Array.isArray(body.files) ? (body as Sent) : undefined
}

const decoded = (base64: string) =>
  new TextDecoder().decode(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)))

/** Both texts of each field that was changed twice. Undefined if the form stays as it is. */
async function compare({ seen, fields }: Conflict): Promise<Decision | undefined> {
  const form = document.createElement('div')
  form.append('Somebody changed this since you opened it. What only one of you changed is kept. Choose the rest:')
  for (const { field, label, mine, theirs } of fields) {
    const group = document.createElement('fieldset')
    const legend = document.createElement('legend')
    legend.append(label)
    group.append(legend)
    for (const [value, name, text] of [
      ['mine', 'Your text', mine],
      ['theirs', 'The other text', theirs],
    ]) {
      const [choice, radio, shown] = ['label', 'input', 'pre'].map((tag) => document.createElement(tag))
      Object.assign(radio ?? {}, { type: 'radio', name: field, value, checked: value === 'mine' })
      shown?.append(text || '(nothing)')
      choice?.append(radio ?? '', ` ${name}`, shown ?? '')
      if (choice) group.append(choice)
    }
    form.append(group)
  }
  if ((await choose('Changed twice', form, ['Save', 'Back to the form'])) !== 'Save') return undefined
  const chosen = [...form.querySelectorAll<HTMLInputElement>('input:checked')]
  return { seen, theirsAt: Object.fromEntries(chosen.map(({ name, value }) => [name, value === 'theirs'])) }
}

async function ask({ from, near, pages }: Removal): Promise<string | undefined> {
  const select = document.createElement('select')
  select.className = 'picker-select'
  select.append(
    ...pages.map(
      ({ address, title }) => new Option(`${title} (${address})`, address, address === near, address === near),
    ),
  )
  const label = document.createElement('label')
  label.append(`Links and bookmarks still lead to ${from.join(' and ')}. Their visitors go to`, select)
  return (await choose('Where should visitors go?', label, ['Delete', 'Keep the page'])) === 'Delete'
    ? select.value
    : undefined
}

async function tell(reason: string): Promise<void> {
  const text = document.createElement('p')
  text.textContent = reason
  await choose('It cannot be deleted yet', text, ['OK'])
}

/** The button that was pressed; empty for Escape. */
function choose(heading: string, content: Node, buttons: readonly string[]): Promise<string> {
  const dialog = document.createElement('dialog')
  dialog.className = 'edit-dialog'
  dialog.setAttribute('aria-labelledby', 'edit-dialog-title')
  dialog.innerHTML = '<form method="dialog"><h2 id="edit-dialog-title"></h2><div></div></form>'
  const [title, row] = [dialog.querySelector('h2'), dialog.querySelector('div')]
  title?.append(heading)
  title?.after(content)
  for (const name of buttons) {
    const button = document.createElement('button')
    button.value = button.textContent = name
    row?.append(button)
  }
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue)
    }),
  )
}
