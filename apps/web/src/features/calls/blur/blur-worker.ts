import { ImageSegmenter } from '@mediapipe/tasks-vision'
import ModuleFactory from '@mediapipe/tasks-vision/vision_wasm_module_internal.js'
import wasmUrl from '@mediapipe/tasks-vision/vision_wasm_module_internal.wasm?url'
import modelUrl from './person.tflite?url'
import { veil } from './veil.ts'
import { modelSize, type WorkerSays } from './worker-messages.ts'

/**
 * Finds the person in small pictures. It runs in a worker, so that the page stays responsive and needs no WebAssembly
 * itself.
 */
const { width, height } = modelSize
const tickMs = 1000 / 60
const say = (said: WorkerSays, transfer: Transferable[] = []) => self.postMessage(said, { transfer })

/**
 * MediaPipe finds this on `self` and calls it. Because it is already there, MediaPipe doesn't load it as a script, which our
 * content policy refuses. MediaPipe's own log output is no error.
 */
const makeQuietly = (given: object) =>
  ModuleFactory({ ...given, print: console.debug, printErr: console.debug })

async function load(): Promise<ImageSegmenter> {
  const answer = await fetch(modelUrl)
  if (!answer.ok) throw new Error(`the model was answered ${answer.status}`)
  const model = new Uint8Array(await answer.arrayBuffer())
  Object.assign(self, { ModuleFactory: makeQuietly })
  return ImageSegmenter.createFromOptions(
    { wasmLoaderPath: '', wasmBinaryPath: wasmUrl },
    {
      baseOptions: { modelAssetBuffer: model, delegate: 'CPU' },
      runningMode: 'VIDEO',
      outputCategoryMask: false,
      outputConfidenceMasks: true,
    },
  )
}

function answer(segmenter: ImageSegmenter, buffer: ArrayBuffer): void {
  const pixels = new Uint8ClampedArray(buffer)
  segmenter.segmentForVideo(
    new ImageData(pixels, width, height),
    performance.now(),
    ({ confidenceMasks }) => {
      const [person] = confidenceMasks ?? []
      if (!person) throw new Error('the model found no mask')
      veil(pixels, person.getAsFloat32Array(), width, height)
    },
  )
  say({ kind: 'veil', pixels: buffer }, [buffer])
}

async function run(): Promise<void> {
  const segmenter = await load()
  self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
    try {
      answer(segmenter, data)
    } catch (error) {
      fail(error)
    }
  })
  setInterval(() => say({ kind: 'tick' }), tickMs)
  say({ kind: 'ready' })
}

/** A failure here is final, and a page that waits for a frame has to know. */
const fail = (error: unknown) => say({ kind: 'failed', message: String(error) })
run().catch(fail)
