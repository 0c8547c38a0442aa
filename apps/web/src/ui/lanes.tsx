import { tv } from 'tailwind-variants/lite'

const laneStyles = tv({
  slots: { coach: '', client: '' },
  variants: {
    state: {
      // Nobody here yet.
      empty: { coach: 'fill-lane-coach-soft', client: 'fill-lane-client-soft' },
      // One is here and the other is not.
      apart: { coach: 'fill-lane-coach', client: 'fill-lane-client-soft' },
    },
  },
})

/** The two lanes as a drawing for empty states. It says nothing that the text beside it does not. */
export function Lanes({ state }: { state: 'empty' | 'apart' }) {
  const { coach, client } = laneStyles({ state })
  return (
    <svg
      viewBox="0 0 196 96"
      aria-hidden="true"
      className="h-24 w-49 forced-color-adjust-none"
    >
      {state === 'apart' && (
        <line x1="0" x2="196" y1="46" y2="46" className="stroke-line-2" strokeWidth="1.5" strokeDasharray="4 4" />
      )}
      <rect x="57" y="0" width="18" height="56" rx="9" className={coach()} />
      <rect x="141" y="38" width="18" height="56" rx="9" className={client()} />
    </svg>
  )
}
