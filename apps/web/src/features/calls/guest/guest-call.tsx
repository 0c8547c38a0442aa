import '../../../ui/ui.css'
import {
  guestJoin,
  guestTryConnection,
  type Admission,
  type Checked,
  type GuestSession,
} from '@parley/contract/calls.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import type { GuestState } from '@parley/contract/rules/guest-states.ts'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useStore } from '#base/store.ts'
import { ApiProblem, messageOf } from '#platform/server/api-problem.ts'
import { request } from '#platform/server/api.ts'
import { reportError } from '#platform/server/report-error.ts'
import { browserZone, clockText } from '#platform/time/time-zone.ts'
import { Button } from '#ui/button/button.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { CallChat } from '#features/calls/call-chat.tsx'
import { isSupported } from '#features/calls/check/is-supported.ts'
import { OwnCheck } from '#features/calls/check/own-check.tsx'
import { PreviewPane } from '#features/calls/check/preview-pane.tsx'
import { Unsupported } from '#features/calls/check/unsupported.tsx'
import { browserOf } from '#features/calls/check/check-words.ts'
import { makeLocalDevices, type LocalDevices } from '#features/calls/devices/local-devices.ts'
import { openCall, type Call } from '#features/calls/room/call-room.ts'
import { isShut } from '#features/calls/room/is-shut.ts'
import { RunningCall } from '#features/calls/running-call.tsx'
import { Shown } from '#features/calls/stage/faces/tile.tsx'
import { Contact, GuestNotice } from './guest-frame.tsx'
import { countdownText } from './guest-words.ts'
import { spanOf } from './invitation.tsx'
import { useAdmission } from './use-admission.ts'
import { WaitingRoom } from './waiting-room.tsx'

interface GuestCallProps {
  secret: string
  session: GuestSession
  state: GuestState
  now: number
  /** How this browser stood when the page asked first. */
  first: Admission
  frame: (children: ReactNode) => ReactNode
  /** What stands here once the link is good for nothing any more. */
  closed: ReactNode
  onBack: () => void
}

/** From the device check to the end of the call, for a client: everything that needs more than a page. */
export const GuestCall = (props: GuestCallProps) =>
  isSupported() ? <CheckAndCall {...props} /> : props.frame(<Unsupported />)

