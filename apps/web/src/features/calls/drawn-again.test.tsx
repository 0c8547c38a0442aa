import { composeStory } from '@storybook/react-vite'
import { Profiler, type ReactNode } from 'react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { keepEqual } from '#base/slice.ts'
import { sampleStream } from '#features/stream/model/sample-stream.ts'
import { givenWorld } from '../../../.storybook/world.ts'
import { CallChat } from './call-chat.tsx'
import { CallStream } from './call-stream.tsx'
import { makeLocalDevices } from './devices/local-devices.ts'
import { RunningCall } from './running-call.tsx'
import { sampleRunningCall } from './sample-running-call.ts'
import { samplePersonIn } from './stage/sample-call.ts'

const names = ['Tomás Aguilar', 'Amara Diallo', 'Jun Park', 'Dana Whitfield']
/** New objects each time, as the call makes them with each event of the room. */
const peopleWhere = (speaker: string | undefined) =>
  names.map((name) =>
    samplePersonIn(name, { id: name, isSelf: name === 'Dana Whitfield', isSpeaking: name === speaker }),
  )

/** Few enough to finish before the chat's poll, every 15 s, which renders it. */
const turns = 6

afterEach(() => composeStory({ render: () => <></> }, { title: 'Nothing' }).run())

test('while four people talk in turn, the chat, the assessment and the application are not rendered again [CALL-57]', async () => {
  onTestFinished(
    givenWorld({
      answers: {
        'GET /stream/session': sampleStream({}),
        'GET /chat/session/messages': {
          messages: [],
          hasMore: false,
          abilities: { write: true, sendFiles: true },
        },
      },
    })(),
  )
  const drawn = { chat: 0, assessment: 0, application: 0, faces: 0 }
  /** Reuses the element around the same content, so that it counts only renders within it. */
  let chatBefore: ReactNode
  let countedChat: ReactNode
  const counted = (chat: ReactNode) => {
    if (chat !== chatBefore)
      countedChat = (
        <Profiler id="chat" onRender={() => (drawn.chat += 1)}>
          {chat}
        </Profiler>
      )
    chatBefore = chat
    return countedChat
  }
  const Assessment = () => {
    drawn.assessment += 1
    return <p>Answers</p>
  }
  const { call, write } = sampleRunningCall({ people: peopleWhere(undefined) })
  const devices = makeLocalDevices()
  await page.viewport(1440, 900)
  await composeStory(
    {
      render: () => (
        <CallChat call={call} sessionId="session" personId="dana" zone="UTC" isCoach>
          {({ chat, ...slots }) => (
            <CallStream call={call} sessionId="session" coachId="dana" zone="UTC">
              {({ launch, checkOf }) => {
                drawn.application += 1
                return (
                  <Profiler id="faces" onRender={() => (drawn.faces += 1)}>
                    <RunningCall
                      {...{ call, devices, launch, checkOf, ...slots }}
                      chat={counted(chat)}
                      assessment={<Assessment />}
                      title="Weekly check-in"
                      waitingText="Waiting for the others"
                      left={null}
                      endsAt={Date.now() + 3_600_000}
                      triesUntil="12:30 PM"
                      onOver={() => {}}
                    />
                  </Profiler>
                )
              }}
            </CallStream>
          )}
        </CallChat>
      ),
    },
    { title: 'A call of four' },
  ).run()
  const shown = () => new Promise((resolve) => requestAnimationFrame(resolve))
  /** People talk in turn. Each change is written three times, as LiveKit reports it. */
  async function talk() {
    await shown()
    Object.assign(drawn, { chat: 0, assessment: 0, application: 0, faces: 0 })
    for (let turn = 0; turn < turns; turn += 1)
      for (const speaker of [names[turn % 4], undefined])
        for (let time = 0; time < 3; time += 1) {
          write(keepEqual(call.read(), { ...call.read(), people: peopleWhere(speaker) }))
          await shown()
        }
    return { ...drawn }
  }
  async function expectFacesAlone() {
    const { faces, ...others } = await talk()
    expect(others).toEqual({ chat: 0, assessment: 0, application: 0 })
    // At least one render for each start and each end: the faces have seen these changes.
    expect(faces).toBeGreaterThanOrEqual(2 * turns)
  }
  // Click from within the page: the runner's click would move the pointer, which renders.
  const open = (name: string) =>
    (page.getByRole('button', { name, exact: true }).element() as HTMLElement).click()
  open('Open chat')
  await expect
    .element(page.getByRole('textbox', { name: 'Write to everyone in the call', exact: true }))
    .toBeVisible()
  await expectFacesAlone()
  open('Open assessment')
  await expect.element(page.getByText('Answers', { exact: true })).toBeVisible()
  await expectFacesAlone()
})
