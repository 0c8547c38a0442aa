import { useEffect, useState } from 'react'
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
