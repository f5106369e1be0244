/** What an editor can get wrong about a form, and what the check says. */
import { load, problemsOf, smallSite } from '../content/small-site.ts'

const file = 'content/forms/contact.yaml'
const home = 'content/pages/Home.yaml'
const contact = `title: Contact form
description: Write to us.
intro: Ask us anything.
subjects:
  - { id: bowls, line: I have a bowl. }
submit: Send
recipient: The office reads this.
thanks: It answers.
page: { label: Home, href: / }
`
const block = (more = '') => `  - kind: form
    form: contact
    as: page
${more}`
const site = (blocks: string, form: string | null = contact) => ({
  [home]: `${smallSite[home]}${blocks}`,
  [file]: form,
})

test('a form in order is read with its id, and with what may be left out', () => {
  const [form] = load(site(block())).forms
  expect(form).toMatchObject({ id: 'contact', labels: {}, hints: {}, subjects: [{ id: 'bowls' }] })
  expect(problemsOf(site(block('    about: bowls\n')))).toEqual([])
})

test.each([
  [
    'a form without its file',
    site(block(), null),
    [`${home}:13:11  blocks[2].form: content/forms/contact.yaml does not exist`],
  ],
  [
    'a form that stands twice on a page',
    site(block() + block()),
    [`${home}:16:11  blocks[3].form: the page has the form contact already`],
  ],
  [
    'a subject that the form does not have',
    site(block('    about: bowl\n')),
    [`${home}:15:12  blocks[2].about: the form contact has no subject "bowl" — did you mean "bowls"?`],
  ],
  [
    'a link to such a subject',
    site('  - kind: links\n    links:\n      - { label: Write, href: "/forms/contact?about=bowl" }\n'),
    [`${home}:14:31  blocks[2].links[1].href: the form contact has no subject "bowl" — did you mean "bowls"?`],
  ],
])('%s', (_name, changes, problems) => {
  expect(problemsOf(changes)).toEqual(problems)
})

test('a file with a name that no form has would never be shown', () => {
  const [problem] = problemsOf({ 'content/forms/bowls.yaml': contact })
  expect(problem).toContain('content/forms/bowls.yaml:1:1')
  expect(problem).toContain('the id is one of volunteer, student-intern, partner')
})
