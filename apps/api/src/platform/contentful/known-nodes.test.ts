import { expect, test } from 'vitest'
import { knownNodes } from './known-nodes.ts'

const text = (value: string, ...marks: string[]) => ({
  nodeType: 'text',
  value,
  marks: marks.map((type) => ({ type })),
  data: {},
})
const node = (nodeType: string, ...content: object[]) => ({ nodeType, data: {}, content })
const link = (uri: unknown, ...content: object[]) => ({ nodeType: 'hyperlink', data: { uri }, content })
const document = (...content: object[]) => node('document', ...content)

test('a document of known nodes stays as it is', () => {
  const whole = document(
    node('heading-1', text('One')),
    node('heading-6', text('Six')),
    node(
      'paragraph',
      text('Bold', 'bold'),
      text('both', 'bold', 'italic'),
      link('https://example.com/a?b#c', text('there')),
    ),
    node('unordered-list', node('list-item', node('paragraph', text('a')))),
    node('ordered-list', node('list-item', node('paragraph', text('b')), node('unordered-list'))),
    node('blockquote', node('paragraph', text('said'))),
    node('hr'),
    node(
      'table',
      node('table-row', node('table-header-cell', node('paragraph', text('Head')))),
      node('table-row', node('table-cell', node('paragraph', text('Cell', 'code')))),
    ),
  )
  expect(knownNodes(whole)).toEqual(whole)
})

test.each([
  'embedded-asset-block',
  'embedded-entry-block',
  'embedded-resource-block',
  'embedded-entry-inline',
  'script',
  'html',
  'iframe',
  'document',
  '__proto__',
  'constructor',
])('a node of the type %s is removed with its content [CONTENT-01]', (nodeType) => {
  const target = { sys: { type: 'Link', linkType: 'Asset', id: 'a' } }
  const unknown = { nodeType, data: { target }, content: [text('inside')] }
  expect(knownNodes(document(unknown, node('paragraph', text('a'), unknown, text('b'))))).toEqual(
    document(node('paragraph', text('a'), text('b'))),
  )
})

test('a known node keeps its known fields and loses all others [CONTENT-01]', () => {
  const given = {
    ...document({
      ...node('paragraph', { ...text('a', 'bold', 'blink', 'bold'), html: '<b>', data: { onClick: 'x' } }),
      data: { style: 'x', target: { sys: {} } },
      dangerouslySetInnerHTML: { __html: '<script>' },
    }),
    sys: { id: 'x' },
    data: { x: 1 },
  }
  expect(knownNodes(given)).toEqual(document(node('paragraph', text('a', 'bold'))))
})

test.each([
  5,
  null,
  [],
  'text',
  { nodeType: 7 },
  { nodeType: 'text', value: { a: 1 } },
  { nodeType: ['paragraph'] },
])('%j is not a node and is removed [CONTENT-01]', (nonsense) => {
  expect(knownNodes({ nodeType: 'document', content: [nonsense, text('a')] })).toEqual(document(text('a')))
})

test.each([
  undefined,
  null,
  5,
  'text',
  [],
  {},
  { nodeType: 'paragraph', content: [] },
  { nodeType: 'document' },
])('%j is not read as a document', (nonsense) => {
  expect(knownNodes(nonsense)).toBeUndefined()
})

test.each(['https://example.com', 'mailto:a@example.com', '/help?tab=client#x'])(
  '%s stays a link [CONTENT-02]',
  (uri) => {
    expect(knownNodes(document(link(uri, text('a'))))).toEqual(document(link(uri, text('a'))))
  },
)

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'http://example.com',
  '//example.com',
  '/\\example.com',
  '/\t/example.com',
  'help',
  '',
  undefined,
  { toString: 'https://example.com' },
])('a link to %j becomes its text [CONTENT-02]', (uri) => {
  expect(knownNodes(document(node('paragraph', text('see '), link(uri, text('here')))))).toEqual(
    document(node('paragraph', text('see '), text('here'))),
  )
})

test('a link to an entry or a file of the space becomes its text [CONTENT-02]', () => {
  const target = { sys: { type: 'Link', linkType: 'Asset', id: 'a' } }
  for (const nodeType of ['entry-hyperlink', 'asset-hyperlink', 'resource-hyperlink'])
    expect(knownNodes(document({ nodeType, data: { target }, content: [text('here')] }))).toEqual(
      document(text('here')),
    )
})

test('endless nesting is cut off', () => {
  let deep = node('paragraph', text('the bottom'))
  for (let depth = 0; depth < 100_000; depth += 1) deep = node('blockquote', deep)
  const cut = JSON.stringify(knownNodes(document(deep)))
  expect(cut).not.toContain('the bottom')
  expect(cut.length).toBeLessThan(5000)
})
