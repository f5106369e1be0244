/** Example events of the three kinds. Independent of the real content. */
import { type CharityEvent, eventSchema } from '#lib/site/content/event-schema.ts'

const common = {
  href: '/Bowls',
  picture: { kind: 'pattern', pattern: 'usa' },
  zone: 'America/New_York',
  updated: '2026-02-03',
}

function event(id: string, fields: object): CharityEvent {
  return { ...eventSchema.parse({ ...common, ...fields }), id }
}

export const race = (fields: object = {}) =>
  event('race', {
    title: 'Bowl race',
    summary: 'Run for bowls.',
    date: '2025-09-13',
    starts: '08:00',
    ends: '12:00',
    repeats: { everyMonths: 12, week: 2, weekday: 'Saturday', words: 'On the second Saturday of every September' },
    venue: { name: 'Riverpark', town: 'Chattanooga', region: 'Tennessee', country: 'US' },
    ...fields,
  })

export const webinar = (fields: object = {}) =>
  event('webinar', {
    title: 'People, bowls; and more',
    summary: 'An hour on bowls.',
    date: '2026-01-07',
    starts: '12:00',
    ends: '13:00',
    repeats: { everyMonths: 2, week: 1, weekday: 'Wednesday', words: 'On the first Wednesday of every other month' },
    online: 'Zoom',
    ...fields,
  })

export const dance = (fields: object = {}) =>
  event('dance', {
    title: 'Dance',
    summary: 'An evening.',
    date: '2026-02-07',
    starts: '18:30',
    ends: '20:30',
    venue: { name: 'Collegedale', town: 'Collegedale', region: 'Tennessee', country: 'US' },
    afterwards: { text: 'It was fine.' },
    ...fields,
  })
