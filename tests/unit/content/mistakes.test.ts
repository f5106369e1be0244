/** What an editor may get wrong in a file, its texts and its pictures: each mistake is refused or warned about where it stands. */
import path from 'node:path'
import { blockSchemas } from '#lib/site/content/block-schema.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { ContentError } from '#lib/site/content/problem.ts'
import { changed, findingsOf, inStory, load, mistakes, onHome, onIndia, smallSite, writeSite } from './small-site.ts'

const home = 'content/pages/Home.yaml'
const india = 'content/pages/India.yaml'
const story = 'content/stories/India/the-bowl.md'

const photo = (name: string, bytes: string) => ({
  ...changed(home, 'card: { kind: pattern, pattern: usa }', `card: { kind: photo, src: /photos/${name}, alt: Bowls }`),
  [`content/photos/${name}`]: bytes,
})
const isoFile = (brand: string) => `\0\0\0\x18ftyp${brand}`
const jpeg = '\xff\xd8\xff\xe0'

const film = (poster = '{ kind: pattern, pattern: india }', src = 'kind: file, src: /media/bowl.mp4') => ({
  'content/films/bowls.yaml': `title: Bowls
length: "0:06"
source: { ${src} }
poster: ${poster}
transcript: Nothing is said.
`,
})
const filmFile = { 'public/media/bowl.mp4': isoFile('isom') }
const captioned = { ...filmFile, 'public/media/bowl.vtt': 'WEBVTT' }
const girl = '{ kind: portrait, who: girl, look: 4, pattern: usa, alt: A girl }'
const playlist = (films: string) => ({ 'content/playlists/all.yaml': `title: All\nfilms: [${films}]\n` })

const kinds = Object.keys(blockSchemas).join(', ')
const heicAdvice =
  'most browsers cannot show HEIC: share it from the telephone by mail, or open it on a computer, and save it as JPEG'
const isNote =
  'everything after " #" is a note that no visitor reads: put quotes around the text, or the note on a line of its own'
const nowhere = 'leads nowhere: no page, no story and no file in public/ has this address'

