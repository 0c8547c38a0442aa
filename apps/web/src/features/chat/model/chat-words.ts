import type { ChatMessage } from '@parley/contract/chat.ts'
import { endingOf, familyByName, type FileFamily } from '@parley/contract/rules/calls/chat-files.ts'
import { megabytesOf, sizeText } from '#ui/display/amount-text.ts'

/** Texts of the specification, to the letter. */
export const tooLargeText = 'File size is too large. Maximum file size is 150MB.'
export const uploadFailedText = 'There was a problem uploading the file. Please try again.'
export const connectFailedText = (message: string): string =>
  `There was a problem connecting to the conversation service: ${message}`
export const loadFailedText = (message: string): string =>
  `There was a problem getting the Conversation associated with this room: ${message}`

const kb = 1024
const mb = kb * kb

/** '61 of 96 MB, 22 s left'. */
export function progressText(sent: number, size: number, secondsLeft: number | undefined): string {
  const far =
    size < mb ? `${Math.round(sent / kb)} of ${sizeText(size)}` : `${megabytesOf(sent)} of ${sizeText(size)}`
  if (secondsLeft === undefined) return far
  return `${far}, ${secondsLeft < 90 ? `${secondsLeft} s` : `${Math.round(secondsLeft / 60)} min`} left`
}

const familyWords: Record<FileFamily, string> = {
  audio: 'Audio',
  image: 'Image',
  video: 'Video',
  word: 'Word',
  pdf: 'PDF',
  ppt: 'PowerPoint',
  key: 'Keynote',
  svg: 'SVG',
  text: 'Text',
}

/** 'Audio, 2.1 MB'. */
export function fileText(filename: string, bytes: number): string {
  const family = familyByName(filename)
  const word = endingOf(filename) === 'csv' ? 'CSV' : family && familyWords[family]
  return [word, sizeText(bytes)].filter(Boolean).join(', ')
}

/** The announcement of new messages: one by its author, with its text while the panel is closed; several by number. */
export function newsText(come: readonly ChatMessage[], isOpen: boolean): string {
  const [first, ...more] = come
  if (!first) return ''
  if (more.length > 0) return `${come.length} new messages`
  const said = first.media ? first.media.filename : first.body
  return isOpen ? `Message from ${first.author}` : `Message from ${first.author}: ${said}`
}
