import { extractText, getDocumentProxy } from 'unpdf'

/** All text of a PDF, in the order in which it was drawn. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text
}
