import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { LineChart } from './small-charts.tsx'

const meta = { title: 'Small charts' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const places = (canvas: HTMLElement, attribute: string) =>
  [...canvas.querySelectorAll(`[${attribute}]`)].map((each) => each.getAttribute(attribute))

/** The line connects the known values and ends in a dot; a single value is only a dot. */
export const Lines: Story = {
  render: () => (
    <>
      <LineChart values={[50, undefined, 100]} text="50 %, then 100 %" />
      <LineChart values={[80]} text="80 %" />
      <LineChart values={[undefined]} text="nothing" />
    </>
  ),
  play: async ({ canvasElement }) => {
    await expect(places(canvasElement, 'points')).toEqual(['3,25 81,3'])
    await expect(places(canvasElement, 'cx')).toEqual(['81', '3'])
    await expect(places(canvasElement, 'cy')).toEqual(['3', '14'])
    await expect(canvasElement).toHaveTextContent(/^50 %, then 100 %80 %$/)
  },
}
