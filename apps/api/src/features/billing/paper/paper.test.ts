import { invoiceWords } from '@parley/contract/rules/billing/invoice-words.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { billingWorld } from '../../../../../../tests/support/worlds/billing-world.ts'
import { mailTo, sourceOf } from '../../../../../../tests/support/mail/mail.ts'
import { pdfText } from '../../../../../../tests/support/mail/pdf-text.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { drawInvoice } from './draw-invoice.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof billingWorld>>
beforeAll(async () => {
  stack = await startStack({
    PARLEY_INVOICE_FROM: 'Parley Coaching Inc. | 200 Fore Street | billing@parley.example',
  })
})
beforeEach(async () => {
  world = await billingWorld(stack)
  await stack.db
    .updateTable('people')
    .set({ first_name: 'Margarethe', last_name: 'Öztürk-Lindqvist' })
    .where('id', '=', world.client.id)
    .execute()
  await world.session('2026-10-20T14:00:00Z', { title: 'Grief' })
})
afterAll(() => stack[Symbol.asyncDispose]())

const fileOf = async (id: string) => {
  const answer = await stack.app.inject({
    url: `/api/invoice/pdf/${id}`,
    headers: { authorization: `Bearer ${world.orgAdmin.token}` },
  })
  return { headers: answer.headers, bytes: answer.rawPayload }
}
const spaceless = (text: string) => text.replaceAll(/\s/g, '')

/** Every word and figure of the page, with its lines. */
function wordsOf(words: ReturnType<typeof invoiceWords>): string[] {
  const lines = [...words.lines, words.total].flatMap((line) => Object.values(line))
  const facts = words.facts.flatMap(({ label, value }) => [label, value])
  return [
    words.number,
    ...words.from,
    ...words.billedTo,
    ...facts,
    ...Object.values(words.heads),
    ...lines,
    words.amount,
    words.counted,
  ]
}

test('the PDF has every word and figure of the invoice page and nothing about a client [BILL-42 BILL-43]', async () => {
  const invoice = await world.invoiced()
  const { headers, bytes } = await fileOf(invoice.id)
  expect(headers['content-type']).toBe('application/pdf')
  expect(headers['content-disposition']).toContain(
    `attachment; filename="Invoice 00001 ${world.organization.display_name}.pdf"`,
  )
  const text = spaceless(await pdfText(bytes))
  for (const word of wordsOf(invoiceWords(invoice))) expect(text).toContain(spaceless(word))
  expect(text).toContain(spaceless(`Pay at ${stack.config.origin}/invoice/${invoice.id}`))
  for (const secret of ['Margarethe', 'Lindqvist', 'Grief']) expect(text).not.toContain(secret)
})

test('an invoice keeps the sender that was set on its day of issue; a re-issue takes the present one', async () => {
  const { id, from } = await world.invoiced()
  expect(from).toEqual(['Parley Coaching Inc.', '200 Fore Street', 'billing@parley.example'])
  const issuer = stack.platform.config.invoiceFrom
  stack.platform.config.invoiceFrom = ['Somebody else']
  expect((await world.get(world.orgAdmin, id)).body.response.from).toEqual(from)
  expect(await pdfText((await fileOf(id)).bytes)).not.toContain('Somebody else')
  const anew = (await world.reissue(world.admin, id)).body.response
  stack.platform.config.invoiceFrom = issuer
  expect(anew.from).toEqual(['Somebody else'])
})

test('an invoice keeps the time zone in which its month was counted when the organization moves [BILL-48]', async () => {
  const { id } = await world.invoiced()
  await stack.db
    .updateTable('organizations')
    .set({ time_zone: 'Asia/Tokyo' })
    .where('id', '=', world.organization.id)
    .execute()
  expect((await world.get(world.orgAdmin, id)).body.response.organization.time_zone).toBe('America/New_York')
  const text = await pdfText((await fileOf(id)).bytes)
  expect(text).toContain('New York')
  expect(text).not.toContain('Tokyo')
})

test('the PDF of a paid or void invoice says so and does not say where to pay', async () => {
  const invoice = await world.invoiced()
  for (const [status, word] of [
    [1, 'Paid'],
    [3, 'Void'],
  ] as const) {
    await world.setStatus(world.admin, invoice.id, status)
    const text = await pdfText((await fileOf(invoice.id)).bytes)
    expect(text).toContain(word)
    expect(text).not.toContain('Pay at')
  }
})

test('an invoice of 60 lines goes on over four pages with no line lost and the column heads repeated [BILL-42]', async () => {
  const name = (i: number) => `Coach number ${i} with quite a long name`
  const line = { coached_time: 60, billed_time: 60, unbilled_time: 0, subtotal: 15_000 }
  const words = invoiceWords({
    invoice_num: 7,
    start_date: '2026-10-01',
    end_date: '2026-11-01',
    from: ['Parley'],
    organization: { displayName: 'Harbor', billingAddress: '1 Quay Street', rate: 15_000, time_zone: 'UTC' },
    no_show_billed: true,
    line_items: Array.from({ length: 60 }, (_, i) => ({ name: name(i), ...line })),
    billed_time: 3600,
    unbilled_time: 0,
    amount: 900_000,
  })
  const bytes = await drawInvoice({ words, issuedAt: '2026-11-01T08:00:00.000Z', payAt: null, mark: null })
  const text = await pdfText(bytes)
  for (let i = 0; i < 60; i += 1) expect(text).toContain(name(i))
  expect(text.match(/Subtotal/g)).toHaveLength(3)
  expect(text).toContain('page 4 of 4')
})

