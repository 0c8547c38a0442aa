import { tellShown } from '@parley/contract/calls/calls.ts'
import { streamAgainTopic, streamTopic } from '@parley/contract/stream/stream.ts'
import { MonitorStop, RotateCcw } from 'lucide-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useSlice } from '#base/slice.ts'
import { useStore } from '#base/store.ts'
import { request } from '#platform/server/api.ts'
import { clockText } from '#platform/time/time-zone.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { toast } from '#ui/overlay/toast.ts'
import {
  Application,
  canShowH264,
  firstName,
  holderOf,
  laneOf,
  refusalOf,
  shownOf,
  troubleTexts,
  useStream,
  type StreamPerson,
  type StreamSession,
} from '#features/stream/stream.ts'
import { applicationMark, launchNote } from './check/application-check.ts'
import { sinkOf } from '#features/calls/devices/chosen-devices.ts'
import type { Call } from './room/call-room.ts'
import { others, personIdOf, self, type CallPerson, type CallState } from './room/call-state.ts'
import type { MoreAct } from './stage/bar/more-menu.tsx'
import type { Launch } from './stage/bar/launch-control.tsx'
import type { CallSlots } from './stage/call-view.tsx'
import type { PersonAct } from './stage/faces/tile-menu.tsx'

interface StreamSlots extends Pick<CallSlots, 'launch' | 'application' | 'control' | 'checkOf'> {
  more: readonly MoreAct[]
  /** The coach's actions on a person's control. */
  actsOn: (person: CallPerson) => readonly PersonAct[]
}

interface CallStreamProps {
  call: Call
  sessionId: string
  /** Undefined if this page doesn't know which of the people is the coach. */
  coachId?: string
  /** For times of day. */
  zone: string
  /** The secret of a client's link. */
  guest?: string
  children: (slots: StreamSlots) => ReactNode
}

/** The part of the call's state that is needed here. It leaves out who speaks, which changes all the time. */
const neededOf = ({ connection, end, application, people, devices: { speakers, speaker } }: CallState) => ({
  ...{ connection, end, application, speakers, speaker },
  people: people.map(({ id, name, isSelf, application: found }) => ({
    id,
    name,
    isSelf,
    application: found,
  })),
})
type Needed = ReturnType<typeof neededOf>

/** The streamed application of a running call: fetched at each connect and whenever the room hints at something new. */
export function CallStream({ call, sessionId, coachId, zone, guest, children }: CallStreamProps) {
  // Long because it fills every slot of the call from one stream.
  const state = useSlice(call, neededOf)
  const me = personIdOf(self(call.read())?.id ?? '')
  const stream = useStream({
    sessionId,
    personId: me,
    guest,
    countPeople: () => call.read().people.length,
  })
  const streamed = useStore(stream)
  useFollow(call, stream, state)
  useTellShown(sessionId, guest, state, streamed.link?.state === 'connected')
  const source = useSource(call, stream, state)
  const people = state.people.map((person) => streamPerson(person, coachId))
  const shown = shownOf(streamed.known)
  const holder = streamed.isOpen ? holderOf(shown, people) : undefined
  const isLeading = streamed.known?.abilities.lead === true
  const hasPreflight = isLeading && (streamed.known?.instances.length ?? 0) > 0
  const hand = (personId: string) => void toastIfRefused(stream.hand(personId), "Couldn't hand over control")
  const show = (instance: number | null) =>
    void toastIfRefused(stream.show(instance), "Couldn't switch Parley for everyone")
  // The instance that the question is about. The question closes when that instance is no longer shown.
  const [asked, setAsked] = useState<number>()
  if (asked !== undefined && !(streamed.isOpen && asked === shown?.number)) setAsked(undefined)
  const slots: StreamSlots = {
    launch: {
      launch: launchOf(streamed, isLeading),
      note: launchNote(others(state)),
      onLaunch: () => void stream.launch(firstOf(stream)),
    },
    application: streamed.isOpen
      ? (onPeople) => (
          <Application
            state={streamed}
            {...{ source, people }}
            pointer={stream.pointer}
            since={streamed.heldSince === undefined ? undefined : clockText(zone, streamed.heldSince)}
            isPlayable={canShowH264()}
            speaker={state.speakers === undefined ? undefined : sinkOf(state.speaker)}
            acts={{
              onShow: show,
              onHand: hand,
              onTryNow: stream.tryNow,
              onPeople,
              attachInput: stream.attachInput,
              detachInput: stream.detachInput,
            }}
          />
        )
      : undefined,
    checkOf: (person) => (hasPreflight ? applicationMark(person, streamed.isOpen) : undefined),
    control: holder && { personId: holder.id, lane: laneOf(holder) },
    more:
      isLeading && streamed.isOpen
        ? [
            { text: 'Restart Parley', icon: <RotateCcw />, onPress: () => setAsked(shown?.number) },
            { text: 'Close Parley for everyone', icon: <MonitorStop />, onPress: () => show(null) },
          ]
        : [],
    actsOn: (person) =>
      isLeading && streamed.isOpen ? controlActs(streamPerson(person, coachId), holder, me, hand) : [],
  }
  return (
    <>
      {children(slots)}
      <ConfirmDialog
        title="Restart Parley?"
        act="Start again"
        wayOut="Keep it as it is"
        isDark
        isOpen={asked !== undefined}
        onConfirm={() => {
          setAsked(undefined)
          if (asked !== undefined) void toastIfRefused(stream.startAgain(asked), "Couldn't restart Parley")
        }}
        onClose={() => setAsked(undefined)}
      >
        It starts over for everyone. What was done in it is lost.
      </ConfirmDialog>
    </>
  )
}

