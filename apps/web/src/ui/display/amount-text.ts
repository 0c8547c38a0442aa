/** '1 session', '1,348 sessions'. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

const kb = 1024
const mb = kb * kb

/** '46 kB', '2.1 MB', '412 MB'. A megabyte is 1024 kB, as in the size limit of files. */
export function sizeText(bytes: number): string {
  if (bytes < kb) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  if (Math.round(bytes / kb) < kb) return `${Math.round(bytes / kb)} kB`
  return `${megabytesOf(bytes)} MB`
}

export const megabytesOf = (bytes: number): number =>
  bytes < 9.95 * mb ? Math.round((bytes / mb) * 10) / 10 : Math.round(bytes / mb)
