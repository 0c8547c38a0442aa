/** The loader of MediaPipe's WebAssembly, which its tasks call. It comes without types. */
declare module '@mediapipe/tasks-vision/vision_wasm_module_internal.js' {
  const ModuleFactory: (given: object) => Promise<unknown>
  export default ModuleFactory
}
