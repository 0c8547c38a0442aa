import type { Meta } from '@storybook/react-vite'
import type { ComponentProps } from 'react'
import { fn, screen, userEvent } from 'storybook/test'
import { createStore } from '#base/store.ts'
import { switchSingleKeys } from '#ui/keys/shortcuts.tsx'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { sampleLink, sampleStream, sampleStreamState } from '#features/stream/model/sample-stream.ts'
import { Application, holderOf, laneOf, shownOf, type StreamPerson } from '#features/stream/stream.ts'
import { applicationMark, launchNote } from '#features/calls/check/application-check.ts'
import { others } from '#features/calls/room/call-state.ts'
import { CallView } from './call-view.tsx'
import { hideSelf } from './faces/self-view.ts'
import { sampleActs } from './sample-acts.ts'
import { sampleCall, samplePersonIn } from './sample-call.ts'
import { samplePicture } from './sample-picture.ts'

const level = createStore(-30)
export const dana = samplePersonIn('Dana Whitfield', { id: 'dana', picture: samplePicture('#35655f') })
export const tomas = samplePersonIn('Tomás Aguilar', { id: 'tomas', picture: samplePicture('#5d6b8c') })
export const jun = samplePersonIn('Jun Watanabe', { id: 'jun', picture: samplePicture('#8c4a3c') })
export const scene = samplePicture('#4a3527')
export const pointer = createStore<{ x: number; y: number; holder: string } | undefined>(undefined)

export const acts = {
  onShow: fn(),
  onHand: fn(),
  onTryNow: fn(),
  onLaunch: fn(),
  attachInput: fn(),
  detachInput: fn(),
}

export interface WithApplicationProps {
  stream: ReturnType<typeof sampleStreamState>
  call?: ReturnType<typeof sampleCall>
  launch?: NonNullable<ComponentProps<typeof CallView>['launch']>['launch']
  since?: string
  isPlayable?: boolean
  source?: typeof scene | undefined
}

/** A call with its application, as one person sees it. */
export function WithApplication(props: WithApplicationProps) {
  const { stream, call = asCoach, launch = 'open', since, isPlayable = true } = props
  const source = 'source' in props ? props.source : scene
  const people = call.people.map(({ id, name, isSelf }): StreamPerson => ({
    id,
    name,
    isSelf,
    isCoach: id === 'dana',
  }))
  const holder = holderOf(shownOf(stream.known), people)
  return (
    <>
      <ToastRegion />
      <CallView
        state={call}
        acts={sampleActs}
        level={level}
        left={<p className="font-figures text-title font-semibold">11:44 AM</p>}
        waitingText="Waiting for Client"
        triesUntil="12:30 PM"
        chat={<p className="p-4">Nothing was written yet.</p>}
        launch={{ launch, note: launchNote(others(call)), onLaunch: acts.onLaunch }}
        checkOf={(person) => applicationMark(person, stream.isOpen)}
        control={stream.isOpen && holder ? { personId: holder.id, lane: laneOf(holder) } : undefined}
        application={
          stream.isOpen
            ? (onPeople) => (
                <Application
                  state={stream}
                  {...{ source, people, since, isPlayable, pointer }}
                  speaker={undefined}
                  acts={{ ...acts, onPeople }}
                />
              )
            : undefined
        }
      />
    </>
  )
}

const asCoach = sampleCall({ people: [tomas, { ...dana, isSelf: true }] })
export const asClient = sampleCall({ people: [dana, { ...tomas, isSelf: true }] })
export const heldBy = (holder_id: string, lead = true) =>
  sampleStreamState({
    known: sampleStream({
      shown: 1,
      instances: [{ number: 1, status: 'ready', holder_id }],
      abilities: { lead },
    }),
    isOpen: true,
    link: sampleLink(),
  })
export const broken = (more: Parameters<typeof sampleLink>[0]) =>
  sampleStreamState({
    known: sampleStream({ shown: 1 }),
    isOpen: true,
    link: sampleLink({ state: 'disconnected', ...more }),
  })

/** The part that all stories of the application share. */
export const onTheStage = {
  component: WithApplication,
  globals: { viewport: { value: 'desktop' } },
  args: { stream: heldBy('dana') },
  // The call has the whole window to itself.
  decorators: [
    (Story) => (
      <div className="fixed inset-0">
        <Story />
      </div>
    ),
  ],
  beforeEach: () => {
    for (const act of [...Object.values(acts), ...Object.values(sampleActs)]) act.mockClear()
    hideSelf(false)
    switchSingleKeys(true)
    pointer.write(undefined)
  },
} satisfies Meta<typeof WithApplication>

export const control = (name: string | RegExp) => screen.getByRole('button', { name })
export const box = (element: Element) => element.getBoundingClientRect()
export const parley = () => screen.getByRole('figure', { name: 'Parley' })
export const picture = () => screen.getByRole('application', { name: 'Picture of Parley' })
export const press = (keys: string) => userEvent.keyboard(keys)
