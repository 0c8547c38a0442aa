import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { toast } from '#ui/overlay/toast.ts'

const thanksMs = 2000

export function CopyButton({ text }: { text: string }) {
  const [isDone, setIsDone] = useState(false)
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => setIsDone(false), thanksMs)
    return () => clearTimeout(timer)
  }, [isDone])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setIsDone(true)
    } catch {
      toast.error("Couldn't copy", 'Select the text and copy it by hand.')
    }
  }
  const Icon = isDone ? Check : Copy
  return (
    <Button size="small" icon={<Icon strokeWidth={1.75} />} onPress={() => void copy()}>
      {/* Both words take up space, so that the width does not change. */}
      <span className="grid text-center">
        <span className={`[grid-area:1/1] ${isDone ? '' : 'invisible'}`}>Copied</span>
        <span className={`[grid-area:1/1] ${isDone ? 'invisible' : ''}`}>Copy</span>
      </span>
    </Button>
  )
}

/** Copies a text that is still on its way. Some browsers allow that only if it starts inside the click handler. */
export const copyText = (text: Promise<string>): Promise<void> =>
  navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
