import '../src/ui/ui.css'
import type { Preview } from '@storybook/react-vite'
import { configure } from 'storybook/test'
import { toast } from '../src/ui/overlay/toast.ts'
import { GalleryFrame } from './gallery-frame.tsx'

// A shared machine can stall for seconds at a time.
configure({ asyncUtilTimeout: 20_000 })

const preview: Preview = {
  // Clear this story's toasts before the next story begins.
  beforeEach: () => toast.clear,
  decorators: [
    (Story, { parameters, globals }) => (
      <GalleryFrame
        addresses={[
          ...(parameters.before ? [String(parameters.before)] : []),
          String(parameters.address ?? '/'),
        ]}
        theme={String(globals.theme)}
      >
        <Story />
      </GalleryFrame>
    ),
  ],
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: { icon: 'contrast', items: ['light', 'dark'], dynamicTitle: true },
    },
  },
  initialGlobals: { theme: 'light' },
  parameters: {
    // A finding of axe fails the story's test.
    a11y: {
      test: 'error',
      // React Aria's live announcer keeps its text for seconds after the element that it names is gone.
      context: { exclude: ['[data-live-announcer]'] },
      // A story is only a part of a page: the page itself has the landmarks and the main heading.
      config: { rules: [{ id: 'region', enabled: false }] },
      // Listing the passed checks as well takes as long as finding the violations.
      options: { resultTypes: ['violations'] },
    },
    layout: 'fullscreen',
    viewport: {
      options: {
        phone: { name: 'Phone, 390 px', styles: { width: '390px', height: '844px' } },
        desktop: { name: 'Desktop, 1440 px', styles: { width: '1440px', height: '900px' } },
      },
    },
  },
}
export default preview
