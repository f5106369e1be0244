import { renderToStaticMarkup } from 'react-dom/server'
import { Portrait } from '#components/art/portrait/portrait.tsx'
import { traitsOf, type Who } from '#components/art/portrait/traits.ts'
import { type PatternName, patternNames } from '#lib/content/fields.ts'

const everyone: Who[] = ['girl', 'boy', 'woman', 'man', 'elder-woman', 'elder-man', 'baby']
const looks = Array.from({ length: 99 }, (_, index) => index + 1)
const cases = everyone.flatMap((who) => patternNames.map((pattern): [Who, PatternName] => [who, pattern]))
const draw = (who: Who, look: number, pattern: PatternName, seam = true, alt = 'A person') =>
  renderToStaticMarkup(<Portrait who={who} look={look} pattern={pattern} seam={seam} alt={alt} />)

describe('A portrait', () => {
  test('is the same person whenever the same number is drawn', () => {
    expect(draw('girl', 7, 'india')).toBe(draw('girl', 7, 'india'))
    expect(traitsOf({ who: 'man', look: 41, pattern: 'usa', seam: true })).toEqual(
      traitsOf({ who: 'man', look: 41, pattern: 'usa', seam: true }),
    )
  })

  test.each(cases)(
    'of a %s before the cloth of %s is another one for each of the 99 numbers, and weighs little',
    (who, pattern) => {
      const drawn = looks.map((look) => draw(who, look, pattern))
      expect(new Set(drawn).size).toBe(99)
      expect(Math.max(...drawn.map((markup) => markup.length))).toBeLessThan(5400)
      // Neither a style, which our policy forbids, nor a number that went wrong or has decimals nobody sees.
      expect(drawn.filter((markup) => /style=|NaN|undefined|Infinity|\d\.\d{5}/.test(markup))).toEqual([])
    },
  )

  test.each(cases)('of a %s before the cloth of %s differs plainly from the one before', (who, pattern) => {
    const plain = ['skin', 'hair', 'clothes', 'dye', 'disc', 'eyes', 'mouth'] as const
    for (const look of looks.slice(1)) {
      const [one, other] = [look - 1, look].map((number) => traitsOf({ who, look: number, pattern, seam: true }))
      const different = plain.filter((trait) => one?.[trait] !== other?.[trait])
      expect(different.length).toBeGreaterThanOrEqual(who === 'baby' ? 4 : 5)
    }
  })

  test.each(everyone)('of a %s carries a seam only when one is asked for', (who) => {
    const [mended, other] = [draw(who, 12, 'kenya', true), draw(who, 12, 'kenya', false)]
    expect(mended).not.toBe(other)
    expect(mended.length).toBeGreaterThan(other.length)
  })

  test('never hides the seam under a moustache or a beard that covers the lip', () => {
    for (const [who, pattern] of cases)
      for (const look of looks)
        expect(['full', 'moustache']).not.toContain(traitsOf({ who, look, pattern, seam: true }).beard)
  })

  test('never wears the colour that it stands before', () => {
    for (const [who, pattern] of cases)
      for (const look of looks) {
        const { dye, headDye, disc } = traitsOf({ who, look, pattern, seam: true })
        expect([dye.main, headDye.main]).not.toContain(disc)
      }
  })

  test('wears a bindi in India only, and no man does', () => {
    for (const [who, pattern] of cases)
      for (const look of looks) {
        const female = who === 'girl' || who === 'woman' || who === 'elder-woman'
        if (pattern !== 'india' || !female) expect(traitsOf({ who, look, pattern, seam: true }).bindi).toBe(false)
      }
  })

  test('says what it shows, and says nothing when the words beside it do', () => {
    expect(draw('boy', 3, 'uganda', true, 'A boy laughing')).toContain('role="img" aria-label="A boy laughing"')
    expect(draw('boy', 3, 'uganda', true, '')).toMatch(/^<svg[^>]* aria-hidden="true"/)
    expect(draw('boy', 3, 'uganda', true, '')).not.toContain('aria-label')
  })
})
