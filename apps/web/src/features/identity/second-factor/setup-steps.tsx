import { Check } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { CodeBoxes } from '#ui/field/code-boxes.tsx'
import { CopyButton } from '#ui/button/copy-button.tsx'
import { Spinner } from '#ui/display/loading.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { SecondFactorSetup } from './use-second-factor-setup.ts'

/** Scan, enter the code, keep the recovery codes: the three steps, one below the other. */
export function SetupSteps({ setup, level }: { setup: SecondFactorSetup; level: 2 | 3 }) {
  const { key, field, codes, hasKept, isConfirming } = setup
  const isOn = codes !== undefined
  const input = useFocusAtFirst()
  return (
    <ol className="flex flex-col gap-5">
      <Step level={level} number={1} title="Scan with an authenticator app" isDone={isOn}>
        {!isOn && key && (
          <>
            <p className="text-ink-2">Any app that makes six-digit codes will do.</p>
            <div className="mt-3 flex flex-wrap gap-5">
              {/* Dark on light in every theme, because apps read nothing else. */}
              <img
                src={key.qr}
                alt="The key as a QR code"
                className="size-41 rounded-panel border border-line-2"
              />
              <div className="min-w-0">
                <p className="mb-1.5 text-label text-ink-2">No camera? Type this key:</p>
                <p className="mb-2.5 max-w-48 font-code wrap-anywhere">{inFours(key.secret)}</p>
                <CopyButton text={key.secret} />
              </div>
            </div>
          </>
        )}
      </Step>
      <Step level={level} number={2} title="Enter the code it shows" isDone={isOn}>
        {!isOn && (
          <div className="mt-2 flex items-start gap-4">
            <CodeBoxes
              label="Code"
              inputRef={input}
              value={field.value}
              error={field.error}
              onChange={setup.enter}
              isReadOnly={isConfirming}
            />
            {isConfirming && (
              <span className="flex h-12 items-center">
                <Spinner label="Checking the code" />
              </span>
            )}
          </div>
        )}
      </Step>
      <Step level={level} number={3} title="Save these recovery codes" isDone={false} isLater={!isOn}>
        <p className="mb-3 text-ink-2">
          {isOn
            ? "Each works once, if you lose the app. They won't be shown again."
            : "You'll see them once the code is right."}
        </p>
        {isOn && <RecoveryCodes codes={codes} hasKept={hasKept} onKept={setup.setHasKept} />}
      </Step>
    </ol>
  )
}

/** Focuses the code field, except on a touch screen, whose keyboard would cover the key. */
function useFocusAtFirst() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) input.current?.focus({ preventScroll: true })
  }, [])
  return input
}

const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

interface StepProps {
  level: 2 | 3
  number: number
  title: string
  isDone: boolean
  isLater?: boolean
  children: ReactNode
}

function Step({ level, number, title, isDone, isLater = false, children }: StepProps) {
  const Heading = `h${level}` as const
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-4">
      <span
        aria-hidden="true"
        className={`flex size-6 items-center justify-center rounded-round font-figures text-small font-semibold ${
          isDone
            ? 'bg-green-soft text-green-ink'
            : isLater
              ? 'bg-sunken text-ink-3'
              : 'bg-accent-soft text-accent-ink'
        }`}
      >
        {isDone ? <Check className="size-3.5" strokeWidth={2.5} /> : number}
      </span>
      <div className="min-w-0">
        <Heading className={`leading-6 font-semibold ${isLater ? 'text-ink-3' : ''}`}>
          {title}
          {isDone && <span className="sr-only">: done</span>}
        </Heading>
        {children}
      </div>
    </li>
  )
}
