import { dayInWords } from '#lib/platform/dates.ts'
import { clockTime, placeInWords, timesInWords } from '#lib/site/events/occurrence.ts'
import { dance, race, webinar } from './examples.ts'

test.each([
  [() => dayInWords('2027-09-11', 'en-US', { weekday: true }), 'Saturday, September 11, 2027'],
  [() => timesInWords('08:00', '08:30'), '8:00 to 8:30\u00a0am'],
  [() => timesInWords('18:30', '20:30'), '6:30 to 8:30\u00a0pm'],
  [() => timesInWords('08:00', '12:00'), '8:00\u00a0am to noon'],
  [() => timesInWords('11:30', '12:30'), '11:30\u00a0am to 12:30\u00a0pm'],
  [() => timesInWords('00:15', '01:00'), '12:15 to 1:00\u00a0am'],
  [() => clockTime('00:00'), '12:00\u00a0AM'],
  [() => clockTime('17:00'), '05:00\u00a0PM'],
  [() => placeInWords(dance()), 'Collegedale, Tennessee'],
  [() => placeInWords(race({ online: 'virtually' })), 'Riverpark, Chattanooga, Tennessee, or virtually'],
  [() => placeInWords(webinar()), 'Zoom'],
])('%s is written as %s', (written, words) => expect(written()).toBe(words))
