import { AppWindow, Mic, MicOff, SlidersHorizontal, SwitchCamera, Video, VideoOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlainButton } from '#ui/button/button.tsx'
import { Spinner } from '#ui/display/loading.tsx'
import { defaultId } from '#features/calls/devices/chosen-devices.ts'
import type { DeviceState } from '#features/calls/devices/device-states.ts'
import { BlurSaid, BlurSwitch, blurTrouble } from './check-blur.tsx'
import type { CheckActs, CheckState } from './check-state.ts'
import { bothDenied, troubleOf, type BrowserName, type Trouble } from './check-words.ts'

type PreviewActs = Pick<CheckActs, 'onToggle' | 'onRetry' | 'onCamera' | 'onBlur'>

interface PreviewPaneProps {
  state: CheckState
  acts: PreviewActs
  browser: BrowserName
  picture: ReactNode
  label?: string
}

/** The user's own picture, or why there is none and what to do. Dark in both themes, like the call. */
export function PreviewPane({ state, acts, browser, picture, label = 'You' }: PreviewPaneProps) {
  const { camera, blur } = state
  const isOn = camera.kind === 'on'
  const trouble = bothDenied(state, browser) ?? troubleOf('camera', camera, browser)
  const blurProblem = trouble ? undefined : blurTrouble(state)
  return (
    <div
      className={`relative flex w-full items-center justify-center overflow-hidden rounded-panel bg-stage text-stage-ink ${blurProblem ? 'min-h-58' : ''} ${trouble ? 'min-h-80 sm:aspect-[16/10]' : 'aspect-[16/10]'}`}
    >
      {/* Once they want blur, the user sees only what the others will see. */}
      {isOn && blur !== 'starting' && picture}
      <div className="absolute inset-x-2.5 top-2.5 flex items-start justify-end gap-2">
        {isOn && (
          <span className="mt-1 mr-auto ml-1 min-w-0 rounded-tag bg-stage/80 px-2.5 py-1 text-label font-medium">
            {label}
          </span>
        )}
        {!trouble && <BlurSwitch state={state} onPress={acts.onBlur} />}
        {isOn && <NextCamera {...{ camera, acts }} cameras={state.cameras} />}
      </div>
      {camera.kind === 'asking' && <Spinner label="Starting the camera" />}
      <div className="absolute inset-x-5 flex flex-col items-center gap-1 text-center text-balance text-stage-ink-2">
        {camera.kind === 'off' && !blurProblem && <p className="text-large">Your camera is off.</p>}
        <output className="contents">
          {isOn && blur === 'starting' && <p>Blur is starting.</p>}
          {blurProblem && <p>{blurProblem}</p>}
        </output>
      </div>
      <BlurSaid blur={blur} />
      {trouble && <CameraTrouble {...{ trouble, state, acts }} />}
      {!trouble && (
        <div className="absolute inset-x-0 bottom-4 flex flex-wrap justify-center gap-2.5 px-4">
          <Toggle what="microphone" device={state.microphone} onToggle={acts.onToggle} />
          <Toggle what="camera" device={camera} onToggle={acts.onToggle} />
        </div>
      )}
    </div>
  )
}

interface NextCameraProps extends Pick<CheckState, 'cameras'> {
  camera: Extract<DeviceState, { kind: 'on' }>
  acts: Pick<CheckActs, 'onCamera'>
}

/** From a phone's front camera to the one at its back. A computer's cameras are chosen by name. */
function NextCamera({ camera, cameras, acts }: NextCameraProps) {
  const ids = cameras.map(({ deviceId }) => deviceId).filter((id) => id !== defaultId)
  // The default is the first.
  const next = ids[(Math.max(0, ids.indexOf(camera.deviceId)) + 1) % ids.length]
  if (next === undefined || ids.length < 2) return null
  return (
    <PlainButton
      aria-label="Switch camera"
      onPress={() => acts.onCamera(next)}
      className="hidden size-11 shrink-0 cursor-pointer items-center justify-center rounded-control bg-stage/80 pointer-coarse:flex"
    >
      <SwitchCamera className="size-5" strokeWidth={1.75} />
    </PlainButton>
  )
}

interface CameraTroubleProps {
  trouble: Trouble
  state: CheckState
  acts: PreviewActs
}

