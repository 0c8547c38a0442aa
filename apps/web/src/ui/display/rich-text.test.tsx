import type { RichDocument } from '@parley/contract/content/content.ts'
import { composeStory } from '@storybook/react-vite'
import { expect, test } from 'vitest'
import { RichText } from './rich-text.tsx'

const text = (value: string) => ({ nodeType: 'text', value, marks: [], data: {} })

async function show(...content: object[]): Promise<HTMLElement> {
  // The contract checks only the root of a document from the API.
  const document = { nodeType: 'document', data: {}, content } as RichDocument
  const { run } = composeStory(
    {
      render: () => (
        <main>
          <RichText document={document} />
        </main>
      ),
    },
    { title: 'Rich text' },
  )
  await run()
  const main = window.document.querySelector('main')
  if (!main) throw new Error('no text is drawn')
  return main
}

test.each(['script', 'iframe', 'html', 'embedded-asset-block', 'embedded-entry-inline'])(
  'a node of the type %s renders nothing harmful [CONTENT-01]',
  async (nodeType) => {
    const target = {
      sys: { type: 'Link', linkType: 'Asset', id: 'a' },
      fields: { file: { url: '//evil.test/a.svg' } },
    }
    const data = {
      target,
      uri: 'javascript:alert(1)',
      src: 'https://evil.test',
      html: '<img src=x onerror=alert(1)>',
    }
    const main = await show(
      { nodeType, data, content: [text('alert(1)')] },
      { nodeType: 'paragraph', data: {}, content: [text('after')] },
    )
    expect(main.querySelector('script, iframe, img, object, embed, a, svg, style, link, form')).toBeNull()
    expect(main.textContent).toContain('after')
  },
)

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'http://example.com',
  '//example.com',
  '/\\example.com',
])('a link to %s is shown as plain text [CONTENT-02]', async (uri) => {
  const main = await show({
    nodeType: 'paragraph',
    data: {},
    content: [{ nodeType: 'hyperlink', data: { uri }, content: [text('press here')] }],
  })
  expect(main.querySelector('a')).toBeNull()
  expect(main.textContent).toBe('press here')
})

test.each(['https://example.com/a', 'mailto:a@example.com', '/privacy'])(
  'a link to %s is shown as a link [CONTENT-02]',
  async (uri) => {
    const main = await show({ nodeType: 'hyperlink', data: { uri }, content: [text('press here')] })
    expect(main.querySelector('a')?.getAttribute('href')).toBe(uri)
  },
)
