import { composeStory, setProjectAnnotations } from '@storybook/react-vite'
import { afterAll } from 'vitest'
import * as preview from './preview.tsx'

// A story in a test has the same frame around it as in the gallery.
setProjectAnnotations([preview])

// A story stays mounted until the next one, so the last one of a file would cover the page of the next file.
const nothing = composeStory({ render: () => null }, { title: 'Nothing' })
afterAll(() => nothing.run())
