/** Looks for slips in a form's e-mail address each time its field is left. */

export function watchEmail(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('[type=email]')
  const slot = form.querySelector('[data-suggestion]')
  if (!input || !slot) return
  const look = () => {
    // Offline, or a new version was published: nobody needs the suggestion.
    import('./email-suggestion.ts').then(({ offerSuggestion }) => offerSuggestion(input, slot)).catch(() => undefined)
  }
  input.addEventListener('change', look)
  if (input.value) look()
}
