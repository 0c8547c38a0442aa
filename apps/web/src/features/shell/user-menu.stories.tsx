import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'
import { givenWorld } from '../../../.storybook/world.ts'
import { sampleMe, sampleNow } from '#features/sessions/sample-sessions.ts'
import { UserMenu } from './user-menu.tsx'

const withInstallers = (...platforms: string[]) =>
  givenWorld({
    now: sampleNow,
    answers: {
      'GET /resources/installers': { platforms },
      'GET /resources/installer': { installerLink: 'https://downloads.example/parley' },
    },
  })

const meta = {
  title: 'Shell/User menu',
  component: UserMenu,
  args: { me: sampleMe('Coach') },
} satisfies Meta<typeof UserMenu>
export default meta
type Story = StoryObj<typeof meta>

const open = async () => {
  await userEvent.click(screen.getByRole('button', { name: /Dana Whitfield/ }))
  await screen.findByRole('menuitem', { name: 'Logout' })
}

/** If the operator has set an address, the menu offers the download. */
export const WithInstaller: Story = {
  name: 'With an installer [INSTALL-01 INSTALL-05]',
  beforeEach: withInstallers('linux'),
  play: async () => {
    await open()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Download Parley' }))
    await screen.findByRole('dialog', { name: 'Download Parley' }, { timeout: 20_000 })
    await expect(screen.getByText('Parley for Linux')).toBeVisible()
  },
}

/** If no address is set, the menu offers no download. */
export const WithoutInstaller: Story = {
  name: 'Without an installer [INSTALL-05]',
  beforeEach: withInstallers(),
  play: async () => {
    await open()
    await expect(screen.queryByRole('menuitem', { name: 'Download Parley' })).toBeNull()
  },
}
