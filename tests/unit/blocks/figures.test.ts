import { countAt, countTarget } from '#lib/figures/count.ts'
import { type CampTotals, figureValue, liveNumber, writeLike } from '#lib/figures/live.ts'

const totals: CampTotals = {
  totalSurgeryCount: 1302,
  totalCampCount: 84,
  totalCountryCount: 8,
  countryWiseCamps: { INDIA: { surgeryCount: 650 }, AFRICA: { surgeryCount: 71 } },
}

describe('a counting figure', () => {
  test('stands at nought when it begins', () => {
    expect(countAt(1073, 0)).toBe(0)
  })

  test('rises by one every 10 ms, and not a moment before', () => {
    expect([countAt(1073, 9.9), countAt(1073, 10), countAt(1073, 19), countAt(1073, 500)]).toEqual([0, 1, 1, 50])
  })

  test('stops at its target, however late the browser looks', () => {
    expect(countAt(75, 750)).toBe(75)
    expect(countAt(75, 60_000)).toBe(75)
    expect(countAt(75, Number.POSITIVE_INFINITY)).toBe(75)
  })

  test('never goes below nought when the clock is read before it began', () => {
    expect(countAt(75, -30)).toBe(0)
  })

  test.each(['1073', '0', '600'])('counts to the plain whole number %s', (value) => {
    expect(countTarget(value)).toBe(Number(value))
  })

  test.each(['300+', '2,500', '09', '$75', '1.5', ''])('leaves %p as it is written', (value) => {
    expect(countTarget(value)).toBeNull()
  })
})

describe('a live figure', () => {
  test('takes the total that it names', () => {
    expect(liveNumber('totalSurgeryCount', totals)).toBe(1302)
    expect(liveNumber('totalCampCount', totals)).toBe(84)
    expect(liveNumber('totalCountryCount', totals)).toBe(8)
  })

  test('takes the surgeries of the country that it names', () => {
    expect(liveNumber({ country: 'AFRICA' }, totals)).toBe(71)
  })

  test('is nought for a country that the summary does not know', () => {
    expect(liveNumber({ country: 'KENYA' }, totals)).toBe(0)
  })

  test.each([
    ['1248', 1302, '1302'],
    ['1,248', 1302, '1,302'],
    ['09', 7, '07'],
    ['09', 12, '12'],
    ['300+', 310, '310+'],
  ])('is written as %p is: %d becomes %p', (model, number, written) => {
    expect(writeLike(model, number)).toBe(written)
  })

  test('replaces the value in the content', () => {
    expect(figureValue({ value: '1,248', live: 'totalSurgeryCount' }, totals)).toBe('1,302')
  })

  test('shows the value in the content when it is not live', () => {
    expect(figureValue({ value: '300+' }, totals)).toBe('300+')
  })
})