const ofForm = mistakes`
a misspelt field is missing and unknown, with a suggestion
  home: description: → descripton:
  => home:1:1  description: is missing; it must be text
  => home:4:1  descripton: is not a field here — did you mean "description"?
an unknown kind of block, with the kinds and a suggestion
  home: kind: hero → kind: heroo
  => home:8:11  blocks[1].kind: "heroo" is not one of: ${kinds} — did you mean "hero"?
problems three unions deep are located at their fields
  india: text: | → beside: { kind: picture, picture: { kind: portrait, who: gril, look: 1.5, pattern: india, alt: x } }\n    text: |
  => india:16:62  blocks[2].beside.picture.who: "gril" is not one of: girl, boy, woman, man, elder-woman, elder-man, baby — did you mean "girl"?
  => india:16:74  blocks[2].beside.picture.look: must be a whole number, but is 1.5
a value that may be a word or a group is judged as the one that it is
  figures:   - { id: bowls, label: bowls, total: { country: INDIA } } →   - { id: b, label: b, total: total }\n  - { id: c, label: c, total: { land: INDIA } }
  => figures:2:31  live[1].total: "total" is not one of: totalSurgeryCount, totalCampCount, totalCountryCount
  => figures:3:24  live[2].total.country: is missing; it must be text
  => figures:3:33  live[2].total.land: is not a field here; check the spelling or remove it
a figure of a country that is not in the table
  figures: country: INDIA → country: INDA
  => figures:2:50  live[1].total.country: "INDA" is not one of: INDIA, KENYA, ZIMBABWE, UGANDA, AFRICA — did you mean "INDIA"?
fields with values of another type or length
  home: title: Home → title: 12
  home: description: Bowls that were broken. → description: ${'x'.repeat(400)}\nparent:\nquickExit: yes\nfrobnicate: 1
  home: pattern: usa } → pattern: kenia }
  home: "2026-03-04" → 4 March
  home: blocks:\n  - kind: hero\n    heading: Bowls\n    intro: Every bowl can be mended.\n    pattern: usa → blocks: []
  => home:3:8  title: must be text, but is 12; put quotes around it
  => home:4:14  description: is 400 characters long; at most 200 are allowed
  => home:5:1  parent: must be a group of fields, but is empty
  => home:8:33  card.pattern: "kenia" is not one of: india, kenya, zimbabwe, uganda, south-africa, usa — did you mean "kenya"?
  => home:9:10  updated: must be a day such as 2026-11-21
  => home:6:12  quickExit: must be true or false, but is "yes"
  => home:10:1  blocks: has 0 entries; at least 1 is needed
  => home:7:1  frobnicate: is not a field here; check the spelling or remove it
names, lists and addresses of the wrong form
  site: tagline: Nothing is beyond mending → tagline: ""
  site:   tickets: →   Tickets Now:
  site: https://social.test/facebook → http://social.test/facebook
  site: hello@mendedbowl.org → hello
  => site:9:10  names.email: must be an email address such as name@example.org
  => site:12:1  tagline: is empty
  => site:16:49  social[1].href: must start with /, #, https://, mailto: or tel:+
  => site:22:3  external.Tickets Now: is not a name that can stand here: must be small letters, digits and hyphens
a lone placeholder without quotes
  home: title: Home → title: {organisation}
  => home:3:1  title: put quotes around a text that starts with {: "{organisation}"
a text that starts with a placeholder without quotes
  home: title: Home → title: {organisation} helps
  => home:3:23  a text that starts with { needs quotes around it
a colon in a text without quotes
  home: title: Home → title: Home: sweet
  => home:3:8  a text with ": " in it needs quotes around it
a field that is written twice
  home: title: Home → title: Home\ntitle: Again
  => home:4:1  this field is written twice
an empty file
  ${{ [home]: '' }}
  => home:1:1  must be a group of fields, but is empty
a missing file
  ${{ 'content/navigation.yaml': null }}
  => content/navigation.yaml:1:1  this file is missing
a page whose file name has another ending
  ${{ 'content/pages/Kenya.yml': smallSite[india] ?? '', 'content/pages/.DS_Store': '' }}
  => content/pages/Kenya.yml:1:1  is not read: the name of a file here ends in .yaml
a story without fields
  ${{ [story]: 'It broke.\n' }}
  => story:1:1  must start with its fields between two lines of ---
a story in a folder without a country
  ${{ 'content/stories/Inda/x.md': smallSite[story] ?? '' }}
  => content/stories/Inda/x.md:2:1  a story stands at content/stories/{Country}/{slug}.md; Country is one of India, Kenya, Zimbabwe, USA, Uganda, SouthAfrica, and the slug has small letters, digits and hyphens
an unknown placeholder in a page
  home: Every bowl → Every {organization} bowl
  => home:10:18  blocks[1].intro: {organization} is not a placeholder — did you mean "organisation"?
an unknown external link
  navigation: href: /give → href: "{link:ticket}"
  => navigation:6:33  donate.href: {link:ticket} is not a placeholder — did you mean "link:tickets"?
an unknown placeholder in the text of a story
  story: {founder} mended → Then {fonder} mended
  => story:17:6  body: {fonder} is not a placeholder — did you mean "founder"?
a text that # cuts short
  home: Every bowl can be mended. → We are #1 in bowls.
  => home:10:19  ${isNote}
a text in braces that # cuts short
  navigation: label: India → label: India #1
  => navigation:4:24  ${isNote}
a text that starts with #
  home: title: Home → title: #1 in bowls
  => home:3:8  ${isNote}
notes on lines of their own, and beside numbers
  story: look: 4 → # First.\n  look: 4 # of many
marks of git in a story
  ${inStory('<<<<<<< HEAD\nIt broke.\n=======\nIt fell.\n>>>>>>> other')}
  => story:15:1  holds two versions that git could not join: keep one, and delete the other with the lines of <<<<<<<, ======= and >>>>>>>
a story that was saved in another encoding
  ${inStory('\nIt broke.\n\nItâ€™s in a cafÃ©.')}
  => story:18:1  body: "Itâ€™s" was saved in another encoding: type it again, and save the file as UTF-8
letters of other languages
  ${inStory('São João, Ålesund, naïve café, “so”, हिन्दी.')}
a story without a text
  story: It broke.\n\n{founder} mended it.\n → \n
  => story:15:1  body: has no text: write it below the second ---
`

