/** The enquiry forms that pages show. */
import type { Content } from '#lib/site/content/load.ts'
import { didYouMean, type Problem } from '#lib/site/content/problem.ts'
import type { EnquiryForm } from '#lib/site/content/schema.ts'

export function subjectFault({ id, subjects }: EnquiryForm, about: string): string | undefined {
  const known = subjects.map((subject) => subject.id)
  return known.includes(about) ? undefined : `the form ${id} has no subject "${about}"${didYouMean(about, known)}`
}

/** The forms on a page must exist, each at most once, because a dialog is identified by the form's address. */
export function checkForms({ entries, forms }: Content): Problem[] {
  return entries.flatMap(({ page, source }) => {
    const seen = new Set<string>()
    return (page?.blocks ?? []).flatMap((block, index) => {
      if (block.kind !== 'form') return []
      const tellAt = (field: string, message: string) => [source.problem(['blocks', index, field], message)]
      if (seen.has(block.form)) return tellAt('form', `the page has the form ${block.form} already`)
      seen.add(block.form)
      const form = forms.find(({ id }) => id === block.form)
      if (!form) return tellAt('form', `content/forms/${block.form}.yaml does not exist`)
      const fault = block.about === undefined ? undefined : subjectFault(form, block.about)
      return fault ? tellAt('about', fault) : []
    })
  })
}
