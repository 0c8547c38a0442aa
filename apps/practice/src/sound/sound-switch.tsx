import { useEffect, useState } from 'react'
import { Key } from '../screens/buttons.tsx'
import { createSound } from './sound.ts'

export function useSound() {
  const [sound] = useState(createSound)
  const [isOn, setOn] = useState(true)
  useEffect(() => sound.setOn(isOn), [sound, isOn])
  useEffect(() => {
    // Start in the capture phase, before the input's own handler, so that its tone is heard.
    const inputs = ['pointerdown', 'keydown'] as const
    for (const input of inputs) window.addEventListener(input, sound.start, { capture: true })
    return () => {
      for (const input of inputs) window.removeEventListener(input, sound.start, { capture: true })
    }
  }, [sound])
  return { sound, isOn, toggle: () => setOn((was) => !was) }
}

export function SoundSwitch({ isOn, onPress }: { isOn: boolean; onPress: () => void }) {
  return (
    <button type="button" className="sound" aria-keyshortcuts="M" onClick={onPress}>
      {isOn ? 'Sound on' : 'Sound off'}
      <Key name="M" />
    </button>
  )
}
