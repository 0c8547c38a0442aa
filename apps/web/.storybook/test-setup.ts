import { composeStory, setProjectAnnotations } from '@storybook/react-vite'
import { afterAll } from 'vitest'
import * as preview from './preview.tsx'

// A test of a story has the same frame around it as the gallery.
setProjectAnnotations([preview])

// A story stays until the next one: the last of a file would stand over the page of the file after it.
const nothing = composeStory({ render: () => null }, { title: 'Nothing' })
afterAll(() => nothing.run())
