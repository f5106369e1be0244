/** Finds a post with its blog page and its neighbours. */
import 'server-only'
import { page, pages, posts } from '#lib/content/index.ts'
import type { Page, Post } from '#lib/content/schema.ts'

type PlacedPost = { post: Post; blog: Page; newer: Post | undefined; older: Post | undefined }

/** Undefined when no post has the address. The blog is the parent path, or else any page that lists posts. */
export function postAt(address: string): PlacedPost | undefined {
  const all = posts()
  const place = all.findIndex((post) => post.address === address)
  const post = all[place]
  const blog =
    page(address.slice(0, address.lastIndexOf('/'))) ??
    pages().find(({ blocks }) => blocks.some((block) => block.kind === 'posts'))
  return post && blog && { post, blog, newer: all[place - 1], older: all[place + 1] }
}
