import type { Page } from '@playwright/test'
import type { PageKey } from '../../apps/web/src/platform/pages.ts'
import type { SignedIn, TourWorld } from './world.ts'

/** The people whose parts the tour has, in its order. */
export const tourPeople = {
  coach: 'A coach',
  orgAdmin: 'An OrgAdmin',
  admin: 'An Admin',
  client: 'A client by link',
} as const

export type TourPerson = keyof typeof tourPeople

/** Who looks at a page: somebody who is signed in, or nobody in particular. */
export type Reader = 'nobody' | SignedIn

interface TourPicture {
  /** Its pictures are named after it. */
  id: string
  person: TourPerson
  name: string
  /** One plain sentence. */
  text: string
}

/** A state of a call, which is reached by walking through one. */
export interface TourState extends TourPicture {
  /** The stage of a call is dark in both themes. */
  isAlwaysDark?: true
}

/** A screen with an address. */
export interface TourPage extends TourPicture {
  reader: Reader
  /** Its entry in the portal's table of pages, if it has one. */
  page?: PageKey
  path: (world: TourWorld) => string
  heading: string | RegExp
  /** What is opened on the page before it is photographed. */
  act?: (page: Page) => Promise<void>
  /** It needs a camera, so the walk through the call takes its pictures. */
  isPhotographedInCall?: true
}

export type TourScreen = TourPage | TourState
