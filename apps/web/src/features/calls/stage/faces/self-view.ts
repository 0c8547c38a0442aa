import { createKeptText, useStore } from '#base/store.ts'
import { corners, type Corner } from './places.ts'

const keptCorner = createKeptText('parley.self-corner')
const keptHidden = createKeptText('parley.self-hidden')

const readCorner = (): Corner => corners.find((each) => each === keptCorner.read()) ?? 'bottom-right'

export const keepCorner = (corner: Corner): void => keptCorner.write(corner)
export const hideSelf = (isHidden: boolean): void => keptHidden.write(isHidden ? 'yes' : null)

/** Where the user's own picture is and whether it is shown, in this browser. Others see it even if it is hidden here. */
export const useSelfView = () => ({
  corner: useStore({ watch: keptCorner.watch, read: readCorner }),
  isHidden: useStore({ watch: keptHidden.watch, read: () => keptHidden.read() === 'yes' }),
})
