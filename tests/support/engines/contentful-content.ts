import type { ShippedContent } from '@parley/api/platform/content/shipped-content.ts'
import type { ContentfulSpace } from './contentful-space.ts'

/** Fills a space with the content that ships. Each item is an entry of its own, as an editor would make it. */
export function publishShipped(
  space: ContentfulSpace,
  { help, changes, training, rubric }: ShippedContent,
): void {
  const { publish } = space
  for (const { fields } of help.items)
    publish('help', {
      ...fields,
      categories: fields.categories.map(({ title, topics }) =>
        publish('helpCategory', { title, topics: topics.map((topic) => publish('helpTopic', topic)) }),
      ),
    })
  for (const { fields } of changes.items)
    publish('changeLog', {
      ...fields,
      releasedChanges: fields.releasedChanges.map((part) => publish('releasedChange', part.fields)),
    })
  for (const { fields } of training.items)
    publish('training', {
      sections: fields.sections.map(({ trainingMaterialsContent, ...section }) =>
        publish('trainingSection', {
          ...section,
          trainingMaterialsContent: trainingMaterialsContent.map(({ title, description, externalUrl }) =>
            publish('trainingMaterial', { title, description, externalUrl }),
          ),
        }),
      ),
    })
  for (const { fields } of rubric.items)
    publish('assessment', {
      ...fields,
      allCategories: fields.allCategories.map(({ subtopics, ...category }) =>
        publish('assessmentCategory', {
          ...category,
          subtopics: subtopics.map(({ allCriteria, ...subtopic }) =>
            publish('subtopic', {
              ...subtopic,
              allCriteria: allCriteria.map((criterion) => publish('criterion', criterion)),
            }),
          ),
        }),
      ),
    })
}

/** A document of one paragraph. */
export const documentOf = (text: string) => ({
  nodeType: 'document' as const,
  data: {},
  content: [
    { nodeType: 'paragraph', data: {}, content: [{ nodeType: 'text', value: text, marks: [], data: {} }] },
  ],
})

/** Publishes help for clients with one topic and this answer. */
export function publishHelp(space: ContentfulSpace, content: unknown = documentOf('An answer.')): void {
  const topic = space.publish('helpTopic', { title: 'A question?', tag: 'a-question', content }, 'topic')
  const category = space.publish('helpCategory', { title: 'A category', topics: [topic] }, 'category')
  space.publish('help', { sourceName: 'Client', categories: [category] }, 'help')
}

/** Publishes training with one section and these materials. */
export function publishTraining(
  space: ContentfulSpace,
  materials: readonly Record<string, unknown>[],
  sectionTag = 'strategysection',
): void {
  const trainingMaterialsContent = materials.map((fields) => space.publish('trainingMaterial', fields))
  const section = space.publish(
    'trainingSection',
    { title: 'A section', sectionTag, trainingMaterialsContent },
    'section',
  )
  space.publish('training', { sections: [section] }, 'training')
}
