/** The comment on a pull request that changes content. Pure. */
import { count, type Problem } from '#lib/site/content/problem.ts'

/** In Markdown. `problems` keep the change from going live; `warnings` do not. */
export function contentComment(problems: readonly Problem[], warnings: readonly Problem[]): string {
  const verdict =
    problems.length > 0
      ? `**${count(problems.length, 'mistake')} in the content.** The change cannot go live before ${problems.length === 1 ? 'it is' : 'they are'} mended: open the entry in the editor again, or edit the file.`
      : '**The content is in order.**'
  const consider = warnings.length > 0 ? ['', 'To consider:', '', ...warnings.map(entry)] : []
  return [verdict, '', ...problems.map(entry), ...consider].join('\n').trimEnd().concat('\n')
}

function entry({ file, line, field, message, frame }: Problem): string {
  const place = `- \`${file}\`, line ${line}: ${field && `\`${field}\` `}${message}.`
  return frame ? `${place}\n  \`\`\`\n${frame.replace(/^/gm, '  ')}\n  \`\`\`` : place
}
