import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, screen, userEvent } from 'storybook/test'
import { Button } from '#ui/button/button.tsx'
import { PageHeading } from './page-heading.tsx'

const meta = { title: 'Page heading' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

function Pages() {
  const [page, setPage] = useState(1)
  return (
    <>
      <PageHeading key={page} title={`Page ${page}`} />
      <Button onPress={() => setPage(page + 1)}>On</Button>
    </>
  )
}

/** Each navigation moves the focus to the heading, which names the document too. */
export const AfterAStep: Story = {
  render: () => <Pages />,
  play: async () => {
    for (const title of ['Page 2', 'Page 3']) {
      await userEvent.click(screen.getByRole('button', { name: 'On' }))
      await expect(screen.getByRole('heading', { level: 1, name: title })).toHaveFocus()
      await expect(document.title).toBe(`${title} · Parley`)
    }
  },
}
