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

/** The account that opens a page; 'nobody' opens it without signing in. */
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
  /** Opens a part of the page, such as an invoice's line, before the picture is taken. */
  act?: (page: Page) => Promise<void>
  /** It needs a camera, so the walk through the call takes its pictures. */
  isPhotographedInCall?: true
}

export type TourScreen = TourPage | TourState
