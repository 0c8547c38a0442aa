import type { Admission, GuestSession } from '@parley/contract/calls/calls.ts'
import { ListChecks, LockKeyhole, MessageSquareText, VideoOff } from 'lucide-react'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { buttonStyles } from '#ui/button/button-styles.ts'
import { CardTitle } from './invitation.tsx'

interface AgreeProps {
  session: GuestSession
  terms: Admission['terms']
  onAgree: () => void
}

/** Three facts, then two checkboxes. Terms that were already accepted in this version are not asked for again. */
export function Agree({ session, terms, onAgree }: AgreeProps) {
  const [isMissing, setIsMissing] = useState<string[]>([])
  const coach = session.coach_first_name || 'Your coach'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const boxes = [...form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
    const open = boxes.filter(({ checked }) => !checked)
    setIsMissing(open.map(({ name }) => name))
    if (open.length === 0) onAgree()
    else open[0]?.focus()
  }
  return (
    <form onSubmit={submit} noValidate>
      <CardTitle>Before we begin</CardTitle>
      <ul className="mt-4 flex flex-col gap-4">
        {factsFor(coach).map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-3">
            <Icon className="mt-0.5 size-4 shrink-0 text-accent-ink" strokeWidth={1.75} />
            <div>
              <p className="font-semibold">{title}</p>
              <p className="text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-col gap-3 border-t border-line pt-5">
        {!terms.is_accepted && (
          <Tick name="terms" isMissing={isMissing.includes('terms')}>
            I accept the <Paper to="/terms">Terms of Use</Paper> and have read the{' '}
            <Paper to="/privacy">Privacy Notice</Paper>.
          </Tick>
        )}
        <Tick name="consent" isMissing={isMissing.includes('consent')}>
          I agree to take part in this session by video.
        </Tick>
      </div>
      <button
        type="submit"
        className={`mt-4 ${buttonStyles({ look: 'primary', size: 'large', width: 'full' })}`}
      >
        Agree and continue
      </button>
      <p className="mt-3 flex gap-2 text-label text-ink-3">
        <LockKeyhole className="mt-0.5 size-3.5 shrink-0" strokeWidth={1.75} />
        This link is yours alone. On another device, {coach} has to let you in.
      </p>
    </form>
  )
}

const factsFor = (coach: string) => [
  { icon: VideoOff, title: 'Not recorded', text: 'Picture and sound are passed on, not stored.' },
  {
    icon: MessageSquareText,
    title: 'Chat and files stay with the session',
    text: `You can read them during the call, ${coach} afterwards too.`,
  },
  {
    icon: ListChecks,
    title: `${coach} may take notes`,
    text: 'Scores and notes belong to your coaching record.',
  },
]

interface TickProps {
  name: string
  isMissing: boolean
  children: ReactNode
}

function Tick({ name, isMissing, children }: TickProps) {
  const id = useId()
  return (
    <div>
      <label className="flex cursor-pointer gap-3 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          name={name}
          required
          aria-invalid={isMissing}
          aria-describedby={isMissing ? id : undefined}
          className="mt-0.5 size-4.5 shrink-0 cursor-pointer accent-accent"
        />
        <span>{children}</span>
      </label>
      {isMissing && (
        <p id={id} className="pl-7.5 text-label text-red-ink">
          Please tick this to go on.
        </p>
      )}
    </div>
  )
}

const Paper = ({ to, children }: { to: string; children: ReactNode }) => (
  <a
    href={to}
    target="_blank"
    rel="noopener noreferrer"
    className="text-accent-ink underline underline-offset-2"
  >
    {children}
  </a>
)
