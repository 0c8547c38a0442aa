import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { sampleDocument } from '../sample-document.ts'
import { TrainingView } from './training-view.tsx'

const picture = { file: { url: '/training-files/rings.svg' } }
const opens = ', opens in a new window'

const meta = {
  title: 'Training',
  component: TrainingView,
  args: {
    items: [
      {
        fields: {
          sections: [
            {
              title: 'Welcome',
              sectionTag: 'welcomesection',
              trainingMaterialsContent: [
                {
                  title: 'Your first session',
                  description: sampleDocument('From link to goodbye.'),
                  externalUrl: '/training-files/first-session.webm',
                  captionsUrl: '/training-files/first-session.vtt',
                },
                { title: 'From elsewhere', externalUrl: 'https://films.example/1' },
              ],
            },
            {
              title: 'Coach toolkit',
              sectionTag: 'coachtoolkitsection',
              trainingMaterialsContent: [
                {
                  title: 'Session opening card',
                  description: sampleDocument('One page for the first minute.'),
                  externalUrl: 'https://tools.example/card',
                  image: picture,
                },
                { title: 'Hostile', externalUrl: 'javascript:alert(1)', image: picture },
              ],
            },
            {
              title: 'Strategies',
              sectionTag: 'strategysection',
              trainingMaterialsContent: [
                {
                  title: 'Ask, then wait',
                  description: sampleDocument('Count to seven.'),
                  externalUrl: '/training/ask-then-wait',
                  image: picture,
                },
                {},
                { title: 'Two clocks', image: picture },
              ],
            },
            { title: 'More', sectionTag: 'other', trainingMaterialsContent: [{ title: 'A row' }] },
          ],
        },
      },
    ],
  },
} satisfies Meta<typeof TrainingView>
export default meta
type Story = StoryObj<typeof meta>

const section = (canvas: ReturnType<typeof within>, name: string) =>
  within(canvas.getByRole('region', { name }))

export const Sections: Story = {
  name: 'Each section shows title, tag and its materials [TRAIN-02]',
  play: async ({ canvas }) => {
    const found = canvas.getAllByRole('region')
    for (const [place, tag] of [
      'welcomesection',
      'coachtoolkitsection',
      'strategysection',
      'other',
    ].entries())
      await expect(within(found[place] ?? document.body).getByText(tag)).toBeVisible()
    await expect(canvas.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Welcome',
      'Coach toolkit',
      'Strategies',
      'More',
    ])
    await expect(section(canvas, 'More').getByText('A row')).toBeVisible()
  },
}

export const Films: Story = {
  name: 'Films are 450 by 250 with descriptions, those on other hosts in a sandboxed frame [TRAIN-03] [TRAIN-04]',
  play: async ({ canvas, canvasElement }) => {
    const welcome = section(canvas, 'Welcome')
    const film = welcome.getByLabelText('Your first session')
    await expect(film.tagName).toBe('VIDEO')
    await expect([film.offsetWidth, film.offsetHeight]).toEqual([450, 250])
    await expect(film.querySelector('source')).toHaveAttribute('src', '/training-files/first-session.webm')
    await expect(film.querySelector('track')).toHaveAttribute('src', '/training-files/first-session.vtt')
    await expect(welcome.getByText('From link to goodbye.')).toBeVisible()
    await expect(canvasElement.querySelectorAll('video')).toHaveLength(1)
    const frame = welcome.getByTitle('From elsewhere')
    await expect([frame.offsetWidth, frame.offsetHeight]).toEqual([450, 250])
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation')
  },
}

export const Toolkit: Story = {
  name: 'Toolkit rows with thumbnail, title link and description open in a new window [TRAIN-05] [TRAIN-06]',
  play: async ({ canvas }) => {
    const toolkit = section(canvas, 'Coach toolkit')
    const link = toolkit.getByRole('link', {
      name: `Session opening card ${opens} One page for the first minute.`,
    })
    await expect(link).toHaveAttribute('href', 'https://tools.example/card')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(link.querySelector('img')).toHaveAttribute('src', '/training-files/rings.svg')
    // The whole row is the link, including its picture and its description.
    await expect(within(link).getByText('One page for the first minute.')).toBeVisible()
    await expect(toolkit.getAllByRole('link')).toHaveLength(1)
  },
}

export const Strategies: Story = {
  name: 'Strategies in three columns, with placeholders for what is missing [TRAIN-07] [TRAIN-08] [TRAIN-09] [TRAIN-10]',
  play: async ({ canvas }) => {
    const strategies = section(canvas, 'Strategies')
    const cards = strategies.getAllByRole('listitem')
    await expect(new Set(cards.map((card) => card.getBoundingClientRect().left)).size).toBe(3)
    await expect(new Set(cards.map((card) => card.getBoundingClientRect().top)).size).toBe(1)
    const [first, second, third] = cards
    await expect(first).toHaveTextContent(`Ask, then wait${opens}Count to seven.`)
    await expect(first?.querySelector('img')).toHaveAttribute('src', '/training-files/rings.svg')
    await expect(second).toHaveTextContent('Untitled materialNo description yet.')
    await expect(second?.querySelector('img')).toBeNull()
    await expect(second?.querySelector('[data-placeholder]')).toBeVisible()
    await expect(third).toHaveTextContent('Two clocksNo description yet.')
  },
}
