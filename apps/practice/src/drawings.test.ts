import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { personOf, placeOf } from './drawings.tsx'
import { sceneShape } from './scene.ts'

const folder = new URL('../../../content/scenes/', import.meta.url)
const scenes = readdirSync(folder).map((file) =>
  sceneShape.parse(parse(readFileSync(new URL(file, folder), 'utf8'))),
)

test.each(scenes)('$title has a drawing of its person and of its place', ({ character, place }) => {
  expect(personOf(character.name).id).toMatch(/^[a-z-]+$/)
  expect(placeOf(place)).toBeTruthy()
})
