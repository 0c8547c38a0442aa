import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'

export const themes = ['light', 'dark'] as const
export const widths = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } } as const

export type Theme = (typeof themes)[number]
export type Width = keyof typeof widths

export const pictureName = (id: string, theme: Theme, width: Width): string => `${id}-${theme}-${width}.webp`

/** Pixels differ visibly if a channel differs by more than this. */
const visibleStep = 40
/** … and within a camera's picture by more than this, as by a label that lies on it. */
const visibleInCamera = 120
/** A changed digit is some dozens of pixels. */
const changedPixelsMax = 12

/** A lossless picture with more bytes than this is coded with losses instead. */
const losslessBytesMax = 60_000
const quality = 0.86

/** Writes pictures as WebP, each only if it differs visibly from the one that is there. */
export async function openPictures(browser: Browser, folder: string) {
  const page = await browser.newPage()
  await page.addScriptTag({ content: `window.compareCodes = ${String(countChanged)}` })
  const kept = new Set<string>()
  const written: string[] = []

  async function keep(name: string, png: Buffer, cameras: readonly Area[]): Promise<void> {
    kept.add(name)
    const path = join(folder, name)
    const before = existsSync(path) ? readFileSync(path).toString('base64') : undefined
    const { webp, changed } = await page.evaluate(codePicture, {
      png: png.toString('base64'),
      before,
      cameras,
      losslessBytesMax,
      quality,
      visibleStep,
      visibleInCamera,
    })
    if (changed !== undefined && changed <= changedPixelsMax) return
    writeFileSync(path, Buffer.from(webp, 'base64'))
    written.push(name)
  }

  return {
    written,
    /** Photographs what the page shows. */
    take: async (shown: Page, name: string) => {
      await settled(shown)
      const cameras = await shown.evaluate(videoAreas)
      await keep(name, await shown.screenshot({ animations: 'disabled', caret: 'hide' }), cameras)
    },
    /** The bytes of all pictures of this run. */
    bytes: () => [...kept].reduce((sum, name) => sum + statSync(join(folder, name)).size, 0),
    count: () => kept.size,
    /** Removes pictures that no screen has any more, and returns their names. */
    removeOthers: () => {
      const others = readdirSync(folder).filter((name) => name.endsWith('.webp') && !kept.has(name))
      for (const name of others) rmSync(join(folder, name))
      return others
    },
  }
}

export type Pictures = Awaited<ReturnType<typeof openPictures>>

/** Waits until nothing is loading any more, no placeholder is left, and the page has drawn what it has. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('[aria-busy=true], [aria-hidden=true].animate-appear.bg-sunken') &&
      document.fonts.status === 'loaded' &&
      [...document.images].every(({ complete }) => complete) &&
      document.getAnimations().every((one) => {
        const end = Number(one.effect?.getComputedTiming().endTime ?? 0)
        // A longer animation is a timer, or never ends.
        return one.playState !== 'running' || end > 5000
      }),
  )
  await page.evaluate(async () => {
    for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame)
  })
}

interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

/** Runs in the browser. A camera's picture is coded anew in every run, and differs a little at every edge. */
const videoAreas = (): Area[] =>
  [...document.querySelectorAll('video')].map((video) => {
    const { left, top, right, bottom } = video.getBoundingClientRect()
    return { left, top, right, bottom }
  })

interface Coding {
  png: string
  before: string | undefined
  cameras: readonly Area[]
  losslessBytesMax: number
  quality: number
  visibleStep: number
  visibleInCamera: number
}

declare global {
  interface Window {
    compareCodes: typeof countChanged
  }
}

/** Runs in the browser: codes the picture, and counts the pixels that differ visibly from the one before. */
async function codePicture(given: Coding) {
  const blobOf = async (type: string, base64: string) => (await fetch(`data:${type};base64,${base64}`)).blob()
  const bitmap = await createImageBitmap(await blobOf('image/png', given.png))
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  // Chromium codes without losses at quality 1.
  const lossless = await canvas.convertToBlob({ type: 'image/webp', quality: 1 })
  const blob =
    lossless.size <= given.losslessBytesMax
      ? lossless
      : await canvas.convertToBlob({ type: 'image/webp', quality: given.quality })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let from = 0; from < bytes.length; from += 32_768)
    text += String.fromCharCode(...bytes.subarray(from, from + 32_768))
  const before = given.before === undefined ? undefined : await blobOf('image/webp', given.before)
  const changed = before && (await window.compareCodes(before, blob, given))
  return { webp: btoa(text), changed }
}

/** Runs in the browser: counts the pixels that differ visibly. Pictures of different sizes differ in every pixel. */
async function countChanged(
  before: Blob,
  now: Blob,
  { visibleStep, visibleInCamera, cameras }: Pick<Coding, 'visibleStep' | 'visibleInCamera' | 'cameras'>,
): Promise<number> {
  const pixelsOf = async (blob: Blob) => {
    const bitmap = await createImageBitmap(blob)
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    if (!context) throw new Error('this browser has no canvas')
    context.drawImage(bitmap, 0, 0)
    return context.getImageData(0, 0, bitmap.width, bitmap.height)
  }
  const [old, fresh] = [await pixelsOf(before), await pixelsOf(now)]
  if (old.width !== fresh.width || old.height !== fresh.height) return fresh.width * fresh.height
  let changed = 0
  for (let at = 0; at < fresh.data.length; at += 4) {
    const step = (channel: number) =>
      Math.abs((old.data[at + channel] ?? 0) - (fresh.data[at + channel] ?? 0))
    const most = Math.max(step(0), step(1), step(2))
    if (most <= visibleStep) continue
    const [x, y] = [(at / 4) % fresh.width, Math.floor(at / 4 / fresh.width)]
    const isCamera = cameras.some(
      ({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom,
    )
    if (!isCamera || most > visibleInCamera) changed += 1
  }
  return changed
}
