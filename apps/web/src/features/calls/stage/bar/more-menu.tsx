import {
  AudioLines,
  Ellipsis,
  Eye,
  EyeOff,
  Flag,
  Hand,
  Keyboard,
  MonitorUp,
  MonitorX,
  PictureInPicture2,
  ScanFace,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { PlainButton } from '#ui/button/button.tsx'
import { Menu, MenuItem, MenuTrigger } from '#ui/overlay/menu.tsx'
import { useSheetScreen } from '#ui/page/use-small-screen.ts'
import { isHandOffered, self, type CallState } from '#features/calls/room/call-state.ts'
import type { CallActs } from '../call-acts.ts'
import { hideSelf, useSelfView } from '../faces/self-view.ts'
import { controlStyles, Face } from './control.tsx'
import { shareTexts } from './share-control.tsx'

/** An action from another part of the product, such as the training or a report. */
export interface MoreAct {
  text: string
  icon?: ReactNode
  onPress: () => void
}

interface MoreMenuProps {
  state: CallState
  acts: Pick<CallActs, 'onShare' | 'onHand' | 'onBlur' | 'onAudioOnly' | 'onPictureInPicture'>
  more: readonly MoreAct[]
  onShortcuts: () => void
}

/** The actions that are needed only now and then. */
export function MoreMenu({ state, acts, more, onShortcuts }: MoreMenuProps) {
  const isSheet = useSheetScreen()
  const { isHidden } = useSelfView()
  const { sharing, blur, isAudioOnly } = state
  return (
    <MenuTrigger>
      <PlainButton aria-label="More" className={controlStyles}>
        <Face icon={Ellipsis} ground="plain" />
        More
      </PlainButton>
      <Menu aria-label="More">
        {isSheet && (sharing === 'possible' || sharing === 'own') && (
          <MenuItem icon={sharing === 'own' ? <MonitorX /> : <MonitorUp />} onAction={acts.onShare}>
            {shareTexts[sharing]}
          </MenuItem>
        )}
        {isHandOffered(state) && (
          <MenuItem icon={<Hand />} onAction={acts.onHand}>
            {self(state)?.isHandUp ? 'Lower hand' : 'Raise hand'}
          </MenuItem>
        )}
        {document.pictureInPictureEnabled && (
          <MenuItem icon={<PictureInPicture2 />} onAction={acts.onPictureInPicture}>
            Picture in picture
          </MenuItem>
        )}
        {blur !== 'unsupported' && (
          <MenuItem icon={<ScanFace />} onAction={acts.onBlur}>
            {blur === 'off' ? 'Blur background' : 'Turn blur off'}
          </MenuItem>
        )}
        <MenuItem icon={<AudioLines />} onAction={acts.onAudioOnly}>
          {isAudioOnly ? 'Turn picture on' : 'Audio only'}
        </MenuItem>
        <MenuItem icon={isHidden ? <Eye /> : <EyeOff />} onAction={() => hideSelf(!isHidden)}>
          {isHidden ? 'Show my picture' : 'Hide my picture'}
        </MenuItem>
        {more.map(({ text, icon, onPress }) => (
          <MenuItem key={text} icon={icon ?? <Flag />} onAction={onPress}>
            {text}
          </MenuItem>
        ))}
        <MenuItem icon={<Keyboard />} onAction={onShortcuts}>
          Keyboard shortcuts
        </MenuItem>
      </Menu>
    </MenuTrigger>
  )
}
