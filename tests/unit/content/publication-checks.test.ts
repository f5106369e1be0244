/** What the check says about drafts and dates: contradictions, pages that are always needed, and links to what visitors do not see. */
import { changed, findingsOf, pageFile, storyFile } from './small-site.ts'

const wells = (more: string, blocks?: string) => ({ 'content/pages/Wells.yaml': pageFile('/Wells', more, blocks) })
const draft = 'draft: true\n'
/** The checks are made on 22 November 2026. */
const later = 'publishFrom: 2026-12-01\n'
const inDecember = 'publishFrom: 2026-12-01\npublishUntil: 2026-12-31\n'
const running = 'publishFrom: 2026-11-01\n'
const linked = changed('content/pages/India.yaml', 'See [home](/).', 'See [the wells](/Wells).')
const inMenu = changed(
  'content/navigation.yaml',
  'href: /India }',
  'href: /India }\n      - { label: Wells, href: /Wells }',
)
const campaign = (more: string) => ({
  'content/campaigns/wells.yaml': `title: Wells\nreason: 1\nstarts: "2026-01-01"\n${more}`,
})
const asking = changed(
  'content/pages/India.yaml',
  '  - kind: stories',
  '  - { kind: campaign, heading: Give, campaign: wells, text: Please., button: Give, pattern: usa }\n  - kind: stories',
)
const menu = 'content/navigation.yaml:5:31  warning: groups[1].entries[2].href'
const text = (severity: string) => `content/pages/India.yaml:19:23  ${severity}blocks[2].text`
const redirected = (line: string) => ({ 'content/redirects.yaml': `redirects:\n  - { ${line} }\n` })

test.each<[string, Record<string, string>, string[]]>([
  [
    'an end before the start',
    { ...inMenu, ...wells('publishFrom: 2026-11-10\npublishUntil: 2026-11-09\n') },
    [
      'content/pages/Wells.yaml:7:15  publishUntil: is before publishFrom: it is never shown',
      `${menu}: /Wells is published from 2026-11-10 until 2026-11-09: at other times visitors do not see it here`,
    ],
  ],
  [
    'one day',
    { ...inMenu, ...wells('publishFrom: 2026-11-22\npublishUntil: 2026-11-22\n') },
    [`${menu}: /Wells is published from 2026-11-22 until 2026-11-22: at other times visitors do not see it here`],
  ],
  [
    'a day that does not exist',
    wells('publishFrom: 2026-02-30\n'),
    ['content/pages/Wells.yaml:6:14  publishFrom: is not in the calendar'],
  ],
  [
    'a moment without an offset',
    wells('publishFrom: 2026-12-01T18:00\n'),
    [
      'content/pages/Wells.yaml:6:14  publishFrom: must be a day such as 2026-12-01, or a moment such as 2026-12-01T18:00+05:30',
    ],
  ],
  [
    'Home as a draft',
    changed('content/pages/Home.yaml', 'title: Home', 'title: Home\ndraft: true'),
    ['content/pages/Home.yaml:4:8  draft: is not possible here: the site needs this page at all times'],
  ],
  [
    'a payment form with an end',
    changed('content/pages/Donate.yaml', 'blocks:', 'publishUntil: 2027-01-01\nblocks:'),
    ['content/pages/Donate.yaml:6:15  publishUntil: is not possible here: the site needs this page at all times'],
  ],
  ['a draft to which nothing leads', wells(draft), []],
  [
    'a link to a draft',
    { ...linked, ...wells(draft) },
    [`${text('')}: /Wells is a draft: visitors find nothing there`],
  ],
  [
    'a link from a draft to another',
    {
      ...wells(draft),
      'content/pages/Pumps.yaml': pageFile('/Pumps', draft, '  - { kind: prose, text: "[Wells](/Wells)" }\n'),
    },
    [],
  ],
  [
    'a link to a page that appears later',
    { ...linked, ...wells(later) },
    [`${text('warning: ')}: /Wells is published from 2026-12-01: at other times visitors find nothing there`],
  ],
  ['a link to a page that has appeared', { ...linked, ...wells(running) }, []],
  [
    'a link from a page of the same days',
    {
      ...wells(inDecember, '  - { kind: prose, text: "[The story](/India/stories/wells)" }\n'),
      'content/stories/India/wells.md': storyFile('Wells in India', { more: inDecember }),
      ...inMenu,
    },
    [`${menu}: /Wells is published from 2026-12-01 until 2026-12-31: at other times visitors do not see it here`],
  ],
  [
    'a menu that names a draft',
    { ...inMenu, ...wells(draft) },
    [`${menu}: /Wells is a draft: visitors do not see it here`],
  ],
  [
    'a block of a campaign that is a draft',
    { ...asking, ...campaign(draft) },
    [
      'content/pages/India.yaml:20:48  warning: blocks[3].campaign: content/campaigns/wells.yaml is a draft: visitors do not see it here',
    ],
  ],
  [
    'a redirect to a draft',
    { ...redirected('from: /Old, to: /Wells'), ...wells(draft) },
    ['content/redirects.yaml:2:23  redirects[1].to: /Wells is a draft: visitors find nothing there'],
  ],
  [
    'a redirect from a page that ends',
    { ...redirected('from: /Wells, to: /India'), ...inMenu, ...wells('publishUntil: 2026-12-31\n') },
    [`${menu}: /Wells is published until 2026-12-31: at other times visitors do not see it here`],
  ],
  [
    'a redirect from a page that does not end',
    { ...redirected('from: /Wells, to: /India'), ...inMenu, ...wells(running) },
    ['content/redirects.yaml:2:13  redirects[1].from: /Wells already leads to /Wells (content/pages/Wells.yaml)'],
  ],
])('%s', (_, changes, findings) => {
  expect(findingsOf(changes)).toEqual(findings)
})
