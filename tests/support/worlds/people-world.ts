import type { TestPerson } from '../make.ts'
import type { Stack } from '../stack.ts'

/** Two organizations, each with an OrgAdmin, two coaches and a client of each; and an Admin and a Super above them. */
export async function peopleWorld(stack: Stack) {
  const make = async () => {
    const organization = await stack.make.organization()
    const organization_id = organization.id
    const orgAdmin = await stack.make.person({ level: 'OrgAdmin', organization_id })
    const coach = await stack.make.person({ level: 'Coach', organization_id })
    const otherCoach = await stack.make.person({ level: 'Coach', organization_id })
    const client = await stack.make.person({ level: 'Client', organization_id, coach_id: coach.id })
    const otherClient = await stack.make.person({ level: 'Client', organization_id, coach_id: otherCoach.id })
    return { organization, orgAdmin, coach, otherCoach, client, otherClient }
  }
  const [here, there] = [await make(), await make()]
  const admin = await stack.make.person({ level: 'Admin' })
  const superUser = await stack.make.person({ level: 'Super' })
  return { ...here, there, admin, superUser }
}

let counter = 0
/** The attributes of a person to create. */
export const newPerson = (more: object = {}) => {
  counter += 1
  return {
    first_name: 'Noor',
    last_name: 'Haddad',
    username: `noor.${counter}`,
    email: `noor.${counter}@example.test`,
    ...more,
  }
}

export const peopleCalls = (stack: Stack) => ({
  create: (by: TestPerson, attributes: object, more: object = {}) =>
    stack.as(by).post('/profiles/', { attributes, ...more }),
  update: (by: TestPerson, person: { id: string }, attributes: object) =>
    stack.as(by).put(`/profiles/${person.id}`, { attributes }),
  remove: (by: TestPerson, person: { id: string }) => stack.as(by).delete(`/profiles/${person.id}`),
})

export const idsOf = (answer: { body: { response: { id: string }[] | { entries: { id: string }[] } } }) => {
  const { response } = answer.body
  return (Array.isArray(response) ? response : response.entries).map((one) => one.id)
}
