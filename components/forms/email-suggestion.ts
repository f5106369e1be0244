/** Offers the address that was probably meant, below a form's e-mail field (field.tsx). Loaded when such a field is first filled in. */
import { suggestEmail } from '#lib/contact/forms/email-suggestion.ts'

/** `slot`: an empty element, whose attribute has the question. */
export function offerSuggestion(input: HTMLInputElement, slot: Element): void {
  const meant = suggestEmail(input.value.trim())
  slot.replaceChildren()
  if (!meant) return
  const accept = document.createElement('button')
  accept.type = 'button'
  accept.textContent = meant
  accept.onclick = () => {
    input.value = meant
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.focus()
  }
  input.addEventListener('input', () => slot.replaceChildren(), { once: true })
  const [before = '', after = ''] = (slot.getAttribute('data-suggestion') ?? '').split('{address}')
  slot.replaceChildren(before, accept, after)
}
