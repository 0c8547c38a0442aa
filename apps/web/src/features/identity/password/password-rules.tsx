import { passwordFault, passwordLength, passwordStrength } from '@parley/contract/rules/people/passwords.ts'
import { Check, Circle, X } from 'lucide-react'
import type { ReactNode } from 'react'

/** Why a password cannot be the new one. Only the server has the list of common passwords; here none counts as common. */
export const newPasswordFault = (password: string, owner: Parameters<typeof passwordFault>[1]) =>
  passwordFault(password, owner, () => false)

interface PasswordRulesProps {
  password: string
  /** Why it cannot be saved, as far as the client can tell. */
  fault: string | undefined
  /** The field's error message. */
  error: string | undefined
}

/** The rules for a new password, each marked once it is met. */
export function PasswordRules({ password, fault, error }: PasswordRulesProps) {
  const length = Array.from(password).length
  const isLong = length >= passwordLength.min
  // The client found no fault, so only the server's list of common passwords can have refused it.
  const isRefused = error !== undefined && fault === undefined
  const names = isLong && length <= passwordLength.max ? fault === undefined : undefined
  return (
    <>
      <Strength steps={isRefused ? 1 : passwordStrength(password, fault)} />
      <ul className="mt-3 mb-4 flex flex-col gap-1.5 text-label">
        <Rule isMet={isLong || undefined}>At least {passwordLength.min} characters</Rule>
        <Rule isMet={names}>Doesn't contain your name or username</Rule>
        <Rule isMet={isRefused ? false : undefined}>Isn't one of the most common, checked on save</Rule>
      </ul>
    </>
  )
}

const strengths = [
  { word: 'Nothing typed yet', colour: '' },
  { word: 'Weak', colour: 'bg-red' },
  { word: 'Fair', colour: 'bg-yellow' },
  { word: 'Good', colour: 'bg-green' },
  { word: 'Strong', colour: 'bg-green' },
] as const

/** The number of filled bars shows the strength too, for people who cannot see the colours. */
function Strength({ steps }: { steps: 0 | 1 | 2 | 3 | 4 }) {
  const { word, colour } = strengths[steps]
  return (
    <div className="relative mt-2.5">
      <meter aria-label="Strength" max={4} value={steps} aria-valuetext={word} className="sr-only" />
      <div className="grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={`h-1 rounded-round transition-colors duration-(--fast) forced-color-adjust-none ${step <= steps ? colour : 'bg-line-2'}`}
          />
        ))}
      </div>
    </div>
  )
}

/** `undefined` while the rule cannot be judged yet. */
function Rule({ isMet, children }: { isMet: boolean | undefined; children: ReactNode }) {
  const Icon = isMet === undefined ? Circle : isMet ? Check : X
  const colour = isMet === undefined ? 'text-ink-3' : isMet ? 'text-green-ink' : 'text-red-ink'
  return (
    <li className={`flex items-center gap-2 ${colour}`}>
      <Icon className="size-3.5 shrink-0" />
      <span>
        {children}
        {isMet === true && <span className="sr-only">: met</span>}
        {isMet === false && <span className="sr-only">: not met</span>}
      </span>
    </li>
  )
}
