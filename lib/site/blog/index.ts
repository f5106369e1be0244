/** Finds a post with its blog page and its neighbours, and writes the blog as RSS 2.0: https://www.rssboard.org/rss-specification */
import { localizedHref } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { page, pageWith, posts } from '#lib/site/content/index.ts'
import type { Page, Post } from '#lib/site/content/schema.ts'

export type PlacedPost = { post: Post; blog: Page; newer: Post | undefined; older: Post | undefined }

/** `written`: the address, in the language of the page or in the main one. Undefined when no post has it. The blog is the parent path, or else any page that lists posts. */
export function postAt(written: string): PlacedPost | undefined {
  const address = localizedHref(written)
  const all = posts()
  const index = all.findIndex((post) => post.address === address)
  const post = all[index]
  const blog = page(address.slice(0, address.lastIndexOf('/'))) ?? pageWith('posts')
  return post && blog && { post, blog, newer: all[index - 1], older: all[index + 1] }
}

type Feed = {
  title: string
  description: string
  /** Absolute addresses: of the blog, and of the feed itself. */
  link: string
  self: string
  author: string
  /** Newest first. `url` is absolute. */
  items: (Pick<Post, 'title' | 'excerpt' | 'date'> & { url: string })[]
}

export function rss({ title, description, link, self, author, items }: Feed): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    element('title', title),
    element('link', link),
    element('description', description),
    element('language', defaultLanguage),
    ...items.slice(0, 1).map(({ date }) => element('lastBuildDate', rssDate(date))),
    `<atom:link href="${escaped(self)}" rel="self" type="application/rss+xml"/>`,
    ...items.map((item) =>
      [
        '<item>',
        element('title', item.title),
        element('link', item.url),
        `<guid isPermaLink="true">${escaped(item.url)}</guid>`,
        element('description', item.excerpt),
        element('dc:creator', author),
        element('pubDate', rssDate(item.date)),
        '</item>',
      ].join('\n'),
    ),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}

/** 2024-11-04 -> "Mon, 04 Nov 2024 00:00:00 GMT" (RFC 822 with a four-digit year). */
const rssDate = (day: string) => new Date(`${day}T00:00:00Z`).toUTCString()

const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
/** Also removes the control characters that XML 1.0 does not allow even when escaped. */
function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replace(/[&<>"']/g, (c) => escapes[c] ?? c)
}
