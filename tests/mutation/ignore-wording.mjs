/**
 * A Stryker plugin. Leaves out mutants of wording: what is written to the log, and texts of three words or more, which are sentences
 * for people. Tests that repeated them would have to change with every edit and find no defect.
 */
const isLogCall = ({ node }) =>
  node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && node.callee.object.name === 'log'

const isSentence = (text) => text.trim().split(/\s+/).length >= 3

const ignorer = {
  shouldIgnore(path) {
    if (isLogCall(path)) return 'A log line'
    const { node } = path
    if (node.type === 'StringLiteral' && isSentence(node.value)) return 'Wording'
    if (node.type === 'TemplateLiteral' && isSentence(node.quasis.map(({ value }) => value.raw).join('x')))
      return 'Wording'
  },
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'wording', value: ignorer }]
