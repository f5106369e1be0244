import { clockTime, dayInWords, placeInWords, timeInWords, timesInWords } from '#lib/events/words.ts'
import { dance, race, webinar } from './examples.ts'

test('a day is written in full', () => {
  expect(dayInWords('2027-09-11')).toBe('Saturday 11 September 2027')
})

test.each([
  ['08:00', '08:30', '8:00 to 8:30 am'],
  ['18:30', '20:30', '6:30 to 8:30 pm'],
  ['08:00', '12:00', '8:00 am to noon'],
  ['12:00', '13:00', 'noon to 1:00 pm'],
  ['11:30', '12:30', '11:30 am to 12:30 pm'],
  ['00:15', '01:00', '12:15 to 1:00 am'],
])('times from %s to %s are "%s"', (from, until, words) => {
  expect(timesInWords(from, until)).toBe(words)
})

test('a single time has am or pm', () => {
  expect(timeInWords('09:30')).toBe('9:30 am')
  expect(timeInWords('12:00')).toBe('noon')
})

test.each([
  ['00:00', '12:00 AM'],
  ['09:05', '09:05 AM'],
  ['12:00', '12:00 PM'],
  ['17:00', '05:00 PM'],
])('%s as hh:mm a is %s', (time, words) => {
  expect(clockTime(time)).toBe(words)
})

test('a place contains each name once', () => {
  expect(placeInWords(dance())).toBe('Collegedale, Tennessee')
  expect(placeInWords(race({ online: 'virtually' }))).toBe('Riverpark, Chattanooga, Tennessee, or virtually')
  expect(placeInWords(webinar())).toBe('Zoom')
})
