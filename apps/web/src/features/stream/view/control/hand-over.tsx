import { HandHelping, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlainButton } from '#ui/button/button.tsx'
import { Menu, MenuItem, MenuTrigger } from '#ui/overlay/menu.tsx'
import { firstName, type StreamPerson } from './stream-people.ts'

interface HandOverProps {
  holder: StreamPerson | undefined
  people: readonly StreamPerson[]
  /** Use a short label, because there is little room. */
  isShort: boolean
  onHand: (personId: string) => void
}

/** For the coach: hands control to somebody, or takes it back, at once. */
export function HandOver({ holder, people, isShort, onHand }: HandOverProps) {
  const me = people.find(({ isSelf }) => isSelf)
  const others = people.filter(({ isSelf }) => !isSelf)
  const [other] = others
  if (me && !holder?.isSelf)
    return (
      <Act isStrong icon={<Undo2 />} onPress={() => onHand(me.id)}>
        Take control back
      </Act>
    )
  if (!other) return null
  if (others.length === 1)
    return (
      <Act icon={<HandHelping />} onPress={() => onHand(other.id)}>
        <span className={isShort ? 'hidden' : '@max-3xl:hidden'}>Hand control to {firstName(other)}</span>
        <span className={isShort ? '' : '@3xl:hidden'}>Hand to {firstName(other)}</span>
      </Act>
    )
  return (
    <MenuTrigger>
      <Act icon={<HandHelping />}>Hand control</Act>
      <Menu aria-label="Hand control to">
        {others.map(({ id, name }) => (
          <MenuItem key={id} onAction={() => onHand(id)}>
            {name}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  )
}

interface ActProps {
  isStrong?: boolean
  icon: ReactNode
  onPress?: () => void
  children: ReactNode
}

const Act = ({ isStrong = false, icon, onPress, children }: ActProps) => (
  <PlainButton
    {...(onPress && { onPress })}
    className={`flex h-9 shrink-0 cursor-pointer items-center gap-2 rounded-control border px-3 font-semibold whitespace-nowrap outline-offset-2 outline-stage-accent focus-visible:outline-2 pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:stroke-[1.75] ${
      isStrong
        ? 'border-transparent bg-stage-ink text-stage hover:bg-stage-ink/90'
        : 'border-stage-line bg-stage-raised text-stage-ink hover:bg-stage-line'
    }`}
  >
    {icon}
    {children}
  </PlainButton>
)
