import { renderToStaticMarkup } from 'react-dom/server'
import { Portrait } from '#components/art/portrait/portrait.tsx'
import { traitsOf, type Who } from '#components/art/portrait/traits.ts'
import { type PatternName, patternNames } from '#lib/content/fields.ts'

const everyone: Who[] = ['girl', 'boy', 'woman', 'man', 'elder-woman', 'elder-man', 'baby']
const looks = Array.from({ length: 99 }, (_, index) => index + 1)
const draw = (who: Who, look: number, pattern: PatternName = 'kenya', seam = true) =>
  renderToStaticMarkup(<Portrait who={who} look={look} pattern={pattern} seam={seam} alt="A person" />)

test.each(everyone)('99 numbers give 99 valid portraits of a %s, each always the same', (who) => {
  const drawn = looks.map((look) => draw(who, look))
  expect(new Set(drawn).size).toBe(99)
  expect(draw(who, 7)).toBe(drawn[6])
  // Neither a style attribute, which the policy forbids, nor a number that is none.
  expect(drawn.filter((markup) => /style=|NaN|undefined|Infinity/.test(markup))).toEqual([])
})

test.each(everyone)('a portrait of a %s has a seam only if the content says so', (who) => {
  expect(draw(who, 12, 'kenya', true).length).toBeGreaterThan(draw(who, 12, 'kenya', false).length)
})

describe.each(patternNames)('People in front of the cloth of %s', (pattern) => {
  const traits = everyone.flatMap((who) =>
    looks.map((look) => ({ who, ...traitsOf({ who, look, pattern, seam: true }) })),
  )

  test('differ plainly from the one before', () => {
    const plain = ['skin', 'hair', 'clothes', 'dye', 'disc', 'eyes', 'mouth'] as const
    for (const [index, other] of traits.entries()) {
      const one = traits[index - 1]
      if (one?.who !== other.who) continue
      const different = plain.filter((trait) => one[trait] !== other[trait])
      expect(different.length).toBeGreaterThanOrEqual(other.who === 'baby' ? 4 : 5)
    }
  })

  test('show the seam, are not dressed in the colour behind them, and only women in India wear a bindi', () => {
    for (const { who, beard, dye, headDye, disc, bindi } of traits) {
      expect(['full', 'moustache']).not.toContain(beard)
      expect([dye.main, headDye.main]).not.toContain(disc)
      if (pattern !== 'india' || !['girl', 'woman', 'elder-woman'].includes(who)) expect(bindi).toBe(false)
    }
  })
})
