import {
  EllipsisVertical,
  EyeOff,
  Move,
  Pin,
  PinOff,
  SlidersHorizontal,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { PlainButton } from '#ui/button/button.tsx'
import { Menu, MenuItem, MenuRule, MenuTrigger } from '#ui/overlay/menu.tsx'
import type { CallPerson } from '#features/calls/room/call-state.ts'
import { corners, type Corner } from './places.ts'

/** A further action on a person, for the one who leads the call. */
export interface PersonAct {
  text: string
  onPress: () => void
}

interface TileMenuProps {
  person: CallPerson
  isPinned: boolean
  more: readonly PersonAct[]
  onPin: (id: string | undefined) => void
  onVolume: () => void
  onMuteForMe: (id: string, isMuted: boolean) => void
}

/** The menu over a person's picture. Visible on hover and on keyboard focus, and always on touch screens. */
export const TileMenu = ({ person, isPinned, more, onPin, onVolume, onMuteForMe }: TileMenuProps) => (
  <MenuTrigger>
    <MenuButton label={`Options for ${person.name}`} />
    <Menu aria-label={`Options for ${person.name}`}>
      <MenuItem
        icon={isPinned ? <PinOff /> : <Pin />}
        onAction={() => onPin(isPinned ? undefined : person.id)}
      >
        {isPinned ? 'Unpin' : 'Pin'}
      </MenuItem>
      <MenuItem icon={<SlidersHorizontal />} onAction={onVolume}>
        Volume
      </MenuItem>
      <MenuItem
        icon={person.isMutedForMe ? <Volume2 /> : <VolumeX />}
        onAction={() => onMuteForMe(person.id, !person.isMutedForMe)}
      >
        {person.isMutedForMe ? 'Unmute for me' : 'Mute for me'}
      </MenuItem>
      {more.length > 0 && <MenuRule />}
      {more.map(({ text, onPress }) => (
        <MenuItem key={text} onAction={onPress}>
          {text}
        </MenuItem>
      ))}
    </Menu>
  </MenuTrigger>
)

const cornerNames: Record<Corner, string> = {
  'bottom-right': 'Move to the bottom right',
  'bottom-left': 'Move to the bottom left',
  'top-left': 'Move to the top left',
  'top-right': 'Move to the top right',
}

interface SelfMenuProps {
  /** Undefined if the picture is among the others. */
  corner: Corner | undefined
  onCorner: (corner: Corner) => void
  onHide: () => void
}

/** Actions on the user's own picture, for people who don't drag it. */
export const SelfMenu = ({ corner, onCorner, onHide }: SelfMenuProps) => (
  <MenuTrigger>
    <MenuButton label="Options for your picture" />
    <Menu aria-label="Options for your picture">
      {corners
        .filter((each) => corner !== undefined && each !== corner)
        .map((each) => (
          <MenuItem key={each} icon={<Move />} onAction={() => onCorner(each)}>
            {cornerNames[each]}
          </MenuItem>
        ))}
      <MenuItem icon={<EyeOff />} onAction={onHide}>
        Hide my picture
      </MenuItem>
    </Menu>
  </MenuTrigger>
)

const MenuButton = ({ label }: { label: string }) => (
  <PlainButton
    aria-label={label}
    className="absolute top-2 left-2 group-data-under-top/tile:top-14 flex size-9 cursor-pointer items-center justify-center rounded-control bg-stage/80 text-stage-ink opacity-0 outline-stage-accent group-focus-within/tile:opacity-100 group-hover/tile:opacity-100 focus-visible:outline-2 pointer-coarse:size-11 pointer-coarse:opacity-100 aria-expanded:opacity-100"
  >
    <EllipsisVertical className="size-4" strokeWidth={2} />
  </PlainButton>
)
