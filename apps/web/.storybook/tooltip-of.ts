import { screen, userEvent, waitFor } from 'storybook/test'

/**
 * Hovers the element until its tooltip shows. It retries because the window's real pointer may end a hover when
 * something moves under it.
 */
export const tooltipOf = (element: Element): Promise<HTMLElement> =>
  waitFor(
    async () => {
      await userEvent.unhover(element)
      await userEvent.hover(element)
      return screen.findByRole('tooltip', {}, { timeout: 2000 })
    },
    { timeout: 20_000 },
  )
