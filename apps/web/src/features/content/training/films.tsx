import type { TrainingMaterial } from '@parley/contract/content/written.ts'
import { safeHref } from '#ui/display/safe-href.ts'
import { descriptionOf, titleOfMaterial } from './material.tsx'

/** Videos of 450 by 250, each with its description; on a narrow page they are as wide as the page. */
export const Films = ({ materials }: { materials: readonly TrainingMaterial[] }) => (
  <ul className="flex flex-wrap gap-8">
    {materials.map((material) => (
      <li key={material.externalUrl ?? titleOfMaterial(material)} className="w-112.5 max-w-full">
        <Film material={material} />
        <h3 className="mt-3 text-large font-semibold wrap-anywhere">{titleOfMaterial(material)}</h3>
        <p className="mt-1 text-ink-2">{descriptionOf(material)}</p>
      </li>
    ))}
  </ul>
)

const look = 'block aspect-[450/250] w-full rounded-panel bg-sunken'

function Film({ material: { title, externalUrl, captionsUrl, image } }: { material: TrainingMaterial }) {
  const address = safeHref(externalUrl)
  if (address?.startsWith('/'))
    return (
      <video
        controls
        preload="none"
        width={450}
        height={250}
        aria-label={title}
        {...(image && { poster: image.file.url })}
        className={`object-cover ${look}`}
      >
        <source src={address} type="video/webm" />
        <track kind="captions" srcLang="en" label="English" default src={captionsUrl} />
      </video>
    )
  // The server leaves out videos on hosts that the operator did not name, and the page's policy allows frames of no others.
  if (address?.startsWith('https:')) return <FramedFilm title={title} address={address} />
  return <div className={look} />
}

const FramedFilm = ({ title, address }: { title: string | undefined; address: string }) => (
  <iframe
    src={address}
    title={title || 'Video'}
    width={450}
    height={250}
    // 'Same origin' is the other host's origin, without which its player does not run; never ours (PARLEY_VIDEO_HOSTS).
    // oxlint-disable-next-line react/iframe-missing-sandbox
    sandbox="allow-scripts allow-same-origin allow-presentation"
    // Players ask which site embeds them; they learn the origin and no more.
    referrerPolicy="strict-origin"
    allow="fullscreen"
    loading="lazy"
    className={look}
  />
)
