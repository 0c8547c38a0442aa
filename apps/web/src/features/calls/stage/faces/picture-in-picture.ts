/** Whoever stands largest goes into the browser's own small window, over everything else on the screen. */
export async function togglePictureInPicture(): Promise<void> {
  if (document.pictureInPictureElement) return document.exitPictureInPicture()
  const video = [...document.querySelectorAll('video')]
    .filter(({ videoWidth }) => videoWidth > 0)
    .toSorted((a, b) => b.clientWidth * b.clientHeight - a.clientWidth * a.clientHeight)[0]
  // Where the browser does not want to, the call stays as it is.
  await video?.requestPictureInPicture().catch(() => undefined)
}
