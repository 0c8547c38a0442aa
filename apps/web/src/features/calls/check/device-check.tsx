import {
  AppWindow,
  Mic,
  MicOff,
  Play,
  RotateCcw,
  ScanFace,
  ShieldCheck,
  Video,
  VideoOff,
  Volume2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyButton } from '#ui/button/copy-button.tsx'
import { Button } from '#ui/button/button.tsx'
import { Select } from '#ui/choice/select.tsx'
import { Note } from '#ui/display/note.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import {
  chosenIdOf,
  deniedState,
  wayInText,
  type DeviceChoice,
  type DeviceKind,
} from '#features/calls/devices/device-states.ts'
import { chosenAmong, defaultId } from '#features/calls/devices/chosen-devices.ts'
import type { CheckActs, CheckState } from './check-state.ts'
import { pickerText, troubleOf, type BrowserName } from './check-words.ts'
import { ConnectionFact, StreamFact } from './check-facts.tsx'
import { LevelMeter } from './level-meter.tsx'
import { PreviewPane } from './preview-pane.tsx'

interface DeviceCheckProps {
  state: CheckState
  acts: CheckActs
  browser: BrowserName
  /** The user's own picture, mirrored. */
  picture: ReactNode
  /** Shown above the pickers, such as the clients who are already waiting. */
  above?: ReactNode
  /** The button that leads back. */
  close: ReactNode
  /** The address to open in another browser, shown in an in-app browser that cannot hold a call. */
  address?: string
}

/** Before the call: you see and hear yourself, and nobody else does yet. Joining is always possible. */
export function DeviceCheck(props: DeviceCheckProps) {
  const { state, acts, browser, picture, above, close, address } = props
  return (
    <div
      data-denied={deniedState(state)}
      className="flex w-full flex-col gap-x-11 gap-y-6 lg:grid lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]"
    >
      {/* In one column, the advice comes after the devices and the join button stays in reach. */}
      <div className="min-w-0 max-lg:contents">
        <div className="min-w-0">
          <PageHeading
            title="Choose your video and audio options"
            className="text-[1.75rem]/9 font-semibold tracking-[-0.02em] text-balance"
          />
          <p className="mt-1 text-large text-ink-2">Nobody sees or hears you until you join.</p>
          <div className="mt-6">
            <PreviewPane {...{ state, acts, browser, picture }} />
          </div>
        </div>
        <GoodAdvice />
      </div>
      <div className="flex min-w-0 flex-col gap-6 max-lg:contents lg:pt-5">
        <div className="flex min-w-0 flex-col gap-6 max-lg:order-1 max-lg:**:scroll-mb-32">
          {above}
          {browser === 'in-app' && address !== undefined && (
            <Note kind="error">
              <p>
                <span className="font-semibold">Open this page in Safari or Chrome.</span> The app that you
                opened it in may not let it use camera and microphone. Copy the link and paste it there.
              </p>
              <div className="mt-2">
                <CopyButton text={address} />
              </div>
            </Note>
          )}
          <DevicePicker what="camera" {...{ state, acts, browser }} />
          <div className="flex flex-col gap-2.5">
            <DevicePicker what="microphone" {...{ state, acts, browser }} />
            {state.microphone.kind === 'on' && <LevelMeter level={state.level} hearing={state.hearing} />}
          </div>
          <SpeakerPicker state={state} acts={acts} />
          <ul className="border-y border-line">
            {state.connection && <ConnectionFact connection={state.connection} />}
            {state.streamSupport && <StreamFact streamSupport={state.streamSupport} />}
          </ul>
        </div>
        <WayIn state={state} acts={acts} close={close} />
      </div>
    </div>
  )
}

const icons = {
  camera: { on: <Video strokeWidth={1.75} />, off: <VideoOff strokeWidth={1.75} /> },
  microphone: { on: <Mic strokeWidth={1.75} />, off: <MicOff strokeWidth={1.75} /> },
}
const labels: Record<DeviceKind, string> = { camera: 'Camera', microphone: 'Microphone' }

interface DevicePickerProps extends Pick<DeviceCheckProps, 'state' | 'acts' | 'browser'> {
  what: DeviceKind
}

