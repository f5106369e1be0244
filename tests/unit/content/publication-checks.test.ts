/** What the check says about drafts and dates: contradictions, pages that are always needed, and links to what visitors do not see. */
import { findingsOf, mistakes, onIndia, pageFile, storyFile } from './small-site.ts'

const wells = (more: string, blocks?: string) => ({ 'content/pages/Wells.yaml': pageFile('/Wells', more, blocks) })
const draft = 'draft: true\n'
/** The checks are made on 22 November 2026. */
const later = 'publishFrom: 2026-12-01\n'
const inDecember = 'publishFrom: 2026-12-01\npublishUntil: 2026-12-31\n'
const running = 'publishFrom: 2026-11-01\n'
const inMenu = String.raw`navigation: href: /India } → href: /India }\n      - { label: Wells, href: /Wells }`
const linked = 'india: See [home](/). → See [the wells](/Wells).'
const redirected = (line: string) => ({ 'content/redirects.yaml': `redirects:\n  - { ${line} }\n` })
const asking = onIndia('{ kind: campaign, heading: Give, campaign: wells, text: Please., button: Give, pattern: usa }')
const campaign = { 'content/campaigns/wells.yaml': `title: Wells\nreason: 1\nstarts: "2026-01-01"\n${draft}` }
const toWells = '  - { kind: prose, text: "[Wells](/Wells)" }\n'
const toStory = '  - { kind: prose, text: "[The story](/India/stories/wells)" }\n'
const countryDraft = {
  'content/pages/Kenya.yaml': pageFile('/Kenya', `country: Kenya\n${draft}`),
  'content/stories/Kenya/pump.md': `${storyFile('The pump')}\nSee [the tank](/Kenya/stories/tank).\n`,
  'content/stories/Kenya/tank.md': storyFile('The tank', { look: 6 }),
}

const table = mistakes`
an end before the start
  ${inMenu}
  ${wells('publishFrom: 2026-11-10\npublishUntil: 2026-11-09\n')}
  => content/pages/Wells.yaml:7:15  publishUntil: is before publishFrom: it is never shown
  => navigation:5:31  warning: groups[1].entries[2].href: /Wells is published from 2026-11-10 until 2026-11-09: at other times visitors do not see it here
one day
  ${inMenu}
  ${wells('publishFrom: 2026-11-22\npublishUntil: 2026-11-22\n')}
  => navigation:5:31  warning: groups[1].entries[2].href: /Wells is published from 2026-11-22 until 2026-11-22: at other times visitors do not see it here
a day that does not exist
  ${wells('publishFrom: 2026-02-30\n')}
  => content/pages/Wells.yaml:6:14  publishFrom: is not in the calendar
a moment without an offset
  ${wells('publishFrom: 2026-12-01T18:00\n')}
  => content/pages/Wells.yaml:6:14  publishFrom: must be a day such as 2026-12-01, or a moment such as 2026-12-01T18:00+05:30
Home as a draft
  home: title: Home → title: Home\ndraft: true
  => home:4:8  draft: is not possible here: the site needs this page at all times
a payment form with an end
  donate: blocks: → publishUntil: 2027-01-01\nblocks:
  => donate:6:15  publishUntil: is not possible here: the site needs this page at all times
a draft to which nothing leads
  ${wells(draft)}
a link to a draft
  ${linked}
  ${wells(draft)}
  => india:19:23  blocks[2].text: /Wells is a draft: visitors find nothing there
a link from a draft to another
  ${{ ...wells(draft), 'content/pages/Pumps.yaml': pageFile('/Pumps', draft, toWells) }}
a link to a page that appears later
  ${linked}
  ${wells(later)}
  => india:19:23  warning: blocks[2].text: /Wells is published from 2026-12-01: at other times visitors find nothing there
a link to a page that has appeared
  ${linked}
  ${wells(running)}
a link from a page of the same days
  ${inMenu}
  ${{ ...wells(inDecember, toStory), 'content/stories/India/wells.md': storyFile('Wells in India', { more: inDecember }) }}
  => navigation:5:31  warning: groups[1].entries[2].href: /Wells is published from 2026-12-01 until 2026-12-31: at other times visitors do not see it here
links to a story of a country whose page is a draft, from elsewhere and from that country
  india: See [home](/). → See [the pump](/Kenya/stories/pump).
  ${countryDraft}
  => india:19:22  blocks[2].text: /Kenya/stories/pump belongs to /Kenya, which is a draft: visitors find nothing there
a menu that names a draft
  ${inMenu}
  ${wells(draft)}
  => navigation:5:31  warning: groups[1].entries[2].href: /Wells is a draft: visitors do not see it here
a block of a campaign that is a draft
  ${{ ...asking, ...campaign }}
  => india:20:48  warning: blocks[3].campaign: content/campaigns/wells.yaml is a draft: visitors do not see it here
a redirect to a draft
  ${{ ...redirected('from: /Old, to: /Wells'), ...wells(draft) }}
  => content/redirects.yaml:2:23  redirects[1].to: /Wells is a draft: visitors find nothing there
a redirect from a page that ends
  ${inMenu}
  ${{ ...redirected('from: /Wells, to: /India'), ...wells('publishUntil: 2026-12-31\n') }}
  => navigation:5:31  warning: groups[1].entries[2].href: /Wells is published until 2026-12-31: at other times visitors do not see it here
a redirect from a page that does not end
  ${inMenu}
  ${{ ...redirected('from: /Wells, to: /India'), ...wells(running) }}
  => content/redirects.yaml:2:13  redirects[1].from: /Wells already leads to /Wells (content/pages/Wells.yaml)
`

test.each(table)('%s', (_name, changes, findings) => expect(findingsOf(changes)).toEqual(findings))
