import { Mic, Play, Video, Volume2, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import { ToggleButton as PlainToggle } from 'react-aria-components/ToggleButton'
import { useStore, type Store } from '#base/store.ts'
import { Button } from '#ui/button/button.tsx'
import { Select } from '#ui/choice/select.tsx'
import { Switch } from '#ui/choice/switch.tsx'
import { Slider } from '#ui/field/slider.tsx'
import { chosenAmong } from '#features/calls/devices/chosen-devices.ts'
import { chosenIdOf, type DeviceChoice } from '#features/calls/devices/device-states.ts'
import { barsOf, isLoud } from '#features/calls/devices/sound-level.ts'
import { others, type CallPerson, type CallState } from '#features/calls/room/call-state.ts'
import type { CallActs } from '../call-acts.ts'

interface VoiceTabProps {
  state: CallState
  level: Store<number>
  acts: CallActs
}

/** The user's devices, and the others' volume. A change takes effect at once. */
export function VoiceTab({ state, level, acts }: VoiceTabProps) {
  const { devices } = state
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-4">
      <div className="flex flex-col gap-2.5">
        <DeviceSelect
          label="Microphone"
          icon={<Mic strokeWidth={1.75} />}
          choices={devices.microphones}
          chosen={chosenIdOf(devices.microphone) ?? ''}
          onChange={(deviceId) => acts.onDevice('microphone', deviceId)}
        />
        <OwnLevel level={level} sending={state.microphone} />
      </div>
      {devices.speakers && devices.speakers.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
          <DeviceSelect
            label="Speaker"
            icon={<Volume2 strokeWidth={1.75} />}
            choices={devices.speakers}
            chosen={devices.speaker}
            onChange={acts.onSpeaker}
          />
          <Button size="icon" aria-label="Play test sound" onPress={acts.onTestSound}>
            <Play strokeWidth={1.75} />
          </Button>
        </div>
      )}
      <DeviceSelect
        label="Camera"
        icon={<Video strokeWidth={1.75} />}
        choices={devices.cameras}
        chosen={chosenIdOf(devices.camera) ?? ''}
        onChange={(deviceId) => acts.onDevice('camera', deviceId)}
      />
      <div className="flex flex-col gap-3 border-y border-line py-4">
        <Switch
          isSelected={devices.isNoiseSuppressed}
          onChange={acts.onNoiseSuppression}
          hint="Filters out fans, typing and street noise"
        >
          Noise suppression
        </Switch>
        {state.blur !== 'unsupported' && (
          <Switch
            isSelected={state.blur !== 'off'}
            onChange={acts.onBlur}
            hint="Hides what is behind you from the others"
          >
            Blur background
          </Switch>
        )}
      </div>
      <Volumes people={others(state)} acts={acts} />
    </div>
  )
}

interface DeviceSelectProps {
  label: string
  icon: ReactNode
  choices: readonly DeviceChoice[]
  chosen: string
  onChange: (deviceId: string) => void
}

const DeviceSelect = ({ label, icon, choices, chosen, onChange }: DeviceSelectProps) => (
  <Select
    label={label}
    icon={<span className="flex text-ink-2 [&_svg]:size-4">{icon}</span>}
    options={choices.map(({ deviceId, label: name }, i) => ({
      value: deviceId,
      label: name || `Device ${i + 1}`,
    }))}
    value={chosenAmong(choices, chosen) ?? null}
    placeholder="None found"
    isDisabled={choices.length === 0}
    onChange={onChange}
  />
)

const bars = 28

/** Judges the level of this moment only: a microphone that was loud before may be dead now. */
function OwnLevel({ level, sending }: { level: Store<number>; sending: CallState['microphone'] }) {
  const now = useStore(level)
  const lit = barsOf(now, bars)
  return (
    <div>
      <div aria-hidden="true" className="grid grid-flow-col gap-1 forced-color-adjust-none">
        {Array.from({ length: bars }, (_, i) => (
          // Bars have fixed places.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={i} className={`h-2 rounded-[2px] ${i < lit ? 'bg-green' : 'bg-line-2'}`} />
        ))}
      </div>
      <p className="mt-1.5 flex justify-between gap-4 text-label text-ink-3">
        {sending === 'off' ? 'You are muted.' : 'Your level now'}
        {sending === 'on' && isLoud(now) && <span className="text-green-ink">Good</span>}
      </p>
    </div>
  )
}

function Volumes({ people, acts }: { people: readonly CallPerson[]; acts: CallActs }) {
  if (people.length === 0) return null
  return (
    <section aria-label="Volume of each person" className="flex flex-col gap-3">
      <h2 className="font-medium">Volume of each person</h2>
      <ul className="flex flex-col gap-3">
        {people.map(({ id, name, volume, isMutedForMe }) => (
          <li key={id} className="flex items-end gap-2">
            <Slider
              label={name}
              min={0}
              max={100}
              step={5}
              value={isMutedForMe ? 0 : Math.round(volume * 100)}
              valueText={isMutedForMe ? 'Muted for you' : `${Math.round(volume * 100)}%`}
              onChange={(percent) => acts.onVolume(id, percent / 100)}
            />
            <PlainToggle
              aria-label={`Mute ${name} for me`}
              isSelected={isMutedForMe}
              onChange={(isMuted) => acts.onMuteForMe(id, isMuted)}
              className="flex size-9 cursor-pointer items-center justify-center rounded-control text-ink-2 outline-focus hover:bg-hover focus-visible:outline-2 pointer-coarse:size-11 [&_svg]:size-4"
            >
              {isMutedForMe ? <VolumeX strokeWidth={1.75} /> : <Volume2 strokeWidth={1.75} />}
            </PlainToggle>
          </li>
        ))}
      </ul>
      <p className="text-label text-ink-3">Only you hear this change.</p>
    </section>
  )
}