test('names in Chinese, Japanese, Korean, Arabic, Hebrew and Cyrillic are drawn on the PDF [BILL-51]', async () => {
  const names = ['王小明', '山田さくら', '김민수', 'محمد', 'מרגלית', 'Юлия', 'Łucja']
  const line = { coached_time: 60, billed_time: 60, unbilled_time: 0, subtotal: 15_000 }
  const words = invoiceWords({
    invoice_num: 7,
    start_date: '2026-10-01',
    end_date: '2026-11-01',
    from: ['Parley'],
    organization: { displayName: '株式会社さくら', billingAddress: '東京都', rate: 15_000, time_zone: 'UTC' },
    no_show_billed: true,
    line_items: names.map((name) => ({ name, ...line })),
    billed_time: 420,
    unbilled_time: 0,
    amount: 105_000,
  })
  const bytes = await drawInvoice({ words, issuedAt: '2026-11-01T08:00:00.000Z', payAt: null, mark: null })
  const text = spaceless(await pdfText(bytes))
  for (const name of [...names, '株式会社さくら', '東京都']) expect(text).toContain(name)
  expect(text).not.toContain('\uFFFD')
  // Only the glyphs that are drawn are embedded from each large font.
  expect(bytes.length).toBeLessThan(400_000)
})

test("an invoice is mailed once to the organization's billing address with its PDF [BILL-43 BILL-44]", async () => {
  const to = `billing-${world.organization.name}@example.test`
  await stack.db
    .updateTable('organizations')
    .set({ billing_email: to })
    .where('id', '=', world.organization.id)
    .execute()
  await world.invoiced()
  await stack.runJobs()
  await world.run()
  await stack.runJobs()
  const mails = await mailTo(to)
  expect(mails).toHaveLength(1)
  const [mail] = mails
  expect(mail?.subject).toBe('Invoice 00001 for Oct 1 – 31, 2026')
  expect(mail?.text).toContain('$150.00')
  expect(mail?.attachments?.map((one) => one.fileName)).toEqual([
    `Invoice 00001 ${world.organization.display_name}.pdf`,
  ])
  expect(`${mail?.text} ${await sourceOf(mail)}`).not.toMatch(/Margarethe|Lindqvist|Grief/)
  const listed = (await stack.as(world.admin).get('/mails?page=1')).body.response.entries
  expect(listed).toMatchObject([{ kind: 'invoice', to: null, address: to, state: 'sent' }])
})

test('without a billing address the invoice goes to every OrgAdmin of the organization who is not deleted, and to nobody else [BILL-44]', async () => {
  const { organization, orgAdmin, there } = world
  const second = await stack.make.person({ level: 'OrgAdmin', organization_id: organization.id })
  const gone = await stack.make.person({ level: 'OrgAdmin', organization_id: organization.id })
  await stack.db
    .updateTable('people')
    .set({ deleted_at: new Date(stack.clock.now()) })
    .where('id', '=', gone.id)
    .execute()
  await world.invoiced()
  await stack.runJobs()
  const rows = await stack.db.selectFrom('mails').select('to_address').where('kind', '=', 'invoice').execute()
  expect(rows.map((row) => row.to_address).toSorted()).toEqual([orgAdmin.email, second.email].toSorted())
  expect(there.orgAdmin.email).not.toBe(orgAdmin.email)
})

test('the mail of an invoice that was voided in the meantime is not sent', async () => {
  const { id } = await world.invoiced()
  await world.setStatus(world.admin, id, 3)
  await stack.runJobs()
  const rows = await stack.db
    .selectFrom('mails')
    .select(['state', 'last_error'])
    .where('kind', '=', 'invoice')
    .execute()
  expect(rows).toEqual([{ state: 'failed', last_error: 'The invoice is void.' }])
})

test('the CSV has a row for each line with plain numbers, no formula and no client [BILL-43]', async () => {
  const { organization, coach, orgAdmin } = world
  await stack.db
    .updateTable('organizations')
    .set({ display_name: '=1+1' })
    .where('id', '=', organization.id)
    .execute()
  await stack.db
    .updateTable('people')
    .set({ first_name: 'Dana', last_name: 'Whitfield' })
    .where('id', '=', coach.id)
    .execute()
  await world.invoiced()
  const { body, headers } = await stack.as(orgAdmin).get(`/invoice/export/${organization.id}`)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(String(body).replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'Invoice,Invoice date,Period start,Period end,Due,Status,Organization,Coach,Coached minutes,Billed minutes,Unbilled minutes,Rate,Subtotal,Currency',
    `00001,2026-10-31,2026-10-01,2026-10-31,2026-11-01,Pending,'=1+1,Dana Whitfield,60,60,0,150.00,150.00,USD`,
  ])
})
