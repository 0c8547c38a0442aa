/** Whether loading the blur makes sense. Only loading it shows whether it starts. */
export const isBlurSupported = (): boolean =>
  'WebAssembly' in globalThis &&
  'Worker' in globalThis &&
  'OffscreenCanvas' in globalThis &&
  'captureStream' in HTMLCanvasElement.prototype
