import { composeStory } from '@storybook/react-vite'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createStore } from '#base/store.ts'
import { CallView } from '../call-view.tsx'
import { sampleActs } from '../sample-acts.ts'
import { sampleCall, samplePersonIn } from '../sample-call.ts'

afterEach(async () => {
  await page.viewport(1440, 900)
  await composeStory({ render: () => <></> }, { title: 'Nothing' }).run()
})

test.each([
  [390, 844],
  [844, 390],
  [390, 480],
  [320, 568],
])('at %i×%i one press of More opens its menu and chooses nothing in it [CALL-55]', async (width, height) => {
  await page.viewport(width, height)
  const onPress = vi.fn<() => void>()
  const acts = Object.values(sampleActs)
  for (const act of acts) act.mockClear()
  await composeStory(
    {
      render: () => (
        <div className="fixed inset-0">
          <CallView
            state={sampleCall({
              people: [samplePersonIn('Tomás'), samplePersonIn('Dana', { isSelf: true })],
            })}
            acts={sampleActs}
            level={createStore(-30)}
            more={['Training', 'Report technical issues'].map((text) => ({ text, onPress }))}
            left={null}
            waitingText="Waiting for Client"
            triesUntil="12:30 PM"
          />
        </div>
      ),
    },
    { title: 'More' },
  ).run()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect
    .element(page.getByRole('menuitem', { name: 'Report technical issues', exact: true }))
    .toBeVisible()
  expect([onPress, ...acts].flatMap(({ mock }) => mock.calls)).toEqual([])
})
