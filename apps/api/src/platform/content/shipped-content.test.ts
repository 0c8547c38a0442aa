import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readShippedContent } from './shipped-content.ts'

const contentDir = join(import.meta.dirname, '../../../../../content')

/** A copy of the shipped texts with one of them changed. */
async function withChange(file: string, change: (text: string) => string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'parley-content-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  await cp(contentDir, dir, { recursive: true })
  const path = join(dir, file)
  await writeFile(path, change(await readFile(path, 'utf8')))
  return dir
}

const coachHelp = 'help/coach/01-camera-and-sound.md'
const topic = '## My own question? {#own}\n\nAn answer.\n'

test('a topic that is added to a help file is read with its question, tag and answer', async () => {
  const { help } = await readShippedContent(await withChange(coachHelp, (text) => `${text}\n${topic}`))
  const [category] = help.items[0]?.fields.categories ?? []
  expect(category?.topics.at(-1)).toMatchObject({
    title: 'My own question?',
    tag: 'own',
    content: { nodeType: 'document', content: [{ content: [{ value: 'An answer.' }] }] },
  })
})

test.each([
  [
    'a topic without a tag',
    coachHelp,
    (text: string) => `${text}\n## Why?\n\nSo.\n`,
    "write '## Question? {#tag}'",
  ],
  [
    'a tag that stands twice',
    coachHelp,
    (text: string) => `${text}\n${topic}\n${topic}`,
    "'own' stands twice",
  ],
  [
    'a text before the first heading',
    coachHelp,
    (text: string) => text.replace('## ', 'Well.\n\n## '),
    'before its first',
  ],
  ['no head', coachHelp, () => topic, 'needs a head'],
  ['an unknown word in the head', coachHelp, (text: string) => text.replace('title:', 'titel:'), 'titel'],
  ['HTML', coachHelp, (text: string) => `${text}\n<script>alert(1)</script>\n`, 'has a html'],
  [
    'a criterion that stands twice',
    'rubric.yaml',
    (text: string) => text.replace('tag: good-time', 'tag: purpose-early'),
    "'purpose-early' stands twice",
  ],
  [
    'a fifth conversation',
    'rubric.yaml',
    (text: string) => text.replace('conversations:\n', 'conversations:\n  - {name: A, title: B}\n'),
    'conversations',
  ],
  [
    'a tool without a picture [TRAIN-11]',
    'training/toolkit/01-session-opening-card.md',
    (text: string) => text.replace(/^image: .*\n/m, ''),
    'image',
  ],
  [
    'a strategy without a picture [TRAIN-11]',
    'training/strategies/01-ask-then-wait.md',
    (text: string) => text.replace(/^image: .*\n/m, ''),
    'image',
  ],
])('%s stops the start with an error that says where', async (_, file, change, said) => {
  const dir = await withChange(file, change)
  await expect(readShippedContent(dir)).rejects.toThrow(said)
})
