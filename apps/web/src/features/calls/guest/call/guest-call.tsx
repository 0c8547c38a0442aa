import '../../../../ui/ui.css'
import {
  guestJoin,
  guestTryConnection,
  raiseHand,
  type Admission,
  type Checked,
  type GuestSession,
} from '@parley/contract/calls/calls.ts'
import type { GuestState } from '@parley/contract/rules/calls/guest-states.ts'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { messageOf } from '#platform/server/api-problem.ts'
import { request } from '#platform/server/api.ts'
import { Button } from '#ui/button/button.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { applicationResult } from '#features/calls/check/application-check.ts'
import { isSupported, Unsupported } from '#features/calls/check/browser-support.tsx'
import { OwnCheck } from '#features/calls/check/own-check.tsx'
import { Contact } from '#features/calls/contact/contact.tsx'
import { makeLocalDevices } from '#features/calls/devices/local-devices.ts'
import { ReportDialog } from '#features/calls/reports/report-dialog.tsx'
import { isHeldElsewhere, openHeldCall, takeOverIntents } from '#features/calls/room/call-lock.ts'
import type { Call } from '#features/calls/room/call-room.ts'
import { endTexts, type CallEnd } from '#features/calls/room/call-state.ts'
import { recordCall } from '#features/calls/room/call-statistics.ts'
import { isShut } from '#features/calls/room/connection/retry-rules.ts'
import { joinCall, joining } from '#features/calls/join-call.ts'
import { SecondTab } from '#features/calls/stage/second-tab.tsx'
import { forgetCut, guestCallId, keepCut, readCut, usePageGoing, type CutOff } from './cut-off.ts'
import { GuestUnsent } from './guest-unsent.tsx'
import { GuestEnd } from './guest-end.tsx'
import { GuestNotice } from '#features/calls/guest/guest-frame.tsx'
import { GuestRunning } from './guest-running.tsx'
import { OwnSeat } from '#features/calls/guest/waiting/own-seat.tsx'
import { useAdmission } from '#features/calls/guest/waiting/use-admission.ts'
import { WaitingRoom } from '#features/calls/guest/waiting/waiting-room.tsx'

interface GuestCallProps {
  secret: string
  session: GuestSession
  state: GuestState
  now: number
  /** This browser's admission when the page first asked for it. */
  first: Admission
  /** The frame around the page. After the call it counts down to nothing, and the page itself shows the contact. */
  frame: (children: ReactNode, isAfterCall?: boolean) => ReactNode
  /** Shown once the link is no longer good for anything. */
  closed: ReactNode
  onBack: () => void
  open?: typeof openHeldCall
}

/** `moving`: like `waiting`, but the call comes from another tab. */
type Step = 'check' | 'waiting' | 'moving' | 'left'

/**
 * From the device check to the end of the call, for a client. It is loaded lazily: the pages before it need none of this.
 */
export const GuestCall = (props: GuestCallProps) =>
  isSupported() ? <CheckAndCall {...props} /> : props.frame(<Unsupported />)

