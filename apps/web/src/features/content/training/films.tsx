import type { TrainingMaterial } from '@parley/contract/content/written.ts'
import { Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { PlainButton } from '#ui/button/button.tsx'
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

function Film({ material }: { material: TrainingMaterial }) {
  const address = safeHref(material.externalUrl)
  if (address?.startsWith('/')) return <OwnFilm material={material} address={address} />
  // The server leaves out videos on hosts that the operator did not name, and the page's policy allows frames of no others.
  if (address?.startsWith('https:')) return <FramedFilm title={material.title} address={address} />
  return <div className={look} />
}

/** The poster with one large button. The browser's controls come with the press, because they dim the poster. */
function OwnFilm({ material, address }: { material: TrainingMaterial; address: string }) {
  const { title, captionsUrl, image } = material
  const film = useRef<HTMLVideoElement>(null)
  const [isBegun, setIsBegun] = useState(false)
  const begin = () => {
    setIsBegun(true)
    film.current?.focus()
    // A refusal leaves the controls, which say what is wrong.
    film.current?.play().catch(() => {})
  }
  return (
    <div className="relative">
      <video
        ref={film}
        controls={isBegun}
        tabIndex={isBegun ? 0 : -1}
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
      {!isBegun && (
        <PlainButton
          aria-label={`Play ${titleOfMaterial(material)}`}
          onPress={begin}
          className="group absolute inset-0 grid cursor-pointer place-items-center rounded-panel outline-offset-2 outline-focus focus-visible:outline-2"
        >
          <span className="grid size-14 place-items-center rounded-round bg-surface text-accent-ink shadow-menu group-hover:bg-accent-soft">
            <Play className="size-6 translate-x-0.5 fill-current" strokeWidth={1.75} />
          </span>
        </PlainButton>
      )}
    </div>
  )
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
