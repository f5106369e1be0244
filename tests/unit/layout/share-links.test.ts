import { blogShareTargets, shareTargets } from '#components/share/links.ts'

const url = 'https://charity.example/India/stories/the-500th?from=poster&year=2026'
const targets = shareTargets(url, "What's the price? 50% & more")
const target = (network: string) => {
  const found = targets.find((one) => one.network === network)
  if (!found) throw new Error(`no ${network}`)
  return { ...found, query: new URL(found.href).searchParams }
}

describe('sharing', () => {
  test('offers a social network, a messaging app, a microblogging service and a professional network', () => {
    expect(targets.map(({ label }) => label)).toEqual(['Facebook', 'WhatsApp', 'X', 'LinkedIn'])
  })

  test('carries the whole address to each of them, query and all', () => {
    expect(target('facebook').query.get('u')).toBe(url)
    expect(target('x').query.get('url')).toBe(url)
    expect(target('linkedin').query.get('url')).toBe(url)
    expect(target('whatsapp').query.get('text')).toBe(`What's the price? 50% & more ${url}`)
  })

  test('says the title where the network takes one', () => {
    expect(target('x').query.get('text')).toBe("What's the price? 50% & more")
  })

  test('opens windows of 550 by 400 pixels, and of 750 by 600 for the professional network', () => {
    expect(targets.map(({ popup }) => popup.join(' by '))).toEqual([
      '550 by 400',
      '550 by 400',
      '550 by 400',
      '750 by 600',
    ])
  })

  test('offers the four of the blog, where Instagram gets the copied link because it has no page to share on', () => {
    const four = blogShareTargets(url, 'A thin line')
    expect(four.map(({ label }) => label)).toEqual(['Facebook', 'WhatsApp', 'X', 'Instagram'])
    expect(four.filter(({ copies }) => copies).map(({ network }) => network)).toEqual(['instagram'])
  })
})
