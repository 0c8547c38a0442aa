import { join } from 'node:path'
import * as z from 'zod/mini'
import {
  trainingItems,
  type TrainingItems,
  type TrainingMaterial,
  type TrainingText,
} from '@parley/contract/content/written.ts'
import { documentOf, mustBeUnique, readFolder, readYaml, type WrittenFile } from './written.ts'

// Films and pictures are files of the web (apps/web/public/training-files); texts refer to them by name.

const filmFile = z.strictObject({
  films: z.array(
    z.strictObject({
      title: z.string(),
      description: z.string(),
      file: z.string().check(z.regex(/^[a-z0-9-]+\.webm$/, 'the name of a film')),
      /** The captions; `pnpm films` writes a file from them. */
      captions: z.array(z.string().check(z.maxLength(60))),
    }),
  ),
})
type FilmHead = z.output<typeof filmFile>['films'][number]

const materialHead = z.strictObject({
  title: z.string(),
  description: z.string(),
  image: z.string().check(z.regex(/^[a-z0-9-]+$/, 'the name of a picture, without its ending')),
})
type MaterialHead = z.output<typeof materialHead>

export const readFilms = (dir: string) => readYaml(join(dir, 'welcome.yaml'), filmFile)

/** The three sections, and the texts behind their materials. */
export async function readTraining(dir: string) {
  const [{ films }, tools, strategies] = await Promise.all([
    readFilms(dir),
    readFolder(join(dir, 'toolkit'), materialHead),
    readFolder(join(dir, 'strategies'), materialHead),
  ])
  const texts = [...tools, ...strategies]
  mustBeUnique(dir, [...texts.map(({ name }) => name)])
  const training: TrainingItems = trainingItems.parse({
    items: [
      {
        fields: {
          sections: [
            await sectionOf('Welcome', 'welcomesection', films.map(filmOf)),
            await sectionOf('Coach toolkit', 'coachtoolkitsection', tools.map(materialOf)),
            await sectionOf('Strategies', 'strategysection', strategies.map(materialOf)),
          ],
        },
      },
    ],
  })
  const trainingTexts = new Map(await Promise.all(texts.map(textOf)))
  return { training, trainingTexts }
}

const sectionOf = async (title: string, sectionTag: string, materials: Promise<TrainingMaterial>[]) => ({
  title,
  sectionTag,
  trainingMaterialsContent: await Promise.all(materials),
})

const filmOf = async ({ title, description, file }: FilmHead): Promise<TrainingMaterial> => ({
  title,
  description: await documentOf('welcome.yaml', description),
  externalUrl: `/training-files/${file}`,
  captionsUrl: `/training-files/${file.replace(/webm$/, 'vtt')}`,
  image: { file: { url: `/training-files/${file.replace(/webm$/, 'webp')}` } },
})

const materialOf = async ({ path, name, head }: WrittenFile<MaterialHead>): Promise<TrainingMaterial> => ({
  title: head.title,
  description: await documentOf(path, head.description),
  externalUrl: `/training/${name}`,
  image: { file: { url: `/training-files/${head.image}.svg` } },
})

const textOf = async ({
  path,
  name,
  head,
  body,
}: WrittenFile<MaterialHead>): Promise<[string, TrainingText]> => [
  name,
  { title: head.title, description: head.description, document: await documentOf(path, body) },
]
