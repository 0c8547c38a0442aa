import './mood-card.css'
import { steps, type Step } from '../mood.ts'

interface MoodCardProps {
  first: string
  shown: Step
  before: Step
}

export function MoodCard({ first, shown, before }: MoodCardProps) {
  const at = steps.indexOf(shown)
  const by = at - steps.indexOf(before)
  return (
    <output className="mood">
      <span className="head">
        <span>{first} seems</span>
        {by !== 0 && (
          <span className={by > 0 ? 'note up' : 'note'}>
            {by > 0 ? 'a little more open' : 'a little more closed'}
          </span>
        )}
      </span>
      <span className="step">{shown}</span>
      <span className="steps" aria-hidden="true">
        {steps.map((step, i) => (
          <i key={step} className={i < at ? 'passed' : i === at ? 'now' : undefined} />
        ))}
      </span>
      <span className="ends" aria-hidden="true">
        <span>{steps[0]}</span>
        <span>{steps.at(-1)}</span>
      </span>
    </output>
  )
}
