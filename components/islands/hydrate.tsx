/** Hydrates an island. The only module of the browser code that loads React. */
import { type ComponentType, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** `root`: an element of {@link Island}. */
export function hydrate<Props extends object>(Component: ComponentType<Props>) {
  return (root: HTMLElement): void => {
    const props: Props = JSON.parse(root.dataset.props ?? '{}')
    const form = root.querySelector('form')
    const server = [...root.childNodes].map((node) => node.cloneNode(true))
    /**
     * The server's form with what was typed, which posts to the server. An extension of the browser may have changed the page so that React
     * cannot go on.
     */
    const giveBack = (error: unknown) => {
      console.error(error)
      queueMicrotask(() => {
        island.unmount()
        root.replaceChildren(...server)
        delete root.dataset.hydrated
        copyAnswers(form, root.querySelector('form'))
        root.scrollIntoView()
      })
    }
    const island = hydrateRoot(root, <Hydrated root={root} Component={Component} props={props} />, {
      onUncaughtError: giveBack,
      // After it React would have rendered the island anew, without its slots.
      onRecoverableError: giveBack,
    })
  }
}

/** `from`: also a form that is no longer in the page. */
function copyAnswers(from: HTMLFormElement | null, to: HTMLFormElement | null) {
  const answers = new FormData(from ?? undefined)
  for (const control of to?.elements ?? []) {
    if (control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type)) {
      control.checked = answers.getAll(control.name).includes(control.value)
    } else if (
      control instanceof HTMLInputElement ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement
    ) {
      const value = answers.get(control.name)
      if (control.type === 'hidden' || typeof value !== 'string') continue
      // The list of states is the one of another country.
      if (control instanceof HTMLSelectElement && ![...control.options].some((option) => option.value === value))
        control.add(new Option(value, value))
      control.value = value
    }
  }
}

type HydratedProps<Props extends object> = { root: HTMLElement; Component: ComponentType<Props>; props: Props }

function Hydrated<Props extends object>({ root, Component, props }: HydratedProps<Props>) {
  useEffect(() => {
    root.dataset.hydrated = ''
  }, [root])
  return <Component {...props} />
}
