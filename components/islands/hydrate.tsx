/** Hydrates an island. The only module of the browser code that loads React. */
import { type ComponentType, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { readForm } from '#components/forms/browser-form.ts'
import { fillForm } from '#components/forms/kept-values.ts'

/** `root`: an element of {@link Island}. */
export function hydrate<Props extends object>(Component: ComponentType<Props>) {
  return (root: HTMLElement): void => {
    const props: Props = JSON.parse(root.dataset.props ?? '{}')
    const giveBack = rememberForm(root)
    // The last resort when something outside React has changed the page, as translators and extensions do.
    const fail = (error: unknown) => {
      reportError(error)
      // React empties the element after this.
      setTimeout(() => {
        hydrated.unmount()
        giveBack()
      })
    }
    const hydrated = hydrateRoot(root, <Hydrated root={root} Component={Component} props={props} />, {
      onUncaughtError: fail,
      // React would go on with a form of its own, without the answers and the slots.
      onRecoverableError: fail,
    })
  }
}

/** Returns how to put the server's form back, which needs no script, with the answers of the last moment. */
function rememberForm(root: HTMLElement): () => void {
  const served = root.innerHTML
  let answers: Record<string, unknown> = {}
  const remember = () => {
    const form = root.querySelector('form')
    // A box that is not ticked has a name, and no value.
    const names = [...(form?.elements ?? [])].map((control) => control.getAttribute('name') ?? '')
    if (form) answers = { ...Object.fromEntries(names.map((name) => [name, ''])), ...readForm(form) }
  }
  for (const event of ['input', 'submit']) root.addEventListener(event, remember, { capture: true })
  remember()
  return () => {
    root.innerHTML = served
    delete root.dataset.hydrated
    const form = root.querySelector('form')
    if (form) fillForm(form, answers)
    root.tabIndex = -1
    root.focus()
  }
}

type HydratedProps<Props extends object> = { root: HTMLElement; Component: ComponentType<Props>; props: Props }

function Hydrated<Props extends object>({ root, Component, props }: HydratedProps<Props>) {
  useEffect(() => {
    root.dataset.hydrated = ''
  }, [root])
  return <Component {...props} />
}