const ofTexts = mistakes`
every problem in a text, with its own line
  india: First line.\n\n      See [home](/). → First <b>line</b>.\n\n      # Title\n\n      See [home](/Hom) and [b](#stories) [c](#storis) [j](javascript:x).\n\n      ![](/photos/team.jpg) ![A team](/photos/taem.jpg)
  => india:17:13  blocks[2].text: HTML is not allowed here: <b>
  => india:19:7  blocks[2].text: a heading here starts with ##: the page has its title already
  => india:21:18  blocks[2].text: /Hom ${nowhere}
  => india:21:46  blocks[2].text: no block of /India has the id "storis" — did you mean "stories"?
  => india:21:57  blocks[2].text: this address cannot be linked to
  => india:23:11  blocks[2].text: a picture needs its description: ![what it shows](/photos/…)
  => india:23:11  blocks[2].text: content/photos/team.jpg does not exist
  => india:23:39  blocks[2].text: content/photos/taem.jpg does not exist
a problem in a folded text, which loses its lines, is located by its words
  india: text: |\n      First line.\n\n      See [home](/). → text: >-\n      First line.\n\n      See [home](/Hom).
  => india:19:18  blocks[2].text: /Hom ${nowhere}
a problem in a story has the line of its file
  ${inStory('It <i>broke</i>.\n\n# Then\n\n[x](/nowhere)')}
  => story:15:4  body: HTML is not allowed here: <i>
  => story:17:1  body: a heading here starts with ##: the page has its title already
  => story:19:5  body: /nowhere ${nowhere}
a tag of Markdoc
  india: First line. → First {% callout %} line.
  => india:17:13  blocks[2].text: tags in {% %} are not used here
a comment in HTML
  india: First line. → First <!-- hidden --> line.
  => india:17:13  blocks[2].text: HTML is not allowed here: <!--
signs that are no HTML
  india: First line. → 2 < 3 and 5 > 4 \`<b>\` <https://elsewhere.test> a & b
HTML in a plain text
  home: Every bowl → Every <b>bowl</b>
  => home:10:18  blocks[1].intro: HTML is not allowed here: <b>
a text that could end a script
  home: Every bowl → </SCRIPT > Every bowl
  => home:10:12  blocks[1].intro: "</SCRIPT" may not stand in any text
an invisible character in a plain text
  home: Every bowl → Every${'\u200b'} bowl
  => home:10:17  blocks[1].intro: has an invisible character (U+200B) after "Every": type the words around it again
joiners inside the words of other scripts, and flags
  home: Every bowl → ${'क्‍ष 👩‍⚕️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿'}
the telephone number of a patient; a number to call is linked
  ${inStory('Call her: 98765 43210.\n\nCall for help: [+1 888 373 7888](tel:+18883737888).')}
  => story:15:11  warning: body: 98765 43210 looks like a telephone number: take it away, or link it with tel: if everybody may call it
figures that are repeated in digits; amounts, years and short numbers may coincide
  india: First line. → Over 300 menders, $300, the 300th, 1,250 and 2,50 bowls {figure:menders}.
  => india:17:12  blocks[2].text: 300 is a figure of content/figures.yaml: write {figure:menders}
  => india:17:52  blocks[2].text: 2,50 is a figure of content/figures.yaml: write {figure:first-bowls}
the telephone number or an e-mail address of an office, in a text or a link; others may be written
  india: First line. → Call [+1 (423) 267-1234](tel:+14232671234) or 1-888-373-7888, or write to events@mendedbowl.org.
  => india:17:13  blocks[2].text: +1 (423) 267-1234 is written once, in content/site.yaml: write {phone:US}, and {tel:US} in a link
  => india:17:36  blocks[2].text: +14232671234 is written once, in content/site.yaml: write {phone:US}, and {tel:US} in a link
  => india:17:81  blocks[2].text: events@mendedbowl.org is written once, in content/site.yaml: write {email:events}
an amount whose sentence was written for another one
  donate: { amount: $50, pays: a } → { amount: $60, writtenFor: $50, pays: a }
  => donate:13:19  warning: blocks[1].presets[1].amount: what it pays for was written for $50: read it again, and change writtenFor
a figure that is unknown
  ${onIndia('{ kind: figures, figures: [{ figure: bowls }, { figure: mender }] }')}
  => india:20:61  blocks[3].figures[2].figure: content/figures.yaml has no figure "mender" — did you mean "menders"?
a price that is repeated in digits
  ${changed('content/figures.yaml', 'value: 300+', 'value: "$1,200"')}
  india: First line. → A bowl costs $1,200, and not $120 or ₹1,200.
  => india:17:20  blocks[2].text: $1,200 is a figure of content/figures.yaml: write {figure:menders}
a deadline that is over
  india: First line. → Send it by Friday, 20 November 2026, or until November 30, 2026.
  => india:17:15  warning: blocks[2].text: "by Friday, 20 November 2026" is over: give the next date, or take it away
`

