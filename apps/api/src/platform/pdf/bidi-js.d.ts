/** Types for the parts that we use; the library ships none. */
declare module 'bidi-js' {
  interface Levels {
    levels: Uint8Array
  }
  interface Bidi {
    getEmbeddingLevels: (text: string, direction: 'ltr' | 'rtl') => Levels
    getMirroredCharacter: (character: string) => string | null
  }
  export default function makeBidi(): Bidi
}
