import '../src/ui/ui.css'
import type { Preview } from '@storybook/react-vite'
import { configure } from 'storybook/test'
import { toast } from '../src/ui/overlay/toast.ts'
import { GalleryFrame } from './gallery-frame.tsx'

// A machine that others use too stands still for seconds at a time.
configure({ asyncUtilTimeout: 20_000 })

const preview: Preview = {
  // The next story begins without what this one has told.
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
      // What React Aria's live announcer speaks stays for seconds after the thing it names has gone.
      context: { exclude: ['[data-live-announcer]'] },
      // A story is a part of a page: landmarks and the main heading are the page's own.
      config: { rules: [{ id: 'region', enabled: false }] },
      // To describe everything that is good as well takes as long as to look for what is not.
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
