import type { OwnProfile } from '@parley/contract/identity.ts'
import { LifeBuoy } from 'lucide-react'

/** An organization, and the phone number or address that it gives to people who are stuck; empty if it has none. */
interface OrganizationContact {
  name: string
  contact: string
}

/** The organization to ask, with its number or address if it has one. */
export function Contact({ organization: { name, contact } }: { organization: OrganizationContact }) {
  const address = contactAddress(contact)
  if (contact === '') return <>{name}</>
  return (
    <>
      {name},{' '}
      {address === undefined ? (
        contact
      ) : (
        <a
          href={address}
          // A number broken over two lines is hard to read out; an address may be longer than the line.
          className={`text-accent-ink underline underline-offset-2 pointer-coarse:inline-block pointer-coarse:py-3 ${address.startsWith('tel:') ? 'whitespace-nowrap' : ''}`}
        >
          {contact}
        </a>
      )}
    </>
  )
}

/** The link for a contact that is a phone number or an email address. */
export function contactAddress(contact: string): string | undefined {
  if (/^\+?[\d\s().-]{6,}$/.test(contact)) return `tel:${contact.replaceAll(/[^\d+]/g, '')}`
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(contact) ? `mailto:${contact}` : undefined
}

interface ContactLineProps {
  /** The possible problem, such as 'Trouble getting in?'. */
  question: string
  organization: OrganizationContact
}

/** The foot of every page of a call where somebody waits or something went wrong. */
export const ContactLine = ({ question, organization }: ContactLineProps) => (
  <>
    <LifeBuoy className="mr-2 inline size-4 align-[-0.1875rem]" strokeWidth={1.75} />
    {question} {organization.contact === '' && 'Ask '}
    <Contact organization={organization} />
  </>
)

/** The same for a signed-in user. A user without an organization has nobody to ask. */
export const OwnContactLine = ({ question, me }: { question: string; me: OwnProfile | undefined }) =>
  me?.organization && (
    <ContactLine
      question={question}
      organization={{ name: me.organization.displayName, contact: me.organization.contact }}
    />
  )
