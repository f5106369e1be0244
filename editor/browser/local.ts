/** For the editor on this machine, not the hosted one: a button that undoes the last save, and the questions of the server before it writes. */
import { isRecord } from '#lib/platform/narrow.ts'
import { fileInWords } from '../explained.ts'
import type { Publication, PublicationRequest } from '../publish.ts'
import { type Conflict, type Decision, type Echo, originalKey, type Refusal, type Removal } from '../settings.ts'

/** A new element with its properties and what is in it. */
function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

const hiddenButton = (name = '') => make('button', { type: 'button', hidden: true }, name)

const progress = make('output', { className: 'edit-progress' })
const bar = make('div', { className: 'edit-bar' }, progress)

/** Says what takes a while, until it is done: nothing else can be pressed in the bar meanwhile. */
async function during(words: string, work: () => Promise<unknown>): Promise<void> {
  const setBusy = (isBusy: boolean) => {
    bar.ariaBusy = String(isBusy)
    for (const button of bar.querySelectorAll('button')) button.disabled = isBusy
  }
  progress.textContent = words
  setBusy(true)
  try {
    await work()
    progress.textContent = ''
  } catch {
    progress.textContent = 'The editor did not answer. Look at the window in which it was started.'
  }
  setBusy(false)
}

/** The forms are made anew from the files. */
const reload = () =>
  during('Loading the forms again…', () => {
    location.reload()
    return new Promise(() => undefined)
  })

export function showUndo(token: string): void {
  const [button, message] = [hiddenButton(), make('output')]
  bar.prepend(button, message)
  document.body.append(bar)

  type Answer = { last?: { title: string; at: string; warnings: string[] }; echoes: Echo[]; message?: string }
  const request = async (method: 'GET' | 'POST'): Promise<Answer> =>
    (await fetch('/edit/undo', { method, headers: { authorization: `token ${token}` } })).json()

  async function update() {
    const answer = await request('GET')
    echoes = answer.echoes
    drawEchoes()
    const { last } = answer
    button.hidden = !last
    message.textContent = last?.warnings.join(' ') ?? ''
    if (last)
      button.textContent = `Undo: ${last.title} (${new Date(last.at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })})`
  }

  button.addEventListener('click', () =>
    during('Undoing…', async () => {
      const { message: refused } = await request('POST')
      if (refused) message.textContent = refused
      else await reload()
    }),
  )
  const publication = showPublication(token)
  new EventSource('/edit/changes').onmessage = () => {
    void update()
    void publication()
  }
  void update()
}

/** Where old values still stand; see editor/echoes.ts. */
let echoes: readonly Echo[] = []

/** The ids of notes that somebody has closed. */
const closed = new Set<string>()

/** Puts the notes beside their fields. Called after each change of the page, because Sveltia removes them when it draws a form again. */
export function drawEchoes(): void {
  const shown = echoes.filter((echo) => location.hash.startsWith(echo.form) && !closed.has(idOf(echo)))
  for (const note of document.querySelectorAll('.edit-echo'))
    if (!shown.some((echo) => idOf(echo) === note.id)) note.remove()
  for (const echo of shown) {
    const place = placeOf(echo.field)
    const note = document.getElementById(idOf(echo)) ?? noteOf(echo)
    if (note.parentElement !== place) place?.append(note)
  }
}

function noteOf(echo: Echo): Element {
  const close = make('button', { type: 'button' }, 'It is right there')
  close.addEventListener('click', () => {
    closed.add(idOf(echo))
    drawEchoes()
  })
  const links = echo.places.flatMap(({ label, form }, at) => [at > 0 ? '; ' : '', make('a', { href: form }, label)])
  const more = echo.more > 0 ? ` and ${echo.more} more` : ''
  const words = [
    '“',
    make('b', {}, echo.words),
    '” still stands in ',
    ...links,
    `${more}. Should it change there too? `,
  ]
  return make('output', { className: 'edit-echo', id: idOf(echo) }, ...words, close)
}

const idOf = ({ form, field, words }: Echo) => `${form} ${field} ${words}`

/** The field, or the closed group that it is in. */
function placeOf(field: string): Element | null {
  const steps = field.split('.')
  for (let end = steps.length; end > 0; end--) {
    const found = document.querySelector(`[data-key-path="${CSS.escape(steps.slice(0, end).join('.'))}"]`)
    if (found) return found
  }
  return null
}

/** Who edits in this browser, as git names authors; empty until somebody has said it. */
const editorName = () => localStorage.getItem('editor-name') ?? ''

