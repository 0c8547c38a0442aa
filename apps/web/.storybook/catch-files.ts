import { spyOn } from 'storybook/test'

/** Reports the name of each file that a story downloads, and downloads nothing. Returns the function that undoes this. */
export function catchFiles(onFile: (name: string) => void): () => void {
  const click = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    onFile(this.download)
  })
  return () => click.mockRestore()
}
