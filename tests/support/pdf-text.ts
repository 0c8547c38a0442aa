import { extractText, getDocumentProxy } from 'unpdf'

/** Everything that a PDF says, in the order in which it was drawn. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text
}
