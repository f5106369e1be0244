/**
 * Submits a form without leaving its page, with errors beside the fields and in a summary at the top. Thanks the visitor only when
 * the server has stored it; until then the form stays filled in.
 */

import {
  markTitle,
  nameOf,
  prepareOnTouch,
  readForm,
  type SubmitResult,
  sender,
  watchEmail,
} from '#components/forms/browser-form.ts'
import { type FormDescription, type FormFault, faultIn, remainingFault } from '#lib/contact/forms/form.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import type { RuleTexts } from '#lib/platform/messages/texts.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** `root` holds a PostedForm, which has the texts for `descriptionIn`, and its ThankYouDialog. The rules are the server's own, checked here first so that nobody waits for them. */
export function submitInPlace(root: HTMLElement, descriptionIn: (texts: RuleTexts) => FormDescription): void {
  const form = root.querySelector<HTMLFormElement>('form[data-posted]')
  const slot = form?.querySelector<HTMLElement>('[data-summary]')
  const [summaryPattern, errorPattern] = root.querySelector('[data-patterns]')?.children ?? []
  const sending = form?.querySelector<HTMLElement>('[data-sending]')
  const thanks = root.querySelector<HTMLDialogElement>('dialog[data-thanks]')
  const button = form?.querySelector<HTMLButtonElement>('button[type=submit]')
  if (!form || !slot || !summaryPattern || !errorPattern || !sending || !thanks || !button) return
  const description = descriptionIn(JSON.parse(form.dataset.texts ?? '{}'))
  const renewToken = prepareOnTouch(form)
  const { isBusy, send } = sender()
  const display = faultDisplay(form, slot, summaryPattern, errorPattern)
  let shown: FormFault | null = null

  const showFault = (fault: FormFault | null) => {
    shown = fault
    display(fault)
  }

  const refuse = (fault: FormFault) => {
    showFault(fault)
    slot.querySelector<HTMLElement>('[role=alert]')?.focus()
    slot.scrollIntoView({ block: 'nearest' })
  }

  const show = (result: SubmitResult) => {
    if (result.kind === 'refused') return refuse(result)
    const { reference } = result.kind === 'accepted' ? result.body : {}
    if (typeof reference !== 'string') return refuse({ sentence: form.dataset.unreached ?? '', errors: [] })
    showFault(null)
    for (const each of thanks.querySelectorAll('[data-reference]')) each.textContent = reference
    form.reset()
    // Close the form first: focus then returns to its opener when the thank-you dialog is closed.
    form.closest('dialog')?.close()
    thanks.showModal()
  }

  const showWaiting = (waiting: boolean) => {
    button.ariaDisabled = waiting ? 'true' : null
    sending.textContent = waiting ? (sending.dataset.sending ?? '') : ''
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (isBusy()) return
    const body = readForm(form)
    const fault = faultIn(description, body)
    if (fault) return refuse(fault)
    showWaiting(true)
    // Without the token, which is new each time.
    const answers = Object.keys(description.fields).map((name) => body[name])
    void send(form.dataset.api ?? '', answers, body).then((result) => {
      showWaiting(false)
      renewToken()
      show(result)
    })
  })
  form.addEventListener('input', ({ target }) => {
    const left = shown && remainingFault(description, shown, readForm(form), nameOf(target))
    if (left !== shown) showFault(left)
  })
  watchEmail(form)
  form.dataset.behaves = ''
}

/** Shows a fault instead of the last one: at the fields, and in a summary in `slot` whose links lead there. Null takes it away. */
function faultDisplay(
  form: HTMLFormElement,
  slot: HTMLElement,
  summaryPattern: Element,
  errorPattern: Element,
): (fault: FormFault | null) => void {
  /** "Error: " */
  const errorTitle = errorPattern.firstElementChild?.textContent ?? ''
  const idOf = (part: string, name: string) => `${form.dataset.posted ?? ''}-${part}-${name}`

  const controls = () =>
    [...form.elements].filter((element): element is Control => element.matches('input, textarea, select'))
  const controlOf = (field: string) => document.getElementById(idOf('field', field))

  const summaryOf = (message: string, errors: readonly FieldError[]) => {
    const summary = document.importNode(summaryPattern, true)
    summary.id = idOf('error', 'summary')
    const list = summary.querySelector('ul')
    const item = list?.firstElementChild
    summary.querySelector('[data-message]')?.replaceChildren(message)
    list?.replaceChildren(
      ...errors.flatMap((error) => {
        if (!item) return []
        const line = document.importNode(item, true)
        const link = line.querySelector('a')
        link?.replaceChildren(error.message)
        if (link) link.href = `#${idOf('field', error.field)}`
        return line
      }),
    )
    if (errors.length === 0) list?.remove()
    return summary
  }

  const addError = (field: string, message: string) => {
    const control = controlOf(field)
    if (!control) return
    const error = document.importNode(errorPattern, true)
    error.id = idOf('error', field)
    error.lastElementChild?.replaceChildren(message)
    const group = control.closest('fieldset ul, label, span:has(> select)')
    ;(group ?? control).before(error)
    control.ariaInvalid = 'true'
    changeDescription(control, (ids) => [...ids, error.id])
  }

  slot.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const control = link && document.getElementById(link.hash.slice(1))
    if (!control) return
    event.preventDefault()
    control.focus()
  })

  return (fault) => {
    slot.replaceChildren()
    for (const error of form.querySelectorAll(`[id^="${idOf('error', '')}"]`)) error.remove()
    for (const control of controls()) {
      control.ariaInvalid = null
      changeDescription(control, (ids) => ids.filter((id) => !id.startsWith(idOf('error', ''))))
    }
    markTitle(errorTitle, Boolean(fault))
    if (!fault) return
    const placed = fault.errors.filter(({ field }) => controlOf(field))
    slot.append(summaryOf(fault.sentence, placed))
    for (const { field, message } of placed) addError(field, message)
  }
}

function changeDescription(control: Element, change: (ids: string[]) => string[]) {
  const ids = change((control.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean))
  if (ids.length > 0) control.setAttribute('aria-describedby', ids.join(' '))
  else control.removeAttribute('aria-describedby')
}
