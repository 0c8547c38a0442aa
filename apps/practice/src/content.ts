import type { Scene } from './scene.ts'

interface Rubric {
  /** The titles of the conversations, in order. */
  conversations: string[]
  /** The names of the criteria by tag. */
  criteria: Record<string, string>
}

// The build reads and validates these files (vite/read-content.ts).
const files = import.meta.glob<Scene>('../../../content/scenes/*.yaml', { eager: true, import: 'default' })
const rubrics = import.meta.glob<Rubric>('../../../content/rubric.yaml', { eager: true, import: 'default' })

export const scenes = Object.values(files).toSorted((a, b) => a.conversation - b.conversation)

const [rubric] = Object.values(rubrics)

/** 'Raising a concern' */
export const conversationOf = ({ conversation }: Scene): string => rubric?.conversations[conversation] ?? ''

export const criterionOf = (tag: string): string | undefined => rubric?.criteria[tag]
