import type { TrainingMaterial } from '@parley/contract/content/written.ts'
import { descriptionOf, MaterialLink, MaterialPicture, OpensElsewhere, titleOfMaterial } from './material.tsx'

/** Cards in three columns, fewer where there is no room for them. */
export const Strategies = ({ materials }: { materials: readonly TrainingMaterial[] }) => (
  <ul className="grid grid-cols-1 gap-8 @lg:grid-cols-2 @3xl:grid-cols-3">
    {materials.map((material, place) => (
      // Others maintain these materials in their content space, so two may lack both name and link.
      // oxlint-disable-next-line react/no-array-index-key
      <li key={place} className="min-w-0">
        <MaterialLink
          href={material.externalUrl}
          className="group block rounded-panel outline-offset-2 outline-focus focus-visible:outline-2"
        >
          <MaterialPicture image={material.image} className="aspect-[19/9] w-full rounded-panel" />
          <span className="mt-3 block text-large font-semibold wrap-anywhere group-hover:text-accent-ink">
            {titleOfMaterial(material)}
            <OpensElsewhere href={material.externalUrl} />
          </span>
          <span className="mt-1 block text-ink-2">{descriptionOf(material)}</span>
        </MaterialLink>
      </li>
    ))}
  </ul>
)
