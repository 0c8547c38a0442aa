import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { Pager } from './pager.tsx'

const meta = { title: 'Pager' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

function Pages({ first, pageCount }: { first: number; pageCount: number }) {
  const [page, setPage] = useState(first)
  return <Pager page={page} pageCount={pageCount} onChange={setPage} />
}

export const First: Story = { render: () => <Pages first={1} pageCount={129} /> }
export const Middle: Story = { render: () => <Pages first={60} pageCount={129} /> }
export const Few: Story = { render: () => <Pages first={2} pageCount={3} /> }
export const OnPhone: Story = {
  render: () => <Pages first={60} pageCount={129} />,
  globals: { viewport: { value: 'phone' } },
}
