import { randomUUID } from 'node:crypto'
import { expectFits } from '../support/browsers/fits.ts'
import { expect, expectAccessible, test } from '../support/journeys/journey.ts'
import { inHours } from '../support/journeys/moments.ts'

test('moments that an assessor marked in a call are on the session’s page, where their author edits and removes them [ASSESS-29]', async ({
  page,
  make,
  database,
  signIn,
}) => {
  test.slow()
  const coach = await signIn('Coach')
  await database.db.updateTable('people').set({ is_assessor: true }).where('id', '=', coach.id).execute()
  const client = await make.person({
    level: 'Client',
    organization_id: coach.organization_id ?? '',
    coach_id: coach.id,
  })
  const start = inHours(-3)
  const session = await make.session({ coach, client, start, status: 'Completed' })
  const minuteOf = (minute: number) => new Date(Date.parse(start) + minute * 60_000)
  await database.db.insertInto('chats').values({ session_id: session.id, messages: 2 }).execute()
  await database.db
    .insertInto('chat_messages')
    .values(
      [coach, client].map(({ id }, i) => ({
        session_id: session.id,
        number: i + 1,
        author_id: id,
        client_id: randomUUID(),
        body: i === 0 ? 'Try it with what you saw.' : 'The report came late. Like that?',
        type: 'text',
        created_at: minuteOf(i === 0 ? 5 : 44),
      })),
    )
    .execute()
  const headers = { authorization: `Bearer ${coach.token}` }
  const drop = (minute: number, note: string, ...tags: string[]) =>
    page.request.put(`/api/assessment/${session.id}/${client.id}/moments/${randomUUID()}`, {
      headers,
      data: { tags: [0, ...tags], at: minuteOf(minute).toISOString(), note },
    })
  await page.goto(`/session/${session.id}/preview`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await drop(20, '“On Thursday the report came late.”', 'clarity', 'opening', 'purpose-early')
  await drop(22, '', 'listening', 'presence', 'lets-finish')
  await drop(45, 'Asked, then waited. '.repeat(20), 'clarity', 'opening', 'good-time')
  // The open page gets the moments through live updates.
  const moments = page.getByRole('region', { name: /^Moments/ })
  // On a phone the chat is inside a row and has list entries too, so select only the direct ones.
  const rows = moments.getByRole('list', { name: 'Moments' }).locator('> li')
  await expect(rows).toHaveCount(3)
  const flags = moments.getByRole('list', { name: 'On the timeline' }).getByRole('button')
  await expect(flags).toHaveCount(2)
  await flags.last().click()
  await expect(rows.last()).toHaveAttribute('aria-current', 'true')
  // The chat shows what was written at that time.
  const chat = moments.getByRole('region', { name: 'Chat at this time' })
  await expect(chat.getByText('The report came late. Like that?')).toBeVisible()
  await expect(chat.getByText('Try it with what you saw.')).toBeHidden()
  await expectFits(page, 'page of a session with moments')
  await expectAccessible(page)

  await rows
    .nth(1)
    .getByRole('button', { name: /^Actions for / })
    .click()
  await page.getByRole('menuitem', { name: 'Edit note' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('He let her finish.')
  await expectFits(page, 'form of a note')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(rows.nth(1)).toContainText('He let her finish.')
  await rows
    .first()
    .getByRole('button', { name: /^Actions for / })
    .click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove this moment?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('He let her finish.')
})
