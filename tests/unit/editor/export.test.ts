/** The editor for GitHub: never inside the site, and without drafts. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { choicesOf, originalsOf, publicPart } from '#editor/lists.ts'
import { bundleEditor, editorPage, exportProblem } from '#editor/page.ts'
import type { EditorSettings } from '#editor/settings.ts'
import { loadContent } from '#lib/site/content/load.ts'

const root = path.join(import.meta.dirname, '../../..')

test.each(['public/admin', 'app/admin', '.next/editor', '.', 'content'])(
  '%s is refused as a folder: it belongs to the site',
  (folder) => {
    expect(exportProblem({ root, folder: path.join(root, folder), repo: 'owner/name', signIn: undefined })).toMatch(
      /belongs to the site/,
    )
  },
)

test('a folder with other files and an invalid repository are refused', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'editor-export-'))
  expect(exportProblem({ root, folder, repo: 'owner/name', signIn: undefined })).toBeUndefined()
  expect(exportProblem({ root, folder, repo: 'name', signIn: undefined })).toMatch(/Name the repository/)
  expect(exportProblem({ root, folder, repo: 'owner/name', signIn: 'http://example.org' })).toMatch(/https/)
  writeFileSync(path.join(folder, 'photo.jpg'), '')
  expect(exportProblem({ root, folder, repo: 'owner/name', signIn: undefined })).toMatch(/other files/)
})

test('the editor can be bundled for a browser, which has no files', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'editor-bundle-'))
  await bundleEditor(folder)
  expect(existsSync(path.join(folder, 'editor.js'))).toBe(true)
  rmSync(folder, { recursive: true })
})

test('content cannot end the script element that holds the settings', () => {
  const settings = { placeholders: [['name', '</script><script>']] } as unknown as EditorSettings
  expect(editorPage(settings, 'app')).not.toContain('</script><script>')
})

test('drafts stay out of an editor that everybody can open', () => {
  const loaded = loadContent(path.join(root, 'content'))
  if (!loaded.ok) throw new Error('The content has mistakes.')
  const { content } = loaded
  const slug = 'the-500th'
  const file = `content/stories/India/${slug}.md`
  const asDraft = <Item extends object>(item: Item): Item => ({ ...item, draft: true })
  const withDraft = {
    ...content,
    stories: content.stories.map((story) => (story.slug === slug ? asDraft(story) : story)),
    entries: content.entries.map((entry) =>
      entry.source.file === file ? { ...entry, data: asDraft(entry.data as object) } : entry,
    ),
  }
  const shown = publicPart(withDraft, new Date())
  expect(choicesOf({ ok: true, content: shown }).stories).toHaveLength(content.stories.length - 1)
  expect(originalsOf(withDraft).has(file)).toBe(true)
  expect(originalsOf(shown).size).toBe(originalsOf(withDraft).size - 1)
})
