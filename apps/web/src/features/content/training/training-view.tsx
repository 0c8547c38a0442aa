import type { TrainingItems, TrainingMaterial, TrainingSection } from '@parley/contract/content/written.ts'
import { useId } from 'react'
import { Materials } from './materials.tsx'
import { Films } from './films.tsx'
import { Strategies } from './strategies.tsx'

/** The sections of the first item, each in the layout that its tag asks for. */
export function TrainingView({ items }: TrainingItems) {
  const sections = items[0]?.fields.sections ?? []
  return (
    <div className="@container grid grid-cols-1 gap-8 pb-12">
      {sections.map((section, place) => (
        // Others maintain these sections in their content space, so two may share a title.
        // oxlint-disable-next-line react/no-array-index-key
        <Section key={place} section={section} />
      ))}
    </div>
  )
}

function Section({ section: { title, sectionTag, trainingMaterialsContent } }: { section: TrainingSection }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-line not-last:border-b not-last:pb-8">
      <div className="mb-4 flex flex-wrap items-baseline gap-x-3">
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        <span className="font-code text-small text-ink-3">{sectionTag}</span>
      </div>
      <SectionMaterials sectionTag={sectionTag} materials={trainingMaterialsContent} />
    </section>
  )
}

/** A section with an unknown tag shows its materials as rows. */
function SectionMaterials({
  sectionTag,
  materials,
}: {
  sectionTag: string
  materials: readonly TrainingMaterial[]
}) {
  if (sectionTag === 'welcomesection') return <Films materials={materials} />
  if (sectionTag === 'strategysection') return <Strategies materials={materials} />
  return <Materials materials={materials} />
}
