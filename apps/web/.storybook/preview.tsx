import '../src/ui/ui.css'
import type { Preview } from '@storybook/react-vite'
import { English } from '../src/ui/locale.tsx'

const preview: Preview = {
  decorators: [
    (Story) => (
      <English>
        <Story />
      </English>
    ),
  ],
  parameters: {
    // A finding of axe fails the story's test.
    a11y: { test: 'error' },
    layout: 'padded',
  },
}
export default preview
