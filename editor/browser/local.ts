/** For the editor on this machine, not the hosted one: a button that undoes the last save, and a confirmation before a page is removed. */
import { isRecord } from '#lib/platform/narrow.ts'
import type { Removal } from '../settings.ts'

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
  new EventSource('/edit/changes').onmessage = () => void update()
  void update()
}

/** Sveltia shows neither the server's reason nor a question, so a dialog shows both between its request and the response. */
export function askBeforeRemoval(): void {
  const send = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const body = removalIn(init)
    const answer = await send(input, init)
    if (!body) return answer
    const last = answer.ok ? answer : await settle(answer, (target) => send(input, withTarget(init, body, target)))
    // Translations and redirects have changed too, which Sveltia has already read.
    if (last.ok) setTimeout(() => location.reload(), 300)
    return last
  }
}

/** Asks the question of the refusal, or shows its reason. */
async function settle(refused: Response, again: (target: string) => Promise<Response>): Promise<Response> {
  const { message, removal }: { message?: string; removal?: Removal } = await refused.clone().json()
  if (!removal) {
    await tell(message ?? 'The server did not answer.')
    return refused
  }
  const target = await ask(removal)
  if (target === undefined) return refused
  const answer = await again(target)
  return answer.ok ? answer : settle(answer, again)
}

/** The body of a request that deletes files. */
function removalIn(init: RequestInit | undefined): Record<string, unknown> | undefined {
  if (init?.method !== 'POST' || typeof init.body !== 'string' || !init.body.includes('"delete"')) return undefined
  const body: unknown = JSON.parse(init.body)
  const files = isRecord(body) && Array.isArray(body.files) ? body.files : []
  return isRecord(body) && files.some((file) => isRecord(file) && file.operation === 'delete') ? body : undefined
}

const withTarget = (init: RequestInit | undefined, body: object, target: string): RequestInit => ({
  ...init,
  body: JSON.stringify({ ...body, target }),
})

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
