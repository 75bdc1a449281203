import { randomInt } from 'node:crypto'
import { foundRoles } from '../features/role/server/actions.ts'
import { createProject } from '../features/project/server/actions.ts'
import { defaultSettings } from '../features/project/rules.ts'
import { type Environment, OperatorError, readEnvironment } from '../server/environment.ts'
import type { Pool } from '../server/db.ts'
import { hashPassword } from '../server/password.ts'
import { openGround } from './ground.ts'

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password for the first sign-in: a letter, then 13 letters and digits. */
function oneTimePassword(): string {
  const draw = (from: string) => from[randomInt(from.length)]!
  return (
    draw('abcdefghjkmnpqrstuvwxyz') + Array.from({ length: 12 }, () => draw(letters)).join('') + randomInt(10)
  )
}

/** Opens the database of a portal without demo data and sets up an administrator there. */
export async function setUpAdministrator(environment: Environment, loginName: string): Promise<string> {
  const { ground, close } = await openGround({ ...environment, demo: false })
  try {
    return await addAdministrator(ground.db, loginName, { secondFactor: true })
  } finally {
    await close()
  }
}

/**
 * Adds an administrator: the project and its roles when there are none, then the account. Gives the password, which
 * is shown once. `secondFactor` demands one of the administrators of a new project. Refuses a name that is no name, or
 * in use.
 */
export async function addAdministrator(
  db: Pool,
  loginName: string,
  { secondFactor }: { secondFactor: boolean } = { secondFactor: false },
): Promise<string> {
  if (!/^[A-Za-z]\w{3,29}$/.test(loginName)) {
    throw new OperatorError(
      'Usage: npm run admin -- NAME; a name starts with a letter and has 4 to 30 letters or digits.',
    )
  }
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  await db.begin(async (tx) => {
    const { title, shortTitle } = defaultSettings
    const [known] = await tx`select id from projects where status = 'active' order by id limit 1`
    const projectId = (known?.id as string) ?? (await createProject(tx, { settings: { title, shortTitle } }))
    if (!known) await foundRoles(tx, projectId, { secondFactor })
    const [role] = await tx`
      select id from roles where project_id = ${projectId} and role_system = 1 and deleted_at is null
      order by cardinality(menus) desc limit 1`
    const made = await tx`
      insert into accounts ${tx({ projectId, roleId: role!.id as string, loginName, userName: loginName, passwordHash })}
      on conflict do nothing returning id`
    if (made.length === 0) throw new OperatorError(`There is an account "${loginName}" already.`)
  })
  return password
}

if (import.meta.main) {
  try {
    const [name = ''] = process.argv.slice(2)
    const password = await setUpAdministrator(readEnvironment(process.env), name)
    process.stdout.write(`Administrator ${name} is set up. Password, shown once: ${password}\n`)
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${error instanceof OperatorError ? error.message : (error as Error).stack}\n`)
    process.exit(1)
  }
}
