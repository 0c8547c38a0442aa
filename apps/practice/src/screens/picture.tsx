import './picture.css'
import { personOf, placeOf } from '../drawings.tsx'
import type { Step } from '../mood.ts'
import { expressions } from '../people/expression.ts'
import { Figure } from '../people/figure.tsx'
import { useLiving } from '../people/use-living.ts'
import type { Scene } from '../scene.ts'

/** The person in the scene's place, animated. */
export function Picture({ scene, step }: { scene: Scene; step: Step }) {
  const expression = useLiving(expressions[step])
  return (
    <>
      <svg className="place" viewBox="0 0 1280 720" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {placeOf(scene.place)}
      </svg>
      <svg className="figure" viewBox="0 0 600 760" aria-hidden="true">
        <Figure person={personOf(scene.character.name)} expression={expression} />
      </svg>
    </>
  )
}

/** The same picture, small and without animation. */
export function StillPicture({ scene, step }: { scene: Scene; step: Step }) {
  return (
    <svg className="still" viewBox="640 0 420 560" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      {placeOf(scene.place)}
      <g transform="translate(562 10) scale(0.96)">
        <Figure person={personOf(scene.character.name)} expression={expressions[step]} />
      </g>
    </svg>
  )
}
