import { joinSession, raiseHand, type Checked, type CheckResult } from '@parley/contract/calls/calls.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { useNavigate } from '@tanstack/react-router'
import { GraduationCap, LifeBuoy } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { usePageHold } from '#base/page-hold.ts'
import { pages } from '#platform/pages.ts'
import { request } from '#platform/server/api.ts'
import { useNow } from '#platform/time/clock.ts'
import { clockText, zoneOf } from '#platform/time/time-zone.ts'
import { ButtonLink } from '#ui/button/link.tsx'
import { InlineFailure, lazyPart } from '#ui/page/lazy-part.tsx'
import { loadScoringInCall } from '#features/assessment/assessment.ts'
import { countdownText, waitText } from '#features/sessions/sessions.ts'
import { OwnContactLine } from './contact/contact.tsx'
import { CallChat } from './call-chat.tsx'
import { CallStream } from './call-stream.tsx'
import { applicationResult } from './check/application-check.ts'
import { SessionCheck } from './check/session-check.tsx'
import { CallKnocks, focusOnKnock } from './knock/knocks.tsx'
import { joinCall } from './join-call.ts'
import { leadingActs, type Named } from './leading-acts.ts'
import { makeLocalDevices, type LocalDevices } from './devices/local-devices.ts'
import { useLeaving, type WayOut } from './leaving/use-leaving.tsx'
import { RemoveQuestion } from './remove-question.tsx'
import { ReportDialog } from './reports/report-dialog.tsx'
import type { Call } from './room/call-room.ts'
import { recordCall } from './room/call-statistics.ts'
import { isSupported, Unsupported } from './check/browser-support.tsx'
import { isHeldElsewhere, openHeldCall, takeOverIntents } from './room/call-lock.ts'
import type { CallEnd } from './room/call-state.ts'
import { makeGrantAhead } from './room/connection/grant-ahead.ts'
import { isShut } from './room/connection/retry-rules.ts'
import { RunningCall } from './running-call.tsx'
import { CallOver } from './stage/call-over.tsx'
import { SecondTab } from './stage/second-tab.tsx'

const ScoringInCall = lazyPart(loadScoringInCall, InlineFailure)

interface CallOf {
  session: Session
  me: OwnProfile
}

interface SessionCallProps extends CallOf {
  /** The frame around the device check; the call has the window to itself. */
  frame: (corner: ReactNode, children: ReactNode) => ReactNode
}

/** A session's call, in browsers that can hold one. */
export const SessionCall = (props: SessionCallProps) =>
  isSupported() ? <CheckAndCall {...props} /> : props.frame(null, <Unsupported />)

/** The device check and, after joining, the call in its place. Leaving the page ends both. */
function CheckAndCall({ session, me, frame }: SessionCallProps) {
  // Long because check and call share the devices and this tab's hold on the call.
  usePageHold()
  const [devices] = useState(makeLocalDevices)
  const [grants] = useState(() =>
    makeGrantAhead((application: CheckResult | undefined) =>
      request(joinSession, { params: { id: session.id }, query: { application } }),
    ),
  )
  const [call, setCall] = useState<Call>()
  const [isJoining, setIsJoining] = useState(false)
  const navigate = useNavigate()
  const [end, setEnd] = useState<CallEnd>()
  const [isElsewhere, setIsElsewhere] = useState<boolean>()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    void isHeldElsewhere(session.id).then(setIsElsewhere)
    return () => {
      isHere.current = false
    }
  }, [session.id])
  // Don't capture devices that another tab uses.
  useEffect(() => (isElsewhere === false ? devices.open() : undefined), [devices, isElsewhere])
  useEffect(() => () => void call?.leave(), [call])
  useEffect(() => (call ? recordCall(session.id, call) : undefined), [call, session.id])
  const join = async (isTaking: boolean, checked?: Checked) => {
    setIsJoining(true)
    const application = applicationResult(checked)
    await joinCall({
      open: () =>
        openHeldCall({
          callId: session.id,
          isTaking,
          join: () => grants.take(application),
          isFinal: isShut,
          raiseHand: (isUp) => request(raiseHand, { params: { id: session.id }, body: { is_up: isUp } }),
          devices,
        }),
      isHere: () => isHere.current,
      onOpened: setCall,
      onElsewhere: () => setIsElsewhere(true),
    })
    setIsJoining(false)
  }
  const move = async () => {
    await takeOverIntents(session.id, devices)
    setIsElsewhere(false)
    await join(true)
  }
  const onOver = (why: CallEnd, way: WayOut) => {
    if (way === 'sessions') void navigate({ to: '/sessions' })
    else if (why === 'left')
      void navigate({ to: '/session/$sessionId/completionpage', params: { sessionId: session.id } })
    else setEnd(why)
  }
  const back = (
    <ButtonLink to="/sessions" size="large">
      Back to sessions
    </ButtonLink>
  )
  if (end && end !== 'left')
    return (
      <CallOver end={end} contact={<OwnContactLine question="Questions?" me={me} />}>
        {back}
      </CallOver>
    )
  if (isElsewhere === undefined) return null
  if (isElsewhere && !call)
    return (
      <SecondTab
        keep={
          <ButtonLink to="/sessions" size="large">
            Keep it in the other tab
          </ButtonLink>
        }
        onMove={() => void move()}
      />
    )
  if (call) return <SessionRunning {...{ session, me, call, devices }} onOver={onOver} />
  return (
    <SessionCheck
      {...{ session, me, devices, isJoining, frame }}
      onJoin={(checked) => void join(false, checked)}
      // Without this ability, the API would only refuse the request, or refuse it for now.
      onFound={(application) => session.abilities.join && grants.prepare(application)}
    />
  )
}

