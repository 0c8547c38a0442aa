import type { TrainingMaterial } from '@parley/contract/written.ts'

interface MaterialPictureProps {
  image: TrainingMaterial['image']
  className: string
}

/** Hidden from screen readers, because the title beside it says the same. Without a picture it shows two quiet lanes. */
export function MaterialPicture({ image, className }: MaterialPictureProps) {
  if (image)
    return (
      <img src={image.file.url} alt="" loading="lazy" className={`bg-sunken object-cover ${className}`} />
    )
  return (
    <div data-placeholder className={`flex items-center justify-center gap-1.5 bg-sunken ${className}`}>
      <span className="h-7 w-2.5 -translate-y-1 rounded-round bg-line-2" />
      <span className="h-7 w-2.5 translate-y-1 rounded-round bg-line-2" />
    </div>
  )
}
