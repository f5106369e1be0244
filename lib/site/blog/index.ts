/** Finds a post with its blog page and its neighbours. */
import 'server-only'
import { hrefHere } from '#lib/platform/languages/current.ts'
import { page, pages, posts } from '#lib/site/content/index.ts'
import type { Page, Post } from '#lib/site/content/schema.ts'

type PlacedPost = { post: Post; blog: Page; newer: Post | undefined; older: Post | undefined }

/** `written`: the address, in the language of the page or in English. Undefined when no post has it. The blog is the parent path, or else any page that lists posts. */
export function postAt(written: string): PlacedPost | undefined {
  const address = hrefHere(written)
  const all = posts()
  const place = all.findIndex((post) => post.address === address)
  const post = all[place]
  const blog =
    page(address.slice(0, address.lastIndexOf('/'))) ??
    pages().find(({ blocks }) => blocks.some((block) => block.kind === 'posts'))
  return post && blog && { post, blog, newer: all[place - 1], older: all[place + 1] }
}
