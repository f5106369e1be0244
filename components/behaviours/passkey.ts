/** The button of a passkey in the office: registers one, or shows it, and opens the page again. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

export function start(root: HTMLElement): void {
  const button = root.querySelector('button')
  const status = root.querySelector<HTMLElement>('[role="status"]')
  const { post = '', token = '', working = '', failed = '' } = root.dataset
  const ask = (body: object) =>
    fetch(post, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ intent: 'passkey', subject: '', token, ...body }),
    })
  const say = (text: string) => {
    if (status) status.textContent = text
  }

  async function prove(): Promise<boolean> {
    const { shows, options } = await (await ask({})).json()
    const response = shows
      ? await startAuthentication({ optionsJSON: options })
      : await startRegistration({ optionsJSON: options })
    return (await ask({ response })).ok
  }

  if (!button) return
  button.disabled = false
  button.addEventListener('click', () => {
    say(working)
    void prove()
      .catch(() => false)
      .then((proven) => (proven ? location.reload() : say(failed)))
  })
}
