import { setProjectAnnotations } from '@storybook/react-vite'
import * as preview from './preview.tsx'

// A test of a story has the same frame around it as the gallery.
setProjectAnnotations([preview])