function DevicePicker({ what, state, acts, browser }: DevicePickerProps) {
  const device = state[what]
  const choices = what === 'camera' ? state.cameras : state.microphones
  const text = pickerText[what][device.kind]
  const trouble = troubleOf(what, device, browser)
  return (
    <>
      <Select
        label={labels[what]}
        icon={<PickerIcon>{icons[what][trouble ? 'off' : 'on']}</PickerIcon>}
        options={optionsOf(choices)}
        value={text === undefined ? (chosenAmong(choices, chosenIdOf(device) ?? defaultId) ?? null) : null}
        placeholder={text ?? 'Choose'}
        isDisabled={choices.length === 0 && device.kind !== 'denied'}
        error={errorUnder(what, device.kind)}
        onChange={what === 'camera' ? acts.onCamera : acts.onMicrophone}
      />
      {what === 'microphone' && trouble && device.kind !== 'missing' && !isBothDenied(state) && (
        <Note kind="error">
          <p>
            <span className="font-semibold">{trouble.title}.</span> {trouble.text}
          </p>
          <div className="mt-2">
            <Button size="small" onPress={() => acts.onRetry('microphone')}>
              Try again
            </Button>
          </div>
        </Note>
      )}
      {what === 'microphone' && device.kind === 'missing' && (
        <p className="text-label text-ink-3">{trouble?.text}</p>
      )}
    </>
  )
}

const isBothDenied = ({ camera, microphone }: CheckState): boolean =>
  camera.kind === 'denied' && microphone.kind === 'denied'

/** A one-line error under the field. The remedy is shown in place of the picture, or below the microphone. */
function errorUnder(what: DeviceKind, kind: CheckState['camera']['kind']): string | undefined {
  if (kind === 'busy') return 'In use by another app or tab.'
  if (what === 'microphone') return undefined
  if (kind === 'denied') return 'Allow the camera, or join with sound only.'
  return kind === 'blocked' ? 'Allow it in the privacy settings, or join with sound only.' : undefined
}

const PickerIcon = ({ children }: { children: ReactNode }) => (
  <span className="flex text-ink-2 [&_svg]:size-4">{children}</span>
)

const optionsOf = (choices: readonly DeviceChoice[]) =>
  choices.map(({ deviceId, label }, i) => ({ value: deviceId, label: label || `Device ${i + 1}` }))

/** If the browser doesn't let a page choose the speaker, the system's is used, also for the test sound. */
function SpeakerPicker({ state, acts }: Pick<DeviceCheckProps, 'state' | 'acts'>) {
  const { speakers, speaker, isTestSoundOn } = state
  const test = (
    <Button icon={<Play strokeWidth={1.75} />} isDisabled={isTestSoundOn} onPress={acts.onTestSound}>
      Play test sound
    </Button>
  )
  if (speakers === undefined || speakers.length === 0)
    return (
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-2">Sound plays on the speaker your system has chosen.</p>
        {test}
      </div>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
      <Select
        label="Speaker"
        icon={
          <PickerIcon>
            <Volume2 strokeWidth={1.75} />
          </PickerIcon>
        }
        options={optionsOf(speakers)}
        value={chosenAmong(speakers, speaker) ?? null}
        onChange={acts.onSpeaker}
      />
      {test}
    </div>
  )
}

function WayIn({ state, acts, close }: Pick<DeviceCheckProps, 'state' | 'acts' | 'close'>) {
  const text = wayInText(state)
  return (
    <div className="max-lg:sticky max-lg:bottom-0 max-lg:order-3 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-2.5">
        {close}
        <Button look="primary" size="large" width="full" isPending={state.isJoining} onPress={acts.onJoin}>
          Join Session
        </Button>
      </div>
      <p aria-live="polite" className="mt-3 text-center text-ink-2 empty:mt-0">
        {text}
      </p>
    </div>
  )
}

const advice = [
  { icon: ScanFace, text: 'Check that you see yourself and that the bars move as you talk.' },
  { icon: ShieldCheck, text: 'If the browser asks, allow camera and microphone.' },
  { icon: AppWindow, text: 'Close other apps or tabs that hold the camera or microphone.' },
  { icon: RotateCcw, text: 'Still nothing? Restart the browser and open this page again.' },
]

const GoodAdvice = () => (
  <section aria-label="Everything Look Good?" className="max-lg:order-2 lg:mt-6">
    <h2 className="text-title font-semibold">Everything Look Good?</h2>
    <ul className="mt-2.5 grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {advice.map(({ icon: Icon, text }) => (
        <li key={text} className="flex gap-2.5 text-ink-2">
          <Icon className="mt-0.5 size-4 shrink-0" strokeWidth={1.6} />
          {text}
        </li>
      ))}
    </ul>
  </section>
)
