import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld, problem } from '../../../../.storybook/world.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { ReportDialog } from './report-dialog.tsx'

const meta = { title: 'Call/Report technical issues' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const sent = fn()
const onClose = fn()
const dialog = () => screen.findByRole('dialog', { name: 'Report technical issues' })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send report' }))
const render = () => (
  <>
    <ReportDialog sessionId="session-1" onClose={onClose} />
    <ToastRegion />
  </>
)

export const Reporting: Story = {
  beforeEach: givenWorld({
    answers: {
      'POST /calls/session-1/report': (_url: URL, body: unknown) => {
        sent(body)
        return { id: 'report-1' }
      },
    },
  }),
  render,
  play: async () => {
    await expect(outlineOf(await dialog())).toEqual([
      'dialog:',
      'heading 2: Report technical issues',
      'What went wrong?',
      'field:',
      'Sound',
      'field:',
      'Picture',
      'field:',
      'The connection broke off',
      'field:',
      'Screen sharing',
      'field:',
      'Camera or microphone',
      'field:',
      'Something else',
      'What happened? optional',
      'field:',
      'We also send who was in the call when, and how good your connection was. Nothing that was said, shown or written is sent.',
      'button: Never mind',
      'button: Send report (on-accent)',
    ])
    await send()
    await expect(screen.getByRole('alert')).toHaveTextContent('Choose what went wrong')
    await expect(sent).not.toHaveBeenCalled()
    await userEvent.click(screen.getByText('Screen sharing'))
    await userEvent.click(screen.getByText('Sound'))
    await expect(screen.queryByRole('alert')).toBeNull()
    await userEvent.type(screen.getByRole('textbox', { name: /What happened\?/ }), 'It was torn.')
    await send()
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith({
        kinds: ['sound', 'screen-share'],
        text: 'It was torn.',
        statistics: { agent: navigator.userAgent, samples: [], changes: [] },
      }),
    )
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    await expect(await screen.findByText('Report sent')).toBeVisible()
  },
}

/** The report stays in the form, and a press sends it again. */
export const Refused: Story = {
  beforeEach: givenWorld({ answers: { 'POST /calls/session-1/report': problem('too_many') } }),
  render,
  play: async () => {
    await dialog()
    await userEvent.click(screen.getByText('Picture'))
    await send()
    await expect(
      await screen.findByText('That was a lot at once. Please wait a moment and try again.'),
    ).toBeVisible()
    await expect(screen.getByRole('checkbox', { name: 'Picture' })).toBeChecked()
  },
}
