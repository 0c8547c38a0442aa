import { MonitorUp, MonitorX } from 'lucide-react'
import type { Sharing } from '#features/calls/room/call-state.ts'
import { ClosedControl, ToggleControl } from './control.tsx'

export const shareTexts = { possible: 'Share screen', own: 'Stop sharing' }

const reasons = {
  taken: 'Cannot share screen when another user is sharing',
  unsupported: 'Screen sharing is not supported with this browser',
}

export function ShareControl({ sharing, onShare }: { sharing: Sharing; onShare: () => void }) {
  if (sharing === 'taken' || sharing === 'unsupported')
    return <ClosedControl icon={MonitorUp} word={shareTexts.possible} why={reasons[sharing]} />
  const isOwn = sharing === 'own'
  return (
    <ToggleControl
      isOn={isOwn}
      icon={isOwn ? MonitorX : MonitorUp}
      ground={isOwn ? 'accent' : 'plain'}
      word={shareTexts[sharing]}
      act={shareTexts[sharing]}
      label={shareTexts[sharing]}
      shortcut="S"
      onPress={onShare}
    />
  )
}