/** What is not public yet, a button that publishes it, and one that takes the last publication back. Returns what shows it anew. */
function showPublication(token: string): () => Promise<void> {
  const [publish, back] = [hiddenButton('Publish'), hiddenButton('Take back what was published')]
  const state = make('output', { className: 'edit-state' })
  bar.append(publish, back, state)
  /** Why the last publication was refused, until the next one. */
  let refused = ''
  async function ask(action?: PublicationRequest): Promise<void> {
    const headers = { authorization: `token ${token}`, 'x-editor': encodeURIComponent(editorName()) }
    const init = action ? { method: 'POST', body: JSON.stringify(action) } : {}
    const response = await fetch('/edit/publication', { headers, ...init })
    const answer: Partial<Publication & Refusal> = await response.json()
    if (action) refused = response.ok ? '' : (answer.message ?? '')
    const decisions = await decideAll(answer.conflicts ?? [])
    if (decisions) return ask({ ...action, decisions: { ...action?.decisions, ...decisions } })
    if (!response.ok) {
      state.textContent = answer.message ?? ''
      return
    }
    const { unpublished = 0, canPublish = false, canTakeBack = false } = answer
    publish.hidden = !canPublish || unpublished === 0
    back.hidden = !canTakeBack
    const count = unpublished > 0 && canPublish ? `Unpublished changes: ${unpublished}. ` : ''
    state.textContent = refused || `${count}${answer.state ?? ''}`
  }

  async function act(words: string, action: PublicationRequest) {
    if (!editorName() && !(await askForName())) return
    await during(words, () => ask(action))
  }
  publish.addEventListener('click', () => act('Publishing…', {}))
  back.addEventListener('click', () => act('Taking back…', { back: true }))
  setInterval(() => document.visibilityState === 'visible' && void ask(), 15_000)
  void ask()
  return () => ask()
}

async function askForName(): Promise<boolean> {
  const [name, email] = (['text', 'email'] as const).map((type) => make('input', { className: 'picker-text', type }))
  const form = make('div', {}, 'Each change carries the name of whoever made it.')
  for (const [label, input] of Object.entries({ 'Your name': name, 'Your email address': email }))
    if (input) form.append(make('label', {}, label, input))
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
    const { isAsSent } = await last.clone().json()
    // A joined text is not what the form holds, and translations, redirects and links of other files may have changed too.
    if (!isAsSent) setTimeout(reload, 300)
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
    if (body.files.some(({ operation }) => operation === 'delete')) {
      const reason = make('p', {}, message ?? 'The server did not answer.')
      await choose('It cannot be deleted yet', reason, ['OK'])
    }
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

/** Asks about each file that another editor has published too. Undefined without any, and if nothing is to be published now. */
async function decideAll(conflicts: readonly Conflict[]): Promise<Record<string, Decision> | undefined> {
  const decisions: Record<string, Decision> = {}
  for (const conflict of conflicts) {
    const decision = await compare(conflict, ['Publish', 'Not now'])
    if (!decision) return undefined
    decisions[conflict.file] = decision
  }
  return conflicts.length > 0 ? decisions : undefined
}

/** Both texts of each field that was changed twice. Undefined if everything stays as it is. `names`: of the two buttons. */
async function compare(
  { file, seen, fields }: Conflict,
  names: readonly [string, string] = ['Save', 'Back to the form'],
): Promise<Decision | undefined> {
  const form = make(
    'div',
    {},
    `Somebody else has changed ${fileInWords(file)} too. What only one of you changed is kept. Choose the rest:`,
  )
  for (const { field, label, mine, theirs } of fields) {
    const choice = (value: string, name: string, text: string) =>
      make(
        'label',
        {},
        make('input', { type: 'radio', name: field, value, checked: value === 'mine' }),
        ` ${name}`,
        make('pre', {}, text || '(nothing)'),
      )
    const choices = [choice('mine', 'Your text', mine), choice('theirs', 'The other text', theirs)]
    form.append(make('fieldset', {}, make('legend', {}, label), ...choices))
  }
  if ((await choose('Changed twice', form, names)) !== names[0]) return undefined
  const chosen = [...form.querySelectorAll<HTMLInputElement>('input:checked')]
  return { seen, theirsAt: Object.fromEntries(chosen.map(({ name, value }) => [name, value === 'theirs'])) }
}

async function ask({ from, near, pages }: Removal): Promise<string | undefined> {
  const options = pages.map(({ address, title }) => {
    const isNear = address === near
    return new Option(`${title} (${address})`, address, isNear, isNear)
  })
  const select = make('select', { className: 'picker-select' }, ...options)
  const label = make(
    'label',
    {},
    `Links and bookmarks still lead to ${from.join(' and ')}. Their visitors go to`,
    select,
  )
  return (await choose('Where should visitors go?', label, ['Delete', 'Keep the page'])) === 'Delete'
    ? select.value
    : undefined
}

/** The button that was pressed; empty for Escape. */
function choose(heading: string, content: Node, buttons: readonly string[]): Promise<string> {
  const title = make('h2', { id: 'edit-dialog-title' }, heading)
  const row = make('div', {}, ...buttons.map((name) => make('button', { value: name }, name)))
  const form = make('form', { method: 'dialog' }, title, content, row)
  const dialog = make('dialog', { className: 'edit-dialog' }, form)
  dialog.setAttribute('aria-labelledby', title.id)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue)
    }),
  )
}
