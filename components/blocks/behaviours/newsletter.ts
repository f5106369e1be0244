/** Sends the sign-up without leaving the page. Thanks only once the server has stored it, and keeps what was typed until then. */
import { notReached, type Outcome, outcomeOf } from './newsletter-answer.ts'

export function start(root: HTMLElement): () => void {
  const form = root.querySelector<HTMLFormElement>('form[action]')
  const summary = root.querySelector<HTMLElement>('[data-summary]')
  const pattern = root.querySelector<HTMLElement>('[data-error-pattern]')?.firstElementChild
  const dialog = root.querySelector('dialog')
  const button = form?.querySelector('button')
  if (!form || !summary || !pattern || !dialog || !button) return () => {}
  const listening = new AbortController()
  const { signal } = listening
  const inputs = [...form.querySelectorAll('input')]
  let busy = false
  /** The same words sent twice are one sign-up; changed words are another. */
  let attempt: string | undefined

  const say = (outcome: Outcome) => {
    clear()
    if (outcome.kind === 'stored') {
      for (const each of dialog.querySelectorAll('[data-reference]')) each.textContent = outcome.reference
      form.reset()
      attempt = undefined
      dialog.showModal()
      return
    }
    summary.textContent = outcome.summary
    for (const input of inputs) {
      const error = outcome.errors.find(({ field }) => field === input.name)
      if (error) addError(input, error.message)
    }
    const first = inputs.find((input) => input.ariaInvalid === 'true')
    ;(first ?? button).focus()
  }

  const addError = (input: HTMLInputElement, message: string) => {
    const error = pattern.cloneNode(true) as HTMLElement
    error.id = `error-${input.name}`
    error.lastChild?.replaceWith(message)
    error.dataset.added = ''
    input.before(error)
    input.ariaInvalid = 'true'
    input.setAttribute('aria-describedby', error.id)
  }

  const clear = () => {
    summary.textContent = ''
    for (const error of form.querySelectorAll('[data-added]')) error.remove()
    for (const input of inputs) {
      input.ariaInvalid = null
      input.removeAttribute('aria-describedby')
    }
  }

  const send = async (): Promise<Outcome> => {
    attempt ??= crypto.randomUUID()
    try {
      const answer = await fetch(form.action, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'Idempotency-Key': attempt },
        body: JSON.stringify(Object.fromEntries(inputs.map(({ name, value }) => [name, value]))),
        signal,
      })
      return outcomeOf(answer.status, await answer.json())
    } catch {
      return notReached
    }
  }

  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault()
      if (busy) return
      busy = true
      button.ariaDisabled = 'true'
      void send().then((outcome) => {
        busy = false
        button.ariaDisabled = null
        if (!signal.aborted) say(outcome)
      })
    },
    { signal },
  )
  form.addEventListener('input', () => (attempt = undefined), { signal })
  // The server's sentences, beside the fields, instead of the browser's bubbles.
  form.noValidate = true

  return () => {
    listening.abort()
    form.noValidate = false
    clear()
    dialog.close()
  }
}
