import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld, problem } from '../../../../.storybook/world.ts'
import { InstallerModal } from './installer-modal.tsx'

const meta = {
  title: 'Installer',
  component: InstallerModal,
  args: { offered: ['windows', 'macos', 'linux'], isOpen: true, onClose: fn() },
  beforeEach: () => {
    const open = window.open.bind(window)
    window.open = opened
    opened.mockReset()
    return () => {
      window.open = open
    }
  },
} satisfies Meta<typeof InstallerModal>
export default meta
type Story = StoryObj<typeof meta>

const opened = fn<typeof window.open>()
const linkFor = (url: URL) => ({
  installerLink: `https://downloads.example/${url.searchParams.get('platform')}`,
})

export const Download: Story = {
  name: "Download Parley: 'I Understand' goes on to the download [INSTALL-01] [INSTALL-02]",
  beforeEach: givenWorld({ answers: { 'GET /resources/installer': linkFor } }),
  play: async ({ args }) => {
    const dialog = await screen.findByRole('dialog', { name: 'Download Parley' })
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'I Understand' })).not.toHaveAttribute(
        'aria-disabled',
        'true',
      ),
    )
    await expect(outlineOf(dialog)).toEqual([
      'dialog:',
      'heading 2: Download Parley',
      'The desktop app keeps calls in a window of their own. You can keep using the browser.',
      'Parley for Linux',
      'button: Windows',
      'button: macOS',
      'Your computer will ask whether you trust this program, and may need an administrator’s password. (accent-ink)',
      'button: Never Mind',
      'button: I Understand (on-accent)',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Windows' }))
    await expect(screen.getByText('Parley for Windows')).toBeVisible()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'I Understand' })).not.toHaveAttribute(
        'aria-disabled',
        'true',
      ),
    )
    await userEvent.click(screen.getByRole('button', { name: 'I Understand' }))
    await expect(opened).toHaveBeenCalledWith('https://downloads.example/windows', '_blank', 'noopener')
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}

export const NeverMind: Story = {
  name: "'Never Mind' closes it and downloads nothing [INSTALL-03]",
  beforeEach: givenWorld({ answers: { 'GET /resources/installer': linkFor } }),
  play: async ({ args }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Never Mind' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
    await expect(opened).not.toHaveBeenCalled()
  },
}

export const NoLink: Story = {
  name: "Without a link: 'Could not retrieve the download link.' [INSTALL-04]",
  beforeEach: givenWorld({ answers: { 'GET /resources/installer': problem('installer_not_set') } }),
  play: async () => {
    await expect(await screen.findByRole('alert')).toHaveTextContent('Could not retrieve the download link.')
    await expect(screen.getByRole('button', { name: 'I Understand' })).toBeDisabled()
  },
}

/** Only platforms with an address set by the operator are offered; the person's own is preselected if it is among them. */
export const OnlyWhatIsSet: Story = {
  name: 'Only configured systems are offered [INSTALL-05]',
  args: { offered: ['macos'] },
  beforeEach: givenWorld({ answers: { 'GET /resources/installer': linkFor } }),
  play: async () => {
    await screen.findByText('Parley for macOS')
    await expect(screen.queryByRole('button', { name: /Windows|Linux/ })).toBeNull()
    await waitFor(() => expect(screen.getByRole('button', { name: 'I Understand' })).toBeEnabled())
    await userEvent.click(screen.getByRole('button', { name: 'I Understand' }))
    await expect(opened).toHaveBeenCalledWith('https://downloads.example/macos', '_blank', 'noopener')
  },
}
