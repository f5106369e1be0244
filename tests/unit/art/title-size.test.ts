import { titleSize } from '#components/art/card-art.tsx'

describe('A title on a social card', () => {
  test('is large when it is short', () => {
    expect(titleSize('India')).toBe(120)
    expect(titleSize('The 500th')).toBe(120)
  })

  test('steps down when its words would take a third line', () => {
    expect(titleSize("The founders' story")).toBe(96)
    expect(titleSize('Craniofacial surgeries')).toBeLessThan(120)
  })

  test('still has room when it is as long as content allows', () => {
    expect(titleSize('Six miscarriages in twenty years and the daughter who was then mended!')).toBeGreaterThanOrEqual(
      54,
    )
    expect(titleSize('W'.repeat(70))).toBe(44)
  })
})
