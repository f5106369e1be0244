/** Submits an enquiry without leaving the page, and opens the form over the page from every link to its own address. */
import { withSubject } from '#components/forms/subject.ts'
import { describeEnquiry } from '#lib/contact/enquiries/form.ts'
import { submitInPlace } from './posted-form.ts'

export function start(root: HTMLElement): void {
  submitInPlace(root, (texts) => describeEnquiry(texts, JSON.parse(root.dataset.asks ?? '{}')))
  openFromLinks(root)
}

function openFromLinks(root: HTMLElement) {
  const dialog = root.querySelector<HTMLDialogElement>('dialog[data-form]')
  const { address = '', subjects = '[]' } = root.dataset
  if (!dialog) return
  const links = [...document.querySelectorAll<HTMLAnchorElement>(`a[href="${address}"], a[href^="${address}?"]`)]
  const page = document.title

  for (const link of links) {
    link.ariaHasPopup = 'dialog'
    link.addEventListener('click', (event) => {
      // A click with a modifier key opens the form's own page in another tab.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      begin(new URL(link.href).searchParams.get('about'))
      dialog.showModal()
      dialog.scrollTop = 0
      dialog.querySelector('h2')?.focus({ preventScroll: true })
    })
  }
  dialog.addEventListener('close', () => (document.title = page))

  function begin(about: string | null) {
    const message = dialog?.querySelector('textarea')
    if (!message || !about) return
    message.value = withSubject(message.value, JSON.parse(subjects), about)
    message.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
