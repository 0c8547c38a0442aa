import { Download, Printer } from 'lucide-react'
import { Button } from '#ui/button/button.tsx'
import { Checkbox } from '#ui/choice/checkbox.tsx'
import { CopyButton } from '#ui/button/copy-button.tsx'
import { PrintSheet } from '#platform/printing.tsx'
import { KeepGuard } from './keep-guard.tsx'
import { saveText } from '#ui/display/save-file.ts'

interface RecoveryCodesProps {
  codes: readonly string[]
  hasKept: boolean
  onKept: (hasKept: boolean) => void
}

/** The codes, shown only once, with the ways to keep them. */
export function RecoveryCodes({ codes, hasKept, onKept }: RecoveryCodesProps) {
  const text = codes.join('\n')
  return (
    <>
      <KeepGuard isHeld={!hasKept} />
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-control bg-sunken px-4 py-3 font-code text-label sm:grid-cols-5"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <CopyButton text={text} />
        <Button
          size="small"
          icon={<Download strokeWidth={1.75} />}
          onPress={() => saveText('parley-recovery-codes.txt', `${heading}\n\n${text}\n`)}
        >
          Download
        </Button>
        <Button size="small" icon={<Printer strokeWidth={1.75} />} onPress={() => window.print()}>
          Print
        </Button>
        <div className="sm:ml-2">
          <Checkbox isSelected={hasKept} onChange={onKept}>
            I've saved them
          </Checkbox>
        </div>
      </div>
      <PrintSheet>
        <h1 className="mb-4 text-page font-semibold">{heading}</h1>
        <p className="mb-6">Each works once, if you lose the app.</p>
        <ul className="grid grid-cols-2 gap-3 font-code text-large">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </PrintSheet>
    </>
  )
}

const heading = 'Parley recovery codes'
