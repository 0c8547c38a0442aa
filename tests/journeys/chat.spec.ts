import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { callLaunch } from '../support/browsers/browser-launch.ts'
import { acceptTerms, enterWith, expect, expectAccessible, test } from '../support/journeys/journey.ts'
import { journeyOrigin } from '../support/journeys/journey-places.ts'
import { goodFiles } from '../support/sample-files.ts'

const soon = () => new Date(Date.now() + 5 * 60_000).toISOString()
const join = (page: Page) => page.getByRole('button', { name: 'Join Session' }).click()
const box = (page: Page) => page.getByRole('textbox', { name: 'Write to everyone in the call' })
const words = (page: Page, text: string) => page.getByRole('log', { name: 'Messages' }).getByText(text)
const openChat = (page: Page, name = 'Open chat') => page.getByRole('button', { name }).click()

async function sendFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Send a file' }).click()
  await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

async function saved(page: Page, name: string): Promise<Buffer> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${name}` }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe(name)
  return readFile(await download.path())
}

test('two people in a call write and send a file each, and a person who was offline misses no message [DEVICE-17 C1 C4 C5 ORG-18]', async ({
  page,
  signIn,
  make,
  database,
  playwright,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const names = { first_name: 'Tomás', last_name: 'Aguilar' }
  const other = await make.person({ level: 'Coach', organization_id: coach.organization_id, ...names })
  await acceptTerms(database, other.id)
  const session = await make.session({ coach, participants: [other], start: soon(), title: 'Rehearsal' })
  const path = `/session/${session.id}/join`
  await page.goto(path)
  await join(page)
  await expect(page.getByRole('button', { name: 'Mute, Mic on' })).toBeVisible()

  // A person without camera and microphone, who came to listen, can write like everybody else.
  const browser = await playwright.chromium.launch(callLaunch)
  const second = await browser.newPage({ baseURL: journeyOrigin })
  await second.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'))
  })
  await enterWith(second, other.token)
  await second.goto(path)
  await join(second)
  await expect(page.getByRole('figure', { name: /^Tomás Aguilar/ })).toBeVisible()

  await openChat(second)
  await box(second).fill('Here is the outline.')
  await box(second).press('Enter')
  await expect(words(second, 'Here is the outline.')).toBeVisible()
  // The page announces and counts the message while the chat is closed.
  await expect(page.getByText('Message from Tomás Aguilar: Here is the outline.')).toBeAttached()
  await openChat(page, 'Open chat, 1 unread')
  await expect(words(page, 'Here is the outline.')).toBeVisible()
  await box(page).fill('Thank you.')
  await box(page).press('Enter')
  await expect(words(second, 'Thank you.')).toBeVisible()
  await expectAccessible(page)

  const [pdf, docx] = [goodFiles.pdf ?? Buffer.alloc(0), goodFiles.docx ?? Buffer.alloc(0)]
  await sendFile(page, 'Outline.pdf', pdf)
  expect((await saved(second, 'Outline.pdf')).equals(pdf)).toBe(true)
  await sendFile(second, 'Note.docx', docx)
  expect((await saved(page, 'Note.docx')).equals(docx)).toBe(true)
  await expect(page).toHaveURL(path)

  // Offline for a moment: messages from the other side are there on return, and the person's own wait and are sent.
  await second.context().setOffline(true)
  await box(second).fill('Written in a tunnel.')
  await box(second).press('Enter')
  await expect(words(second, 'Waiting for connection')).toBeVisible()
  await box(page).fill('Are you there?')
  await box(page).press('Enter')
  await expect(words(page, 'Are you there?')).toBeVisible()
  await second.context().setOffline(false)
  await expect(words(second, 'Are you there?')).toBeVisible()
  await expect(words(page, 'Written in a tunnel.')).toBeVisible()
  await expect(words(second, 'Waiting for connection')).toHaveCount(0)

  // Once files are switched off for the organization, the page no longer offers them.
  await database.db
    .updateTable('organizations')
    .set({ chat_files: false })
    .where('id', '=', coach.organization_id)
    .execute()
  await box(second).fill('No more files.')
  await box(second).press('Enter')
  await expect(words(page, 'No more files.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a file' })).toHaveCount(0)
  await browser.close()

  // The chat can be read again on the session's page.
  await page.getByRole('button', { name: 'Leave the call' }).click()
  await page.goto(`/session/${session.id}/preview`)
  await expect(words(page, 'Written in a tunnel.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'In the call' }).getByText('7 messages')).toBeVisible()
  await expect(page.getByRole('definition').getByText('7 messages')).toBeVisible()
  await expect(box(page)).toHaveCount(0)
})