function CameraTrouble({ trouble, state, acts }: CameraTroubleProps) {
  const { camera, microphone, cameras } = state
  const retry = () => {
    acts.onRetry('camera')
    if (microphone.kind === 'denied') acts.onRetry('microphone')
  }
  const other = cameras.find(({ deviceId }) => camera.kind === 'busy' && deviceId !== cameras[0]?.deviceId)
  return (
    <div className="flex max-w-110 flex-col items-center gap-2 px-5 py-6 text-center">
      <Drawing state={state} />
      <p className="mt-4 text-title font-semibold">{trouble.title}</p>
      <p className="text-large text-balance text-stage-ink-2">{trouble.text}</p>
      {camera.kind !== 'missing' && (
        <div className="mt-4 flex flex-wrap justify-center gap-2.5">
          <PlainButton
            onPress={retry}
            className="min-h-(--control) cursor-pointer rounded-control bg-stage-ink px-4 font-semibold text-stage"
          >
            Try again
          </PlainButton>
          {other && (
            <PlainButton
              onPress={() => acts.onCamera(other.deviceId)}
              className="min-h-(--control) cursor-pointer rounded-control border border-stage-line px-4 font-semibold"
            >
              Use another camera
            </PlainButton>
          )}
        </div>
      )}
    </div>
  )
}

/** A drawing of where to press in the browser. It adds nothing to the text. */
function Drawing({ state: { camera, microphone } }: { state: CheckState }) {
  if (camera.kind === 'missing') return <VideoOff className="size-10 text-stage-ink-2" strokeWidth={1.25} />
  if (camera.kind !== 'denied')
    return (
      <div className="flex items-center gap-3 text-stage-ink-2">
        <AppWindow className="size-9" strokeWidth={1.25} />
        <span className="w-8 border-t-2 border-dashed border-yellow" />
        <Video className="size-9 text-yellow" strokeWidth={1.25} />
      </div>
    )
  return (
    <div aria-hidden="true" className="flex w-full max-w-80 flex-col gap-2 text-left text-label">
      <p className="flex items-center gap-2.5 rounded-round bg-stage-raised p-1 pr-4">
        <span className="flex size-7 items-center justify-center rounded-round border-2 border-stage-accent">
          <SlidersHorizontal className="size-3.5" />
        </span>
        <span className="truncate text-stage-ink-2">{`${location.host}/…/join`}</span>
      </p>
      <ul className="w-4/5 rounded-control bg-stage-raised px-3.5 py-1">
        <DrawnSwitch icon={<Video />} name="Camera" isOn={false} />
        <DrawnSwitch icon={<Mic />} name="Microphone" isOn={microphone.kind !== 'denied'} />
      </ul>
    </div>
  )
}

const DrawnSwitch = ({ icon, name, isOn }: { icon: ReactNode; name: string; isOn: boolean }) => (
  <li className="flex items-center gap-2.5 py-2 [&_svg]:size-4">
    {icon}
    <span className="flex-1">{name}</span>
    <span
      className={`flex h-4 w-7.5 rounded-round p-0.5 ${isOn ? 'justify-end bg-stage-accent' : 'bg-stage-line'}`}
    >
      <span className="size-3 rounded-round bg-stage-ink" />
    </span>
  </li>
)

const toggles = {
  camera: { on: Video, off: VideoOff, words: { on: 'Camera on', off: 'Camera off', none: 'No camera' } },
  microphone: { on: Mic, off: MicOff, words: { on: 'Mic on', off: 'Muted', none: 'No microphone' } },
}
const acts = {
  camera: { on: 'Turn camera off', off: 'Turn camera on' },
  microphone: { on: 'Mute', off: 'Unmute' },
}

interface ToggleProps {
  what: 'camera' | 'microphone'
  device: DeviceState
  onToggle: CheckActs['onToggle']
}

/**
 * The label gives the state; the accessible name begins with the action. A device that can't be switched on is plain text,
 * not a button.
 */
function Toggle({ what, device: { kind }, onToggle }: ToggleProps) {
  const state = kind === 'on' || kind === 'asking' ? 'on' : kind === 'off' ? 'off' : 'none'
  const Icon = toggles[what][state === 'on' ? 'on' : 'off']
  const look = state === 'on' ? 'bg-stage/80' : 'bg-stage-danger text-on-stage-danger'
  const face = (
    <>
      <Icon strokeWidth={1.75} />
      {toggles[what].words[state]}
    </>
  )
  const box = `flex min-h-11 items-center gap-2.5 rounded-control px-4 font-medium [&_svg]:size-4.5 ${look}`
  if (state === 'none') return <span className={box}>{face}</span>
  return (
    <PlainButton
      aria-label={`${acts[what][state]}, ${toggles[what].words[state]}`}
      onPress={() => onToggle(what)}
      className={`${box} cursor-pointer`}
    >
      {face}
    </PlainButton>
  )
}