const ofFiles = mistakes`
a photograph that does not exist
  home: card: { kind: pattern, pattern: usa } → card: { kind: photo, src: /photos/taem.jpg, alt: x }
  => home:5:27  card.src: content/photos/taem.jpg does not exist
a text file that is called a picture
  ${photo('x.jpg', 'Dear all, ')}
  => home:5:27  card.src: content/photos/x.jpg is not JPEG, whatever its name says: save it again
an empty picture
  ${photo('x.jpg', '')}
  => home:5:27  card.src: content/photos/x.jpg is empty: copy it here again
a picture as telephones save it, under another name
  ${photo('x.jpg', isoFile('heic'))}
  => home:5:27  card.src: content/photos/x.jpg is HEIC; ${heicAdvice}
one kind of picture under the name of another
  ${photo('x.webp', isoFile('avif'))}
  => home:5:27  card.src: content/photos/x.webp is not WebP, whatever its name says: it is AVIF
pictures that are what they are called
  ${photo('x.jpeg', jpeg)}
a picture that is too large
  ${photo('x.jpg', jpeg + 'x'.repeat(40_000_000))}
  => home:5:27  card.src: content/photos/x.jpg has 40 MB; at most 20 are allowed: save it smaller: 2,000 pixels on the longer side are enough
a photograph as telephones save it, which nothing can name
  ${{ 'content/photos/IMG_2041.HEIC': isoFile('heic') }}
  => content/photos/IMG_2041.HEIC:1:1  warning: ${heicAdvice}
a picture in a text that is no photograph
  ${inStory('![A bowl](/media/team.webp)\n\nIt broke.')}
  => story:15:11  body: a picture in a text is a photograph in content/photos: ![what it shows](/photos/team.jpg)
a photograph that visitors could only download with the place in it
  ${{ ...photo('x.jpg', jpeg), ...inStory('[The bowl](/photos/x.jpg)\n\nIt broke.') }}
  => story:15:12  body: is a photograph, which is shown in pages: a picture that visitors download belongs to public/media
a document that is none
  navigation: /media/team.webp → /media/a.pdf
  ${{ 'public/media/a.pdf': 'x', 'public/media/team.webp': null }}
  => navigation:14:34  footer[1].entries[4].href: public/media/a.pdf is not PDF, whatever its name says: save it again
a picture that nothing names
  ${{ 'public/media/old.webp': 'RIFF\0\0\0\0WEBP' }}
  => public/media/old.webp:1:1  warning: no content names this file: use it, or delete it
an alternate text that tells nothing
  story: alt: A girl → alt: image
  => story:11:8  picture.alt: "image" tells nothing to those who cannot see the picture: say what it shows
the name of a file as alternate text
  ${{ ...inStory('![IMG_2041](/photos/x.jpg)\n\nIt broke.'), 'content/photos/x.jpg': jpeg }}
  => story:15:13  body: "IMG_2041" is the name of a file: say what the picture shows
what screen readers say anyway
  story: alt: A girl → alt: A picture of a girl
  => story:11:8  picture.alt: leave out "A picture of": screen readers say that it is an image
a portrait that is on the page twice, in a block and in a story that it lists
  india:     pattern: india\n  - kind: prose →     pattern: india\n    picture: ${girl}\n  - kind: prose
  => story:9:9  picture.look: /India shows this girl twice (also content/pages/India.yaml:14): choose another look
a portrait that is on the page twice, in a story and in a film
  india: text: | → beside: { kind: film, film: bowls }\n    text: |
  ${{ ...captioned, ...film(girl) }}
  => content/films/bowls.yaml:4:44  poster.look: /India shows this girl twice (also content/stories/India/the-bowl.md:6): choose another look
a film without captions
  india: text: | → beside: { kind: film, film: bowls }\n    text: |
  ${{ ...filmFile, ...film() }}
  => content/films/bowls.yaml:3:28  source.src: its captions are missing: public/media/bowl.vtt does not exist
films and playlists that do not exist, and a film that is in a playlist twice
  india: text: | → beside: { kind: film, film: bowl }\n    text: |
  ${{ ...captioned, ...film(), ...onHome('  - { kind: videos, playlist: al }\n'), ...playlist('bowls, bowl, cups, bowls') }}
  => content/playlists/all.yaml:2:16  films[2]: content/films/bowl.yaml does not exist — did you mean "bowls"?
  => content/playlists/all.yaml:2:22  films[3]: content/films/cups.yaml does not exist
  => content/playlists/all.yaml:2:28  films[4]: the playlist has the film bowls already
  => home:12:31  blocks[2].playlist: content/playlists/al.yaml does not exist — did you mean "all"?
  => india:16:33  blocks[2].beside.film: content/films/bowl.yaml does not exist — did you mean "bowls"?
a film and a playlist that no page shows
  ${{ ...film(undefined, 'kind: vimeo, id: "123456789"'), ...playlist('bowls') }}
  => content/films/bowls.yaml:1:8  warning: title: no page shows this film
  => content/playlists/all.yaml:1:8  warning: title: no page shows this playlist
`

