import { screen, userEvent, waitFor } from 'storybook/test'

/** Points at it until its tooltip is there: the window's own pointer, wherever it rests, may end a hover when something moves. */
export const tooltipOf = (element: Element): Promise<HTMLElement> =>
  waitFor(
    async () => {
      await userEvent.unhover(element)
      await userEvent.hover(element)
      return screen.findByRole('tooltip', {}, { timeout: 2000 })
    },
    { timeout: 20_000 },
  )