const firstOf = (stream: StreamSession): number => stream.read().known?.instances[0]?.number ?? 1

function launchOf(
  { known, isStarting, isOpen }: ReturnType<StreamSession['read']>,
  isLeading: boolean,
): Launch {
  if (!known || known.instances.length === 0) return 'absent'
  if (isOpen) return 'open'
  if (isStarting) return 'starting'
  if (!isLeading) return 'absent'
  return canShowH264() ? 'possible' : 'unsupported'
}

/**
 * A page without `coachId` is a client's. The coach is then the other person who joined without a link, so without a browser
 * in their identity.
 */
function streamPerson(
  { id, name, isSelf }: Pick<CallPerson, 'id' | 'name' | 'isSelf'>,
  coachId: string | undefined,
): StreamPerson {
  const personId = personIdOf(id)
  return {
    id: personId,
    name,
    isSelf,
    isCoach: coachId === undefined ? !isSelf && id === personId : personId === coachId,
  }
}

function controlActs(
  person: StreamPerson,
  holder: StreamPerson | undefined,
  me: string,
  hand: (personId: string) => void,
): PersonAct[] {
  if (person.isSelf) return []
  if (person.id === holder?.id) return [{ text: 'Take control back', onPress: () => hand(me) }]
  return [{ text: `Hand control to ${firstName(person)}`, onPress: () => hand(person.id) }]
}

async function toastIfRefused(act: Promise<void>, failed: string): Promise<void> {
  try {
    await act
  } catch (error) {
    const { isOften, message } = refusalOf(error)
    if (isOften) toast.warning(troubleTexts.often.title, troubleTexts.often.text)
    else toast.error(failed, message)
  }
}

/**
 * The coach sees the device check's result. Once the application is shown here, tell the API, so that the coach sees that
 * instead.
 */
function useTellShown(sessionId: string, guest: string | undefined, state: Needed, isShown: boolean): void {
  const told = self(state)?.application
  const isWrong = isShown && told !== undefined && told !== 'good'
  useEffect(() => {
    if (!isWrong) return
    const as = guest === undefined ? {} : { guest }
    // If the request fails, the coach keeps seeing the check's result.
    void request(tellShown, { params: { id: sessionId } }, { background: true, ...as }).catch(() => undefined)
  }, [sessionId, guest, isWrong])
}

function useFollow(call: Call, stream: StreamSession, { connection, end }: Needed): void {
  useEffect(() => {
    if (connection === 'connected') stream.connected()
  }, [stream, connection])
  useEffect(
    () =>
      call.onHint((topic) => {
        if (topic === streamTopic) stream.look()
        if (topic === streamAgainTopic) stream.goOver()
      }),
    [call, stream],
  )
  useEffect(() => {
    if (end !== undefined) stream.close()
  }, [stream, end])
}

/**
 * The picture of this browser's own stream, or else the one that the holder relays. If the application allows only one
 * viewer, this browser relays what it receives.
 */
function useSource(call: Call, stream: StreamSession, { application }: Needed) {
  const { known, link } = useStore(stream)
  const own = link?.stream
  const isPassedOn = known?.isForMany === false
  const passed = isPassedOn && link?.state === 'connected' ? own : undefined
  useEffect(() => {
    if (!passed) return undefined
    void call.passOn(passed)
    return () => void call.passOn(undefined)
  }, [call, passed])
  const relayed = isPassedOn && !own ? application : undefined
  useEffect(() => {
    if (!relayed) return undefined
    stream.relayed(true)
    return () => stream.relayed(false)
  }, [stream, relayed])
  const received = useMemo(
    () =>
      own && {
        attach: (element: HTMLVideoElement) => {
          element.srcObject = own
        },
        detach: (element: HTMLVideoElement) => {
          element.srcObject = null
        },
      },
    [own],
  )
  return received ?? relayed
}
