import { spyOn } from 'storybook/test'

/** Files that a story hands to the browser are told by their names instead. Returns what ends it. */
export function catchFiles(onFile: (name: string) => void): () => void {
  const click = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    onFile(this.download)
  })
  return () => click.mockRestore()
}
