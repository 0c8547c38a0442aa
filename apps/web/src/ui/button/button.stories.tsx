import type { Meta, StoryObj } from '@storybook/react-vite'
import { Plus } from 'lucide-react'
import { Button } from './button.tsx'

const looks = ['primary', 'secondary', 'quiet', 'destructive'] as const

const meta = { title: 'Button', component: Button, args: { children: 'Save' } } satisfies Meta<typeof Button>
export default meta
type Story = StoryObj<typeof meta>

export const Looks: Story = {
  render: () => (
    <div className="grid w-fit grid-cols-4 gap-4">
      {looks.map((look) => (
        <div key={look} className="contents">
          <Button look={look}>Save</Button>
          <Button look={look} isDisabled>
            Save
          </Button>
          <Button look={look} isPending>
            Save
          </Button>
          <Button look={look} icon={<Plus />}>
            Add
          </Button>
        </div>
      ))}
    </div>
  ),
}