function CheckAndCall(props: GuestCallProps) {
  // Long because every step shares the devices, the admission and this tab's hold on the call.
  const { secret, session, state, now, first, frame, closed, onBack, open = openHeldCall } = props
  const [devices] = useState(makeLocalDevices)
  /** Set if this browser was in the call when its page went away: it goes straight back in, with the same devices on. */
  const [cut, setCut] = useState<CutOff>()
  const [call, setCall] = useState<Call>()
  const [end, setEnd] = useState<CallEnd>('left')
  const [stayedMs, setStayedMs] = useState<number>()
  const [step, setStep] = useState<Step>(first.state === 'waiting' ? 'waiting' : 'check')
  const [isJoining, setIsJoining] = useState(false)
  const [checked, setChecked] = useState<Checked>({})
  const [sessionId, setSessionId] = useState<string>()
  const [isReporting, setIsReporting] = useState(false)
  const [isElsewhere, setIsElsewhere] = useState<boolean>()
  const { admission, isUnheard, ask, look } = useAdmission(secret, first, call !== undefined)
  const coach = session.coach_first_name || 'Your coach'
  const isBarred = ['turned_away', 'removed', 'replaced'].includes(admission.state)
  useEffect(() => {
    let isOver = false
    const begin = async () => {
      const id = await guestCallId(secret)
      const isHeld = await isHeldElsewhere(id)
      if (isOver) return
      const before = isHeld ? undefined : readCut(id, Date.now())
      if (before && first.state === 'admitted') {
        setCut(before)
        setStep('waiting')
      }
      setIsElsewhere(isHeld)
    }
    void begin()
    return () => {
      isOver = true
    }
  }, [secret, first.state])
  // Keep the devices open in the call even after the window has closed, because the call sends their tracks. Don't capture
  // them while another tab uses them.
  const usesDevices =
    call !== undefined || (step !== 'left' && !isBarred && state === 'open' && isElsewhere === false)
  useEffect(() => (usesDevices ? devices.open() : undefined), [devices, usesDevices])
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const isPageGoing = usePageGoing()
  useEffect(() => () => void call?.leave(), [call])
  useEffect(() => (call ? keepCut(secret, call) : undefined), [secret, call])
  useEffect(
    () => (call && sessionId !== undefined ? recordCall(sessionId, call) : undefined),
    [call, sessionId],
  )

  const enter = async (isTaking: boolean) => {
    let ownId = ''
    const openForGuest = async () => {
      for (const what of ['camera', 'microphone'] as const)
        if (cut?.[what] === false && devices.read()[what].kind !== 'off') await devices.toggle(what)
      const opened = await open({
        callId: await guestCallId(secret),
        isTaking,
        join: async () => {
          const query = { application: applicationResult(checked) }
          const way = await request(guestJoin, { query }, { guest: secret })
          ownId = way.session_id
          setSessionId(ownId)
          return way
        },
        isFinal: isShut,
        raiseHand: (isUp) =>
          request(raiseHand, { params: { id: ownId }, body: { is_up: isUp } }, { guest: secret }),
        devices,
      })
      setCut(undefined)
      return opened
    }
    const isJoined = await joinCall({
      open: openForGuest,
      isHere: () => isHere.current,
      onOpened: setCall,
      onElsewhere: () => setIsElsewhere(true),
    })
    if (isJoined) return
    setStep('check')
    await look().catch(() => undefined)
  }
  const join = async (found: Checked) => {
    setIsJoining(true)
    setChecked(found)
    setCut(undefined)
    try {
      await ask(found)
      toast.closeAbout(joining)
      setStep('waiting')
    } catch (error) {
      toast.error('Error joining session', messageOf(error), { about: joining })
    } finally {
      setIsJoining(false)
    }
  }
  // A client who pressed Join enters once they are admitted, however long that takes.
  const enterNow = useEffectEvent(enter)
  const isOnTheWay = (step === 'waiting' || step === 'moving') && call === undefined
  const entering = isOnTheWay && admission.state === 'admitted' && isElsewhere === false ? step : undefined
  useEffect(() => {
    if (entering === undefined) return undefined
    const timer = setTimeout(() => void enterNow(entering === 'moving'))
    return () => clearTimeout(timer)
  }, [entering])

  const onOver = (why: CallEnd) => {
    setCall(undefined)
    if (!isPageGoing.current) forgetCut()
    setEnd(why)
    setStep('left')
    setStayedMs(undefined)
    // The server's record counts every stay and device; this tab knows only its own.
    void look().then(
      ({ stayed_ms }) => setStayedMs(stayed_ms),
      () => undefined,
    )
  }
  const move = async () => {
    await takeOverIntents(await guestCallId(secret), devices)
    setIsElsewhere(false)
    setStep('moving')
  }
  const keepElsewhere = () => {
    setIsElsewhere(false)
    setEnd('moved')
    setStep('left')
  }
  return (
    <>
      <ToastRegion />
      {content()}
      <ReportDialog
        sessionId={isReporting ? sessionId : undefined}
        guest={secret}
        isDark={call !== undefined}
        onClose={() => setIsReporting(false)}
      />
    </>
  )

  function content(): ReactNode {
    if (call && sessionId !== undefined)
      return (
        <GuestRunning
          {...{ call, devices, session, sessionId, secret, now, onOver }}
          onReport={() => setIsReporting(true)}
        />
      )
    if (admission.state === 'turned_away' || admission.state === 'removed' || admission.state === 'replaced')
      return frame(
        <Barred
          reason={admission.state}
          {...{ session, coach }}
          onUseHere={state === 'open' ? () => void join(checked) : undefined}
        />,
      )
    if (isElsewhere === undefined) return null
    if (isElsewhere)
      return (
        <SecondTab
          onMove={() => void move()}
          keep={
            <Button size="large" onPress={keepElsewhere}>
              Keep it in the other tab
            </Button>
          }
        />
      )
    if (step === 'left' && state !== 'cancelled')
      return frame(
        <GuestEnd
          {...{ end, session, stayedMs }}
          mayRejoin={state === 'open' && end !== 'removed'}
          onRejoin={() => setStep('waiting')}
          onMove={() => void move()}
          onReport={sessionId === undefined ? undefined : () => setIsReporting(true)}
          unsent={<GuestUnsent secret={secret} sessionId={sessionId} />}
        />,
        true,
      )
    if (state !== 'open') return frame(closed)
    if (step === 'waiting' || step === 'moving')
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
        address={`${location.origin}/join/${secret}`}
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

interface BarredProps {
  reason: 'turned_away' | 'removed' | 'replaced'
  session: GuestSession
  coach: string
  /** Undefined if this browser can't take the place back. */
  onUseHere: (() => void) | undefined
}

/** Says why this browser can't be in the call. */
function Barred({ reason, session, coach, onUseHere }: BarredProps) {
  if (reason === 'replaced')
    return (
      <GuestNotice title={endTexts.elsewhere}>
        {onUseHere && (
          <div className="mt-3 flex justify-center">
            <Button look="primary" size="large" onPress={onUseHere}>
              Use this device instead
            </Button>
          </div>
        )}
      </GuestNotice>
    )
  return (
    <GuestNotice title={reason === 'removed' ? endTexts.removed : `${coach} can't see you right now.`}>
      <p>
        If that seems wrong, ask <Contact organization={session.organization} />.
      </p>
    </GuestNotice>
  )
}
