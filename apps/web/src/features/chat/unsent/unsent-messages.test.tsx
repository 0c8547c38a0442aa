import { composeStory } from '@storybook/react-vite'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { givenWorld, problem, type Answers } from '../../../../.storybook/world.ts'
import { toast } from '#ui/overlay/toast.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { sampleMe } from '#features/sessions/sample-sessions.ts'
import { emptyLog, withUnsent, writeKept } from '#features/chat/model/chat-log.ts'
import { sampleMessage } from '#features/chat/model/sample-chat.ts'
import { forgetRead, keptChat, keptWords } from '#features/chat/model/kept-chats.ts'
import { UnsentMessages } from './unsent-messages.tsx'

const me = sampleMe('Coach')
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Leaves an unsent text in a chat, as an earlier page of that person would. */
function leave(sessionId: string, personId: string, body: string, at = Date.now() - minuteMs) {
  const one = { kind: 'text', clientId: `client ${body}`, at, body, state: 'sending' } as const
  keptChat(sessionId, personId).write(writeKept(withUnsent(emptyLog, one), undefined, at))
}

async function show(answers: Answers = {}) {
  onTestFinished(givenWorld({ answers })())
  await composeStory(
    {
      render: () => (
        <>
          <ToastRegion />
          <UnsentMessages me={me} />
        </>
      ),
    },
    { title: 'Unsent messages' },
  ).run()
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const says = (text: string) => page.getByText(text, { exact: true })

beforeEach(() => localStorage.clear())
afterEach(async () => {
  localStorage.clear()
  toast.clear()
  await composeStory({ render: () => <></> }, { title: 'Nothing' }).run()
})

test('only the author sees their unsent messages, and can send or discard them [CHAT-22]', async () => {
  const now = Date.now()
  leave('one', me.id, 'See you on Thursday.', now - 2 * minuteMs)
  leave('two', me.id, 'Never mind.', now - minuteMs)
  leave('one', 'another person', 'Not yours.')
  const sent: unknown[] = []
  await show({
    'POST /chat/one/messages': (_: URL, body: unknown) => {
      sent.push(body)
      return sampleMessage({ number: 1, isOwn: true })
    },
  })
  await expect.element(says('2 chat messages were not sent')).toBeVisible()
  await button('Show').click()
  expect(says('Not yours.').elements()).toEqual([])
  await button('Send').first().click()
  await expect
    .poll(() => sent)
    .toEqual([{ client_id: 'client See you on Thursday.', body: 'See you on Thursday.' }])
  await expect.poll(() => says('See you on Thursday.').elements()).toEqual([])
  await button('Discard').click()
  await expect.poll(() => keptWords(me.id, Date.now())).toEqual([])
  await expect.poll(() => page.getByText(/not sent/).elements()).toEqual([])
  expect(keptWords('another person', Date.now())).toHaveLength(1)
})

test('a message that the server refuses stays, with the reason [CHAT-22]', async () => {
  leave('one', me.id, 'Too late.')
  await show({ 'POST /chat/one/messages': problem('chat_closed') })
  await expect.element(says('A chat message was not sent')).toBeVisible()
  await button('Show').click()
  await button('Send').click()
  await expect.element(page.getByRole('alert').filter({ hasText: /./ }).last()).toBeVisible()
  expect(keptWords(me.id, Date.now())).toHaveLength(1)
})

test('unsent messages are kept for a day and survive a sign-out, read marks do not [CHAT-22]', async () => {
  leave('one', me.id, 'Old.', Date.now() - dayMs)
  leave('two', me.id, 'Young.')
  keptChat('three', me.id).write(writeKept({ ...emptyLog, seen: 4 }, undefined, Date.now()))
  await show()
  await expect.element(says('A chat message was not sent')).toBeVisible()
  const kept = () =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('parley.chat.'))
      .toSorted()
  expect(kept()).toEqual([`parley.chat.three.${me.id}`, `parley.chat.two.${me.id}`])
  forgetRead(me.id, Date.now())
  expect(kept()).toEqual([`parley.chat.two.${me.id}`])
  forgetRead(me.id, Date.now(), true)
  expect(kept()).toEqual([])
})
