import type { RichDocument } from '@parley/contract/content/content.ts'

const text = (value: string) => ({ nodeType: 'text', value, marks: [], data: {} })

/** Paragraphs, for stories and tests. */
export const sampleDocument = (...paragraphs: string[]): RichDocument => ({
  nodeType: 'document',
  data: {},
  content: paragraphs.map((value) => ({ nodeType: 'paragraph', data: {}, content: [text(value)] })),
})
