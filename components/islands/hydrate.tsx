/** Hydrates an island. The only module of the browser code that loads React. */
import { type ComponentType, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** `root`: an element of {@link Island}. */
export function hydrate<Props extends object>(Component: ComponentType<Props>) {
  return (root: HTMLElement): void => {
    const props: Props = JSON.parse(root.dataset.props ?? '{}')
    hydrateRoot(root, <Hydrated root={root} Component={Component} props={props} />)
  }
}

type HydratedProps<Props extends object> = { root: HTMLElement; Component: ComponentType<Props>; props: Props }

function Hydrated<Props extends object>({ root, Component, props }: HydratedProps<Props>) {
  useEffect(() => {
    root.dataset.hydrated = ''
  }, [root])
  return <Component {...props} />
}
