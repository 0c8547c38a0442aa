import { parseSync, Visitor } from 'oxc-parser'

type Statement = ReturnType<typeof parseSync>['program']['body'][number]

/**
 * Checks the syntax of a test: it may not catch a failure and continue, or expect something only conditionally.
 * Such a test passes when its set-up breaks, and then proves nothing (docs/reviews/first.md, point 36).
 */
export function checkTestRules(path: string, source: string): string[] {
  if (!/\.(test|spec|stories)\.tsx?$/.test(path)) return []
  const { program, errors } = parseSync(path, source)
  const [error] = errors
  if (error) return [`${path}: cannot be parsed: ${error.message}`]

  const found: [start: number, text: string][] = []
  const branches: [start: number, end: number][] = []
  const expectations: number[] = []
  const isKnown = (test: { start: number; end: number }) =>
    /^!?isPhone\(\w+\)$/.test(source.slice(test.start, test.end))

  new Visitor({
    CatchClause: (node) => found.push([node.start, caught]),
    IfStatement: (node) => {
      if (!isKnown(node.test)) branches.push([node.consequent.start, (node.alternate ?? node.consequent).end])
    },
    // Code after a conditional return or continue is as conditional as code inside the branch.
    BlockStatement: (node) => {
      for (const inner of node.body)
        if (inner.type === 'IfStatement' && !isKnown(inner.test) && leaves(inner.consequent))
          branches.push([inner.end, node.end])
    },
    ConditionalExpression: (node) => {
      if (!isKnown(node.test)) branches.push([node.consequent.start, node.alternate.end])
    },
    LogicalExpression: (node) => branches.push([node.right.start, node.right.end]),
    SwitchCase: (node) => branches.push([node.start, node.end]),
    CallExpression: (node) => {
      const { callee } = node
      if (callee.type === 'Identifier' && callee.name.startsWith('expect')) expectations.push(node.start)
      if (callee.type === 'MemberExpression' && source.slice(callee.start, callee.end).endsWith('.catch'))
        found.push([callee.end, caught])
    },
  }).visit(program)

  const conditional = expectations.filter((start) =>
    branches.some(([from, to]) => from <= start && start < to),
  )
  return [...found, ...conditional.map((start) => [start, sometimes] as const)].map(
    ([start, text]) => `${path}:${source.slice(0, start).split('\n').length}: ${text}`,
  )
}

function leaves(statement: Statement): boolean {
  if (statement.type === 'BlockStatement') return statement.body.some(leaves)
  return statement.type === 'ReturnStatement' || statement.type === 'ContinueStatement'
}

const caught =
  "a test catches nothing: what fails in it has to end it, and a refusal is expected with 'rejects'."
/** A branch on `isPhone` is allowed, because every journey runs at both widths. */
const sometimes =
  'an expectation under a condition is sometimes none. Expect a value that depends on it, or write two tests (isPhone is known).'
