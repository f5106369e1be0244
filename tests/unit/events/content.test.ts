import { comingCamps } from '#lib/site/events/occurrence.ts'
import { load, problemsOf, smallSite } from '../content/small-site.ts'

const race = `title: Bowl race
summary: Run for bowls.
href: /India
picture: { kind: pattern, pattern: usa }
zone: America/New_York
date: "2025-09-13"
starts: "08:00"
ends: "12:00"
repeats: { everyMonths: 12, week: 2, weekday: Saturday, words: On the second Saturday of every September }
online: Wherever you run
updated: "2026-01-02"
`
const run = (event: string) => ({
  'content/pages/Run.yaml': `address: /Run
title: Run
description: A run for bowls.
card: { kind: pattern, pattern: usa }
updated: "2026-01-02"
blocks:
  - { kind: hero, heading: Run, intro: Run., pattern: usa, look: plain }
  - { kind: event, heading: When, event: ${event} }
  - { kind: events, heading: All, only: [race, ${event}] }
`,
})

test('a page with an unknown event is reported with its place and a suggestion', () => {
  const problems = problemsOf({ 'content/events/race.yaml': race, ...run('rase') })
  expect(problems).toHaveLength(2)
  for (const problem of problems) {
    expect(problem).toMatch(/^content\/pages\/Run\.yaml:/)
    expect(problem).toMatch(/content\/events\/rase\.yaml does not exist.*race/)
  }
  expect(problemsOf({ 'content/events/race.yaml': race, ...run('race') })).toEqual([])
})

test('a day that does not fit the rule fails the build, as does a dead link', () => {
  const wrong = (from: string, to: string) => problemsOf({ 'content/events/race.yaml': race.replace(from, to) }).join()
  expect(wrong('2025-09-13', '2025-09-20')).toContain('is not a day of the rule under repeats')
  expect(wrong('/India', '/Indai')).toContain('/Indai leads nowhere')
  expect(wrong('"2025-09-13"', '"2025-02-30"')).toContain('content/events/race.yaml')
})

test('a camp is shown until its last day is over where it is held, the soonest first', () => {
  const camp = (from: string, until: string) => `title: Camp of ${from}
country: Kenya
place: A hospital
zone: Africa/Nairobi
from: "${from}"
until: "${until}"
summary: Bowls.
updated: "2026-01-02"
`
  const { camps } = load({
    'content/camps/late.yaml': camp('2027-05-01', '2027-05-09'),
    'content/camps/soon.yaml': camp('2027-03-01', '2027-03-12'),
  })
  const shown = (at: string) => comingCamps(camps, new Date(at)).map(({ id }) => id)
  expect(shown('2027-03-12T20:59:00Z')).toEqual(['soon', 'late'])
  expect(shown('2027-03-12T21:00:00Z')).toEqual(['late'])
  expect(shown('2027-06-01T00:00:00Z')).toEqual([])
  expect(problemsOf({ 'content/camps/soon.yaml': camp('2027-03-12', '2027-03-01') })).toEqual([
    expect.stringMatching(/^content\/camps\/soon\.yaml:6:8 {2}until: must not be before/),
  ])
  const block = '  - { kind: camps, heading: Bowls }\n'
  expect(problemsOf({ 'content/pages/India.yaml': `${smallSite['content/pages/India.yaml']}${block}` })).toEqual([])
  expect(problemsOf({ 'content/pages/Home.yaml': `${smallSite['content/pages/Home.yaml']}${block}` })).toEqual([
    expect.stringMatching(/^content\/pages\/Home\.yaml:12:5 {2}blocks\[2\]\.none: is missing: what visitors read/),
  ])
})
