import { organizationFields, type Organization } from '@parley/contract/organizations.ts'
import type { OrganizationField } from '@parley/contract/rules/people/organizations.ts'
import { judgeBy, type Faults } from '#ui/form/use-form.ts'

/** An organization's values in the form: a missing email address is an empty string. */
export type OrganizationValues = Omit<Pick<Organization, OrganizationField>, 'billingEmail'> & {
  billingEmail: string
}

export const valuesOf = (organization: Organization): OrganizationValues => ({
  name: organization.name,
  displayName: organization.displayName,
  billingAddress: organization.billingAddress,
  rate: organization.rate,
  time_zone: organization.time_zone,
  contact: organization.contact,
  billingEmail: organization.billingEmail ?? '',
  no_show_billed: organization.no_show_billed,
  waiting_room: organization.waiting_room,
  chat_files: organization.chat_files,
  streamed_app: organization.streamed_app,
  two_factor_required: organization.two_factor_required,
  copies_told: organization.copies_told,
  retention_days: organization.retention_days,
})

/** A new organization's values unless given: the same as the database's defaults. */
export const usualFields = {
  no_show_billed: false,
  waiting_room: true,
  chat_files: true,
  streamed_app: true,
  two_factor_required: false,
  copies_told: false,
  retention_days: 365,
}

/** The form's values as the API takes them. */
export const bodyOf = <V extends { billingEmail?: string }>({ billingEmail, ...rest }: V) => ({
  ...rest,
  ...(billingEmail !== undefined && { billingEmail: billingEmail.trim() === '' ? null : billingEmail }),
})

const judge = judgeBy<Omit<OrganizationValues, 'billingEmail'>>({
  name: organizationFields.name,
  displayName: organizationFields.displayName,
  billingAddress: organizationFields.billingAddress,
  rate: organizationFields.rate,
  time_zone: organizationFields.time_zone,
  contact: organizationFields.contact,
  retention_days: organizationFields.retention_days,
})
const judgeBillingEmail = judgeBy<Pick<OrganizationValues, 'billingEmail'>>({
  billingEmail: organizationFields.billingEmail,
})

export const judgeOrganization = (values: OrganizationValues): Faults<OrganizationValues> => ({
  ...judge(values),
  ...(values.billingEmail.trim() !== '' && judgeBillingEmail(values)),
})
