/**
 * A text in an element of its own. A browser that translates the page puts other nodes in its place, before or after React hydrates it, so
 * React must not compare it, and must not remove, add or follow it beside others (https://github.com/facebook/react/issues/11538). Every text
 * of an island stands in one.
 */
import { type ComponentProps, createElement } from 'react'

type Tag =
  | 'span'
  | 'p'
  | 'h1'
  | 'h2'
  | 'li'
  | 'legend'
  | 'label'
  | 'option'
  | 'summary'
  | 'bdi'
  | 'strong'
  | 'figcaption'
  | 'a'
  | 'output'

type Props<As extends Tag> = Omit<ComponentProps<As>, 'children'> & { as?: As; children: string | null | undefined }

export function Text<As extends Tag = 'span'>({ as, ...props }: Props<As>) {
  return createElement(as ?? 'span', { ...props, suppressHydrationWarning: true })
}
