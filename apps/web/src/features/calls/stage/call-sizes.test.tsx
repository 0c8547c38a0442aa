import { composeStory } from '@storybook/react-vite'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import * as launch from './application-launch.stories.tsx'
import * as lost from './application-lost.stories.tsx'
import * as application from './application.stories.tsx'
import * as states from './call-states.stories.tsx'

const sizes = [
  [390, 844],
  [768, 1024],
  [844, 390],
  [1024, 768],
  [1280, 720],
  [1440, 900],
] as const

const { default: callMeta, ...callStories } = states
/** Replaces the stories' own play functions: each is measured before anybody acts. */
const play = async () => {}
const stills = [
  ...Object.entries(callStories).map(
    ([name, story]) => [name, composeStory({ ...story, play }, callMeta)] as const,
  ),
  // Without the picture: a first frame that arrives while the runner still renders holds up React's own queue in its pages.
  ...[launch, application, lost].flatMap(({ default: meta, ...stories }) =>
    Object.entries(stories).map(
      ([name, story]) =>
        [
          `${name} of the application`,
          composeStory({ ...story, args: { ...story.args, source: undefined }, play }, meta),
        ] as const,
    ),
  ),
]

/** Controls that overflow the window or overlap another control. */
function faults(): string[] {
  const { innerWidth: width, innerHeight: height } = window
  const found: string[] = []
  const root = document.documentElement
  if (root.scrollWidth > width) found.push(`the page is ${root.scrollWidth} wide`)
  if (root.scrollHeight > height) found.push(`the page is ${root.scrollHeight} high`)
  const controls = [
    ...document.querySelectorAll('[id=call-controls] button, section[aria-label=Panel] button'),
  ]
  const boxes = controls.map((control) => ({
    name: control.getAttribute('aria-label') ?? '',
    box: control.getBoundingClientRect(),
  }))
  const seen = boxes.filter(({ box }) => box.width > 0)
  for (const { name, box } of seen)
    if (box.left < 0 || box.right > width || box.bottom > height) found.push(`${name} stands over the edge`)
  for (const [i, one] of seen.entries())
    for (const other of seen.slice(i + 1))
      if (
        one.box.left < other.box.right - 1 &&
        other.box.left < one.box.right - 1 &&
        one.box.top < other.box.bottom &&
        other.box.top < one.box.bottom
      )
        found.push(`${one.name} lies over ${other.name}`)
  return found
}

test.each(stills)(
  'the state %s fits every window size, with no control cut off or covering another',
  async (_, story) => {
    await page.viewport(1440, 900)
    await story.run()
    for (const [width, height] of sizes) {
      await page.viewport(width, height)
      await expect.poll(() => [innerWidth, innerHeight]).toEqual([width, height])
      await expect.poll(() => faults().map((fault) => `${width} × ${height}: ${fault}`)).toEqual([])
    }
  },
)
