/** Whether there is any use in loading the blur. Whether it starts is known only then. */
export const isBlurSupported = (): boolean =>
  'WebAssembly' in globalThis &&
  'Worker' in globalThis &&
  'OffscreenCanvas' in globalThis &&
  'captureStream' in HTMLCanvasElement.prototype