function CheckAndCall(props: GuestCallProps) {
  const { secret, session, state, now, first, frame, closed, onBack } = props
  const [devices] = useState(makeLocalDevices)
  const [call, setCall] = useState<Call>()
  const [step, setStep] = useState<'check' | 'waiting' | 'left'>(
    first.state === 'waiting' ? 'waiting' : 'check',
  )
  const [isJoining, setIsJoining] = useState(false)
  const [checked, setChecked] = useState<Checked>({})
  // Told to whoever was let in: the chat goes by it.
  const [sessionId, setSessionId] = useState<string>()
  const { admission, isUnheard, ask, look } = useAdmission(secret, first, call !== undefined)
  const coach = session.coach_first_name || 'Your coach'
  const isBarred = ['turned_away', 'removed', 'replaced'].includes(admission.state)
  // In the call too, whatever the clock says: it sends what these hold.
  const usesDevices = call !== undefined || (step !== 'left' && !isBarred && state === 'open')
  useEffect(() => (usesDevices ? devices.open() : undefined), [devices, usesDevices])
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  useEffect(() => () => void call?.leave(), [call])

  const enter = async () => {
    try {
      const opened = await openCall({
        join: async () => {
          const way = await request(guestJoin, {}, { guest: secret })
          setSessionId(way.session_id)
          return way
        },
        isFinal: isShut,
        devices,
      })
      if (isHere.current) setCall(opened)
      else await opened.leave()
    } catch (error) {
      if (!(error instanceof ApiProblem)) reportError(error)
      toast.error('Error joining session', 'Please refresh the page and try again.')
      setStep('check')
      await look().catch(() => undefined)
    }
  }
  const join = async (found: Checked) => {
    setIsJoining(true)
    setChecked(found)
    try {
      await ask(found)
      setStep('waiting')
    } catch (error) {
      toast.error('Error joining session', messageOf(error))
    } finally {
      setIsJoining(false)
    }
  }
  // Whoever pressed and was let in goes in, now or whenever it is.
  const enterNow = useEffectEvent(enter)
  const mayEnter = step === 'waiting' && admission.state === 'admitted' && call === undefined
  useEffect(() => {
    if (!mayEnter) return undefined
    const timer = setTimeout(() => void enterNow())
    return () => clearTimeout(timer)
  }, [mayEnter])

  const onOver = () => {
    setCall(undefined)
    setStep('left')
    void look().catch(() => undefined)
  }
  return (
    <>
      <ToastRegion />
      {content()}
    </>
  )

  function content(): ReactNode {
    if (call && sessionId !== undefined)
      return (
        <CallChat
          {...{ call, sessionId }}
          personId="guest"
          zone={browserZone()}
          isCoach={false}
          guest={secret}
        >
          {(chatSlots) => (
            <RunningCall
              {...{ call, devices, onOver, ...chatSlots }}
              title={`Call with ${coach}`}
              waitingText={`Waiting for ${coach}`}
              left={<GuestFacts session={session} now={now} coach={coach} />}
              endsAt={Date.parse(session.end_time)}
              triesUntil={clockText(
                browserZone(),
                Date.parse(session.end_time) + constants.joinWindowAfterMs,
              )}
            />
          )}
        </CallChat>
      )
    if (admission.state === 'turned_away')
      return frame(
        <GuestNotice title={`${coach} cannot take you in now.`}>
          <p>
            If that seems wrong, ask <Contact organization={session.organization} />.
          </p>
        </GuestNotice>,
      )
    if (admission.state === 'removed')
      return frame(
        <GuestNotice title="You were taken out of this call.">
          <p>
            If that seems wrong, ask <Contact organization={session.organization} />.
          </p>
        </GuestNotice>,
      )
    if (admission.state === 'replaced')
      return frame(
        <GuestNotice title="You joined on another device. This one has left.">
          {state === 'open' && <Again text="Use this device instead" onPress={() => void join(checked)} />}
        </GuestNotice>,
      )
    if (state !== 'open') return frame(closed)
    if (step === 'left')
      return frame(
        <GuestNotice title="This call has ended.">
          <p>You have left. While there is time you can come back.</p>
          <Again text="Rejoin" onPress={() => setStep('waiting')} />
        </GuestNotice>,
      )
    if (step === 'waiting')
      return frame(
        <WaitingRoom
          {...{ session, admission, now }}
          picture={<OwnSeat devices={devices} />}
          isUnheard={isUnheard}
          onDevices={() => setStep('check')}
          onLeave={onBack}
        />,
      )
    return frame(
      <OwnCheck
        {...{ devices, isJoining }}
        fetchTrial={() => request(guestTryConnection, {}, { guest: secret })}
        onJoin={(found) => void join(found)}
        close={
          <Button size="large" onPress={onBack}>
            Close
          </Button>
        }
      />,
    )
  }
}

const Again = ({ text, onPress }: { text: string; onPress: () => void }) => (
  <div className="mt-3 flex justify-center">
    <Button look="primary" size="large" onPress={onPress}>
      {text}
    </Button>
  </div>
)

/** A quiet clock, whom the call is with, and how long it still goes. */
function GuestFacts({ session, now, coach }: { session: GuestSession; now: number; coach: string }) {
  return (
    <div className="flex items-center gap-4">
      <p className="font-figures text-title font-semibold whitespace-nowrap">
        {clockText(browserZone(), now)}
      </p>
      <div className="min-w-0 border-l border-stage-line pl-4 max-lg:hidden">
        <p className="truncate font-medium">Call with {coach}</p>
        <p className="truncate text-small text-stage-ink-2">{endText(session, now)}</p>
      </div>
    </div>
  )
}

function endText(session: GuestSession, now: number): string {
  const { start, end } = spanOf(session)
  return now < start || now >= end
    ? countdownText(spanOf(session), now)
    : `Ends ${clockText(browserZone(), end)}`
}

/** The own seat in the waiting room: only its owner sees it. */
function OwnSeat({ devices }: { devices: LocalDevices }) {
  const device = useStore(devices)
  return (
    <PreviewPane
      state={{ ...device, ...notMeasured, speaker: device.speakerInUse }}
      acts={{
        onToggle: (what) => void devices.toggle(what),
        onRetry: (what) => void devices.retry(what),
        onCamera: (deviceId) => void devices.choose('camera', deviceId),
      }}
      browser={browserOf(navigator.userAgent)}
      picture={device.cameraTrack && <Shown picture={device.cameraTrack} isMirrored />}
      label="You, only visible to you"
    />
  )
}

const notMeasured = {
  level: -Infinity,
  hearing: 'listening',
  connection: undefined,
  playsH264: true,
  isTestSoundOn: false,
  isJoining: false,
} as const