interface SessionRunningProps extends CallOf {
  call: Call
  devices: LocalDevices
  onOver: (end: CallEnd, way: WayOut) => void
}

function SessionRunning({ session, me, call, devices, onOver }: SessionRunningProps) {
  const leaving = useLeaving({ session, me, leave: () => void call.leave() })
  const [reported, setReported] = useState<string>()
  const [removed, setRemoved] = useState<Named>()
  const [conversation, onConversation] = useState(0)
  const { assess } = session.abilities
  // Preload it: it is wanted in the middle of a call, on any network.
  useEffect(() => {
    if (assess) void loadScoringInCall().catch(() => {})
  }, [assess])
  // Created here, not with each state of the call: React doesn't render the same element again.
  const facts = <CallFacts session={session} me={me} />
  const assessment = assess ? <ScoringInCall {...{ session, me, conversation, onConversation }} /> : undefined
  return (
    <>
      <CallChat
        call={call}
        sessionId={session.id}
        personId={me.id}
        zone={zoneOf(me)}
        isCoach={session.coach_id === me.id}
      >
        {(chatSlots) => (
          <CallStream call={call} sessionId={session.id} coachId={session.coach_id} zone={zoneOf(me)}>
            {({ launch, application, control, checkOf, more, actsOn }) => (
              <RunningCall
                call={call}
                {...chatSlots}
                {...{ launch, application, control, checkOf }}
                devices={devices}
                title={session.title}
                waitingText={session.coach_id === me.id ? 'Waiting for Client' : 'Waiting for the others'}
                left={facts}
                assessment={assessment}
                knock={session.coach_id === me.id && <CallKnocks me={me} sessionId={session.id} isInCall />}
                onKnockKey={focusOnKnock}
                contact={<OwnContactLine question="Can't reconnect?" me={me} />}
                more={[
                  ...more,
                  // Opens another window, so that reading it doesn't touch the call.
                  {
                    text: 'Training',
                    icon: <GraduationCap />,
                    onPress: () => void window.open(pages.training.path, '_blank', 'noopener'),
                  },
                  {
                    text: 'Report technical issues',
                    icon: <LifeBuoy />,
                    onPress: () => setReported(session.id),
                  },
                ]}
                actsOn={(person) =>
                  session.coach_id === me.id && !person.isSelf
                    ? [...actsOn(person), ...leadingActs(session.id, person, setRemoved)]
                    : []
                }
                onLeave={leaving.onLeave}
                isLeaving={leaving.isLooking}
                isHeld={leaving.isUnderWay}
                onOver={(end) => onOver(end, leaving.wayOut())}
                endsAt={Date.parse(session.end_time)}
                triesUntil={clockText(zoneOf(me), Date.parse(session.end_time) + constants.joinWindowAfterMs)}
              />
            )}
          </CallStream>
        )}
      </CallChat>
      {leaving.question}
      <RemoveQuestion sessionId={session.id} person={removed} onClose={() => setRemoved(undefined)} />
      <ReportDialog sessionId={reported} isDark onClose={() => setReported(undefined)} />
    </>
  )
}

/** The time, the session's title, and how long the call still goes. */
function CallFacts({ session, me }: CallOf) {
  const now = useNow()
  return (
    <div className="flex items-center gap-4">
      <p className="font-figures text-title font-semibold whitespace-nowrap">{clockText(zoneOf(me), now)}</p>
      <div className="min-w-0 border-l border-stage-line pl-4 max-lg:hidden">
        <p className="truncate font-medium">{session.title}</p>
        <p className="truncate text-small text-stage-ink-2">{endText(session, me, now)}</p>
      </div>
    </div>
  )
}

function endText(session: Session, me: OwnProfile, now: number): string {
  const end = Date.parse(session.end_time)
  if (now < Date.parse(session.start_time) || now >= end) return countdownText(session, now)
  return `Ends ${clockText(zoneOf(me), end)}, in ${waitText(end, now)}`
}