test.each([...ofForm, ...ofTexts, ...ofFiles])('%s', (_name, changes, found) => {
  expect(findingsOf(changes)).toEqual(found)
})

test('all problems are reported at once, each with its line and a caret', () => {
  const changes = { ...changed(home, 'title: Home', 'title: 12'), ...changed(story, 'look: 4', 'look: fair') }
  const loaded = loadContent(path.join(writeSite(changes), 'content'))
  const error = new ContentError(loaded.ok ? [] : loaded.problems)
  expect(error.message).toBe(`
${home}:3:8  title: must be text, but is 12; put quotes around it
     2 | aliases: [/Home]
>    3 | title: 12
       |        ^
     4 | description: Bowls that were broken.

${story}:9:9  picture.look: must be a number, but is "fair"
     8 |   who: girl
>    9 |   look: fair
       |         ^
    10 |   pattern: india

2 problems in the content files.`)
})

test.each([
  ['a byte order mark', `\ufeff${smallSite[story]}`],
  ['an empty first line', `\n${smallSite[story]}`],
  ['both, with Windows line endings', `\ufeff \r\n\r\n${(smallSite[story] ?? '').replaceAll('\n', '\r\n')}`],
])('a story may start with %s', (_name, text) => {
  expect(findingsOf({ [story]: text })).toEqual([])
  expect(load({ [story]: text }).stories[0]?.body.replaceAll('\r\n', '\n')).toBe('It broke.\n\nAda mended it.')
  const [blank = 0] = [text.slice(0, text.indexOf('---')).split('\n').length - 1]
  expect(findingsOf({ [story]: text.replace('look: 4', 'look: x') })).toEqual([
    `${story}:${blank + 9}:9  picture.look: must be a number, but is "x"`,
  ])
})

test('aliases that would fill the memory are reported as an error in the file', () => {
  const lines = [
    'a: &a [x, x, x, x, x, x, x, x, x]',
    ...['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, index) => {
      const before = 'abcdefg'[index]
      return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]`
    }),
  ]
  expect(findingsOf({ [home]: `${lines.join('\n')}\n` })).toContain(
    'content/pages/Home.yaml:1:1  repeats parts of itself by & and *: write each of them out',
  )
})
