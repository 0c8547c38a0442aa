import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// V8 exposes its garbage collector behind this flag, which can also be set at run time.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (how: { type: 'minor' | 'major' }) => void

/**
 * Frees buffers that were just read; it takes about a millisecond. Data read from a connection lies outside the V8 heap and
 * would stay until some 64 MB have piled up: with a file of 150 MB the process grew by 70 MB, and by 8 MB with this after
 * every part.
 */
export const sweepMemory = (): void => collect({ type: 'minor' })

/**
 * The same for the whole V8 heap, which takes some 60 ms: otherwise garbage from many rows stays until the process has grown
 * by 100 MB or more.
 */
export const sweepAllMemory = (): void => collect({ type: 'major' })
