import type { StreamInstance, StreamOfCall } from '@parley/contract/stream/stream.ts'
import { ChevronDown } from 'lucide-react'
import { PlainButton } from '#ui/button/button.tsx'
import { Menu, MenuItem, MenuTrigger } from '#ui/overlay/menu.tsx'
import { controlText, holderOf, type StreamPerson } from './control/stream-people.ts'

interface InstancePickerProps {
  known: StreamOfCall
  /** The last title of each instance that was viewed here. */
  titles: Readonly<Record<number, string>>
  people: readonly StreamPerson[]
  onShow: (instance: number) => void
}

/** Shows which of the session's instances everybody looks at. The coach chooses, for all. */
export function InstancePicker({ known, titles, people, onShow }: InstancePickerProps) {
  const { instances, shown, abilities } = known
  const words = `Instance ${shown ?? 1} of ${instances.length}`
  if (!abilities.lead) return <p className="text-label text-stage-ink-2 @max-3xl:hidden">{words}</p>
  return (
    <MenuTrigger>
      <PlainButton
        aria-label={`${words}, choose another`}
        className="flex h-9 cursor-pointer items-center gap-1.5 rounded-control border border-stage-line bg-stage-raised px-2.5 text-label font-semibold whitespace-nowrap outline-offset-2 outline-stage-accent hover:bg-stage-line focus-visible:outline-2 pointer-coarse:h-11"
      >
        <span className="@max-3xl:hidden">{words}</span>
        <span className="@3xl:hidden">
          {shown} / {instances.length}
        </span>
        <ChevronDown className="size-4" strokeWidth={2} />
      </PlainButton>
      <Menu
        aria-label="Instances of this session"
        head={<p className="px-4 pt-3 text-small font-semibold text-ink-3">Instances of this session</p>}
        selectionMode="single"
        selectedKeys={[String(shown)]}
        onAction={(key) => {
          if (Number(key) !== shown) onShow(Number(key))
        }}
      >
        {instances.map((instance) => (
          <MenuItem key={instance.number} id={String(instance.number)} icon={<Place of={instance.number} />}>
            {wordsOf(instance, titles[instance.number], people)}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  )
}

const Place = ({ of }: { of: number }) => (
  <span className="flex size-6 shrink-0 items-center justify-center rounded-tag bg-sunken font-figures text-label font-semibold">
    {of}
  </span>
)

function wordsOf(
  instance: StreamInstance,
  title: string | undefined,
  people: readonly StreamPerson[],
): string {
  if (instance.status === 'none') return 'Not started, starts when chosen'
  if (instance.status === 'failed') return 'Failed, starts again when chosen'
  if (instance.status === 'starting') return 'Starting'
  const holder = holderOf(instance, people)
  const held = holder && !holder.isSelf ? controlText(holder) : controlText(holder).toLowerCase()
  return `${title ?? 'Running'}, ${held}`
}
