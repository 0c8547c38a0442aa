import { composeStories } from '@storybook/react-vite'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as choices from '#ui/choice/choices.stories.tsx'
import * as dialogs from '#ui/overlay/dialogs.stories.tsx'
import * as fields from '#ui/field/fields.stories.tsx'

const { ThreeStates } = composeStories(choices)
const { DrawerClosed, Confirmation } = composeStories(dialogs)
const { PickerFields } = composeStories(fields)

beforeEach(() => page.viewport(1440, 900))

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('the tri-state control can be set to true, false and unset by pointer and keyboard, and reports each [TABLE-08]', async () => {
  await ThreeStates.run()
  const group = page.getByRole('radiogroup', { name: 'Showed interest' })
  const state = (name: string) => group.getByRole('radio', { name, exact: true })
  const said = page.getByText(/^Showed interest is/)
  await expect.element(state('Unset')).toBeChecked()

  await group.getByText('True').click()
  await expect.element(state('True')).toBeChecked()
  await expect.element(said).toHaveTextContent('Showed interest is true')
  await group.getByText('False').click()
  await expect.element(said).toHaveTextContent('Showed interest is false')
  await group.getByText('Unset').click()
  await expect.element(said).toHaveTextContent('Showed interest is unset')

  await userEvent.keyboard('{ArrowRight}')
  await expect.element(state('True')).toBeChecked()
  await expect.element(said).toHaveTextContent('Showed interest is true')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(state('False')).toBeChecked()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(state('Unset')).toBeChecked()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(said).toHaveTextContent('Showed interest is false')
})

test('a drawer with unsaved input asks before it closes; an untouched one does not', async () => {
  await DrawerClosed.run()
  await button('Add Client').click()
  const drawer = page.getByRole('dialog', { name: 'Add Client' })
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()

  await button('Add Client').click()
  await page.getByLabelText('First name').fill('Liesbeth')
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect.element(button('Keep editing')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('First name')).toHaveValue('Liesbeth')

  await button('Never mind').click()
  await button('Discard changes').click()
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(button('Add Client')).toHaveFocus()
})

test("a confirmation opens with the focus on 'Never mind'", async () => {
  await Confirmation.run()
  await expect.element(button('Never mind')).toHaveFocus()
})

test('a combo box searches the server, and its options can be chosen by keyboard', async () => {
  await PickerFields.run()
  button('Copy from Another client').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('searchbox', { name: 'Search copy from' })).toHaveFocus()
  const option = (name: string) => page.getByRole('option', { name: new RegExp(name) })
  await expect.element(option('Dana Whitfield')).toBeVisible()
  await userEvent.keyboard('ingr')
  await expect.element(option('Dana Whitfield')).not.toBeInTheDocument()
  await expect.element(option('Ingrid Solheim')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(button('Copy from Ingrid Solheim')).toBeVisible()
  await button('Clear Copy from').click()
  await expect.element(button('Copy from Another client')).toBeVisible()
})
