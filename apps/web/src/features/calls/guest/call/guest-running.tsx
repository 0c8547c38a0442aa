import type { GuestSession } from '@parley/contract/calls/calls.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { LifeBuoy } from 'lucide-react'
import { browserZone, clockText } from '#platform/time/time-zone.ts'
import { CallChat } from '#features/calls/call-chat.tsx'
import { CallStream } from '#features/calls/call-stream.tsx'
import { ContactLine } from '#features/calls/contact/contact.tsx'
import type { LocalDevices } from '#features/calls/devices/local-devices.ts'
import type { Call } from '#features/calls/room/call-room.ts'
import type { CallEnd } from '#features/calls/room/call-state.ts'
import { RunningCall } from '#features/calls/running-call.tsx'
import { guestPersonId } from './guest-unsent.tsx'
import { countdownText } from '#features/calls/guest/guest-words.ts'
import { spanOf } from '#features/calls/guest/invitation/invitation.tsx'

interface GuestRunningProps {
  call: Call
  devices: LocalDevices
  session: GuestSession
  /** The API tells it to an admitted client; the chat needs it. */
  sessionId: string
  secret: string
  now: number
  onReport: () => void
  onOver: (end: CallEnd) => void
}

/** A client's call. */
export function GuestRunning(props: GuestRunningProps) {
  const { call, devices, session, sessionId, secret, now, onReport, onOver } = props
  const coach = session.coach_first_name || 'Your coach'
  const end = Date.parse(session.end_time)
  return (
    <CallChat
      {...{ call, sessionId }}
      personId={guestPersonId}
      zone={browserZone()}
      isCoach={false}
      guest={secret}
    >
      {(chatSlots) => (
        <CallStream {...{ call, sessionId }} zone={browserZone()} guest={secret}>
          {({ launch, application, control }) => (
            <RunningCall
              {...{ call, devices, onOver, ...chatSlots, launch, application, control }}
              title={`Call with ${coach}`}
              waitingText={`Waiting for ${coach}`}
              left={<GuestFacts session={session} now={now} coach={coach} />}
              more={[{ text: 'Report technical issues', icon: <LifeBuoy />, onPress: onReport }]}
              contact={<ContactLine question="Can't reconnect?" organization={session.organization} />}
              endsAt={end}
              triesUntil={clockText(browserZone(), end + constants.joinWindowAfterMs)}
            />
          )}
        </CallStream>
      )}
    </CallChat>
  )
}

/** The time, whom the call is with, and when it ends. */
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
    ? countdownText(spanOf(session), browserZone(), now)
    : `Ends ${clockText(browserZone(), end)}`
}
