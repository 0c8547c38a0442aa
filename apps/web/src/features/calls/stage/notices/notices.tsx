import { AudioLines, MonitorUp, ScanFace, SignalLow, Unplug, VolumeX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Spinner } from '#ui/display/loading.tsx'
import { newsText } from '#features/calls/devices/device-news.ts'
import type { CallState } from '#features/calls/room/call-state.ts'
import type { CallActs } from '../call-acts.ts'
import { sharerIn } from '../faces/focus.ts'
import { Notice } from './notice.tsx'

interface NoticesProps {
  state: CallState
  acts: Pick<CallActs, 'onSound' | 'onAudioOnly' | 'onNewsRead' | 'onShare'>
  /** The people who wait to be let in. */
  knock: ReactNode
  /** Messages from other parts, each a `Notice`. */
  more: ReactNode
  /** Places them at the bottom left: the top shows who has control of the application. */
  isLow: boolean
  /** The application runs, shown or put aside. */
  hasApplication: boolean
  /** Switches between the application and the shared screen. */
  onOther: () => void
}

/** The messages that matter now, at the stage's upper edge, where they cover no face. */
export function Notices(props: NoticesProps) {
  const { state, knock, more, isLow } = props
  // One notice for one loss: the rest can wait until the connection is back.
  const isAway = state.connection === 'reconnecting'
  return (
    <div
      data-toasts-after=""
      className={`pointer-events-none absolute inset-x-0 z-45 flex flex-col gap-2 px-4 *:pointer-events-auto ${isLow ? places.low : places.top}`}
    >
      <div className={isLow ? 'contents' : places.corner}>{knock}</div>
      <div role="alert">{isAway && <Reconnecting />}</div>
      {!isAway && <Others {...props} />}
      {!isAway && more}
    </div>
  )
}

function Others({ state, acts, isLow, hasApplication, onOther }: NoticesProps) {
  const { isSoundHeld, isAudioOnly, blur, news, sharing } = state
  const sharer = sharerIn(state)
  return (
    <>
      {isSoundHeld && (
        <Notice icon={<VolumeX strokeWidth={1.75} />} act={{ text: 'Turn sound on', onPress: acts.onSound }}>
          Your browser has muted this page.
        </Notice>
      )}
      {sharing === 'own' && (
        <Notice icon={<MonitorUp strokeWidth={1.75} />} act={{ text: 'Stop sharing', onPress: acts.onShare }}>
          {hasApplication
            ? 'You are sharing your screen. The others see it in place of Parley.'
            : 'You are sharing your screen.'}
        </Notice>
      )}
      {hasApplication && sharer && (
        <Notice
          icon={<MonitorUp strokeWidth={1.75} />}
          act={{ text: isLow ? 'Show screen' : 'Show Parley', onPress: onOther }}
        >
          {sharer.name} is sharing a screen.
        </Notice>
      )}
      {isAudioOnly && (
        <Notice
          icon={<AudioLines strokeWidth={1.75} />}
          act={{ text: 'Turn picture on', onPress: acts.onAudioOnly }}
        >
          Audio only, to save your connection
        </Notice>
      )}
      <output className="contents">
        {blur === 'starting' && (
          <Notice icon={<ScanFace strokeWidth={1.75} />}>
            {state.camera === 'on'
              ? 'Blur is starting. Until then your background is visible.'
              : 'Blur is starting. Nobody sees you until then.'}
          </Notice>
        )}
        {news && (
          <Notice
            icon={news.kind === 'blur' ? <ScanFace strokeWidth={1.75} /> : <Unplug strokeWidth={1.75} />}
            onDismiss={acts.onNewsRead}
          >
            {newsText(news)}
          </Notice>
        )}
      </output>
      <Weak state={state} onAudioOnly={acts.onAudioOnly} />
    </>
  )
}

const places = {
  top: 'top-3 items-center',
  // In the middle, the high card of a knock would lie on a face. It is the only section here: a line of text stays in the middle.
  corner:
    'contents lg:has-[section]:flex lg:has-[section]:flex-col lg:has-[section]:gap-2 lg:has-[section]:mr-2 lg:has-[section]:self-end',
  // Like toasts: above the strip of faces if it is below the application; on a phone, below its header.
  low: 'max-sm:top-16 max-sm:items-center sm:bottom-3 sm:items-start sm:in-data-[strip=below]:bottom-32',
}

function Reconnecting() {
  return (
    <div className="flex items-center gap-3.5 rounded-panel border border-stage-line bg-stage-raised px-4 py-2.5 shadow-menu">
      <Spinner label="Reconnecting" />
      <p className="font-semibold">Your connection dropped. Reconnecting…</p>
    </div>
  )
}

/** Shown once for each time that the connection gets weak. */
function Weak({ state, onAudioOnly }: { state: CallState; onAudioOnly: () => void }) {
  const isWeak = state.quality === 'weak' && state.connection === 'connected' && !state.isAudioOnly
  const [isDismissed, setIsDismissed] = useState(false)
  if (!isWeak && isDismissed) setIsDismissed(false)
  if (!isWeak || isDismissed) return null
  return (
    <Notice
      icon={<SignalLow className="text-yellow-ink" strokeWidth={1.75} />}
      act={{ text: 'Audio only', onPress: onAudioOnly }}
      onDismiss={() => setIsDismissed(true)}
    >
      Your connection is weak. The picture quality is reduced to keep the sound clear.
    </Notice>
  )
}
