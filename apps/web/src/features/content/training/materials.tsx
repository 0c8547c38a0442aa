import type { TrainingMaterial } from '@parley/contract/content/written.ts'
import { descriptionOf, MaterialLink, MaterialPicture, OpensElsewhere, titleOfMaterial } from './material.tsx'

/** Rows with a thumbnail, the title and a short description. The whole row is the link. */
export const Materials = ({ materials }: { materials: readonly TrainingMaterial[] }) => (
  <ul className="-mt-2">
    {materials.map((material) => (
      <li
        key={material.externalUrl ?? titleOfMaterial(material)}
        className="border-b border-line last:border-b-0"
      >
        <MaterialLink
          href={material.externalUrl}
          className="group flex items-center gap-5 rounded-control py-3.5 outline-offset-1 outline-focus focus-visible:outline-2"
        >
          <MaterialPicture image={material.image} className="h-18 w-28 shrink-0 rounded-panel" />
          <span className="min-w-0">
            <span className="block text-large font-semibold wrap-anywhere text-accent-ink group-hover:underline group-hover:underline-offset-3">
              {titleOfMaterial(material)}
              <OpensElsewhere href={material.externalUrl} />
            </span>
            <span className="mt-1 block text-ink-2">{descriptionOf(material)}</span>
          </span>
        </MaterialLink>
      </li>
    ))}
  </ul>
)
