/** The button that undoes the last save, in the editor on this machine. */
import { settingsId } from '../settings.ts'

const { token } = JSON.parse(document.getElementById(settingsId)?.textContent ?? '{}')
const bar = document.createElement('div')
const button = document.createElement('button')
const message = document.createElement('output')
bar.className = 'edit-bar'
bar.append(button, message)
button.type = 'button'
document.body.append(bar)

async function ask(
  method: 'GET' | 'POST',
): Promise<{ last?: { title: string; at: string; warnings: string[] }; message?: string }> {
  const response = await fetch('/edit/undo', { method, headers: { authorization: `token ${token}` } })
  return response.json()
}

async function show() {
  const { last } = await ask('GET')
  button.hidden = !last
  message.textContent = last?.warnings.join(' ') ?? ''
  if (last)
    button.textContent = `Undo: ${last.title} (${new Date(last.at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })})`
}

button.addEventListener('click', async () => {
  const { message: refused } = await ask('POST')
  if (refused) message.textContent = refused
  // The forms are rebuilt from the files.
  else location.reload()
})
new EventSource('/edit/changes').onmessage = () => void show()
await show()
