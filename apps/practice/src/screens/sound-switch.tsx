import './sound-switch.css'
import { Key } from './key.tsx'

export function SoundSwitch({ isOn, onPress }: { isOn: boolean; onPress: () => void }) {
  return (
    <button type="button" className="sound" aria-keyshortcuts="M" onClick={onPress}>
      {isOn ? 'Sound on' : 'Sound off'}
      <Key name="M" />
    </button>
  )
}
