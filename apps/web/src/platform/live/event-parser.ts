/** Takes an event stream chunk by chunk and returns the data of each event that is complete. */
export function createEventParser(): (piece: string) => string[] {
  let rest = ''
  let data: string[] = []
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    return lines.flatMap((line) => {
      if (line === '') {
        const event = data.length === 0 ? [] : [data.join('\n')]
        data = []
        return event
      }
      // Comments (`:`) keep the connection alive; our notices use neither event names nor ids.
      const text = /^data(?:: ?(.*))?$/s.exec(line)
      if (text) data.push(text[1] ?? '')
      return []
    })
  }
}

/** The events of a stream, until the server closes it. `onPiece` is called for every chunk, keep-alives included. */
export async function* eventsOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onPiece: () => void,
): AsyncGenerator<string> {
  const parse = createEventParser()
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
    onPiece()
    yield* parse(piece)
  }
}
