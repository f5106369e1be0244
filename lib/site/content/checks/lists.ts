/** Lists that name the same thing twice: menus and documents. */
import type { Content } from '#lib/site/content/load.ts'
import type { Path, Problem } from '#lib/site/content/problem.ts'

export function checkLists({ entries, navigation }: Content): Problem[] {
  return entries.flatMap(({ page, data, source }) => {
    const repeated = (list: readonly Readonly<Record<string, unknown>>[], field: string, path: Path) =>
      list.flatMap((item, index) => {
        const first = list.findIndex((other) => other[field] === item[field])
        const message = `${String(item[field])} is in this list already, as number ${first + 1}`
        return first < index ? [source.problem([...path, index, field], message)] : []
      })
    if (data === navigation) {
      const { groups, footer, lost } = navigation
      return [
        ...(['groups', 'footer'] as const).flatMap((name) => repeated(navigation[name], 'label', [name])),
        ...groups.flatMap(({ entries }, index) => repeated(entries, 'href', ['groups', index, 'entries'])),
        ...footer.flatMap(({ entries }, index) => repeated(entries, 'href', ['footer', index, 'entries'])),
        ...repeated(lost, 'href', ['lost']),
      ]
    }
    return (page?.blocks ?? []).flatMap((block, index) =>
      block.kind === 'documents' ? repeated(block.documents, 'href', ['blocks', index, 'documents']) : [],
    )
  })
}
