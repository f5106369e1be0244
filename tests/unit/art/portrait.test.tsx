import { renderToStaticMarkup } from 'react-dom/server'
import { drawings, groups } from '#components/art/drawings.ts'
import paints from '#components/art/paints.json' with { type: 'json' }
import { Portrait } from '#components/art/portrait.tsx'
import { paletteOf, traitsOf, type Who } from '#components/art/traits.ts'
import { type PatternName, patternNames } from '#lib/site/content/fields.ts'

const everyone: Who[] = ['girl', 'boy', 'woman', 'man', 'elder-woman', 'elder-man', 'baby']
const looks = Array.from({ length: 99 }, (_, index) => index + 1)
/** Contrast of two colours as #RRGGBB, from 1 to 21 (WCAG 2.2). */
const luminance = (colour: string) =>
  [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
    const part = Number.parseInt(colour.slice(1 + 2 * index, 3 + 2 * index), 16) / 255
    return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  }, 0)
const contrast = (one: string, other: string) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
const draw = (who: Who, look: number, pattern: PatternName = 'kenya', seam = true) =>
  renderToStaticMarkup(<Portrait who={who} look={look} pattern={pattern} seam={seam} alt="A person" />)

test('drawings keep their colours in attributes, and load nothing', () => {
  const allowed =
    /^(?:<(?:rect|circle|path|g)(?: (?:id|x|y|rx|width|height|cx|cy|r|d|fill|stroke|(?:fill|stroke)-[a-z]+)="[^"<>]*")*\/?>|<\/g>)+$/
  for (const { inside } of Object.values(drawings)) expect(inside).toMatch(allowed)
})

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
    looks.map((look) => ({ who, look, ...traitsOf({ who, look, pattern, seam: true }) })),
  )

  test('differ clearly from the previous one', () => {
    const plain = ['skin', 'hair', 'clothes', 'dye', 'disc', 'eyes', 'mouth'] as const
    for (const [index, other] of traits.entries()) {
      const one = traits[index - 1]
      if (one?.who !== other.who) continue
      const different = plain.filter((trait) => one[trait] !== other[trait])
      expect(different.length).toBeGreaterThanOrEqual(other.who === 'baby' ? 4 : 5)
    }
  })

  test('have black hair that shows on their clothes and, with a light rim, on the cloth', () => {
    for (const { who, look, ...one } of traits) {
      const { hair, rim, main } = paletteOf(one, who)
      if (luminance(hair) < 0.02) expect(contrast(hair, main)).toBeGreaterThan(1.4)
      const behind = ['back', 'mid'].map((layer) => groups[`people/hair#${one.hair}-${layer}`] ?? '').join('')
      if (behind.includes(`fill="${paints.hair}" d`))
        expect(draw(who, look, pattern).split(`stroke="${rim}"`).length).toBeGreaterThan(1)
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
