import { randomBytes } from 'node:crypto'
import { oneTimePassword } from '../features/account/manage/server/actions.ts'
import { askForPassword, createAccount, removeDemoAccounts } from '../features/account/server/actions.ts'
import { cancelQueued } from '../server/jobs.ts'
import { type WithdrawalKind, withdrawalKinds } from '../features/certificate/signature/rules.ts'
import { withdrawKey } from '../features/certificate/signature/server/actions.ts'
import { listKeys } from '../features/certificate/signature/server/data.ts'
import { defaultSettings } from '../features/project/rules.ts'
import { createProject } from '../features/project/server/actions.ts'
import { administratorMenus } from '../features/role/rules.ts'
import { assertAdministered, seedDefaultRoles, lockAdministration } from '../features/role/server/actions.ts'
import { Refusal } from '../contract/refusal.ts'
import { audit } from '../server/audit.ts'
import type { Tx } from '../server/db.ts'
import { type Environment, OperatorError, readEnvironment } from '../server/environment.ts'
import type { AppContext } from '../server/appContext.ts'
import { hashPassword } from '../server/password.ts'
import { openAppContext } from './context.ts'

const usage =
  'Usage: npm run admin -- NAME | --remove-demo | --withdraw-key; a name starts with a letter and has 4 to 30 letters or digits.'

/** The project of the portal, created with the roles it starts with when there is none. */
async function ensureProject(tx: Tx, secondFactor: boolean): Promise<string> {
  const [known] = await tx`select id from projects where status = 'active' order by id limit 1`
  if (known) return known.id as string
  const { title, shortTitle } = defaultSettings
  const projectId = await createProject(tx, { settings: { title, shortTitle } })
  await seedDefaultRoles(tx, projectId, { secondFactor })
  await audit(tx, {
    by: null,
    projectId,
    action: 'project.create',
    subjectKind: 'project',
    subjectId: projectId,
    after: { title, shortTitle },
  })
  return projectId
}

/**
 * Adds an administrator: the project and its roles when there are none, then the account. Returns the password, which
 * is shown once and must be changed first. `secondFactor` demands one of the administrators of a new project. Refuses a
 * name that is no name, or in use, and a project none of whose roles administers it.
 */
export async function addAdministrator(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  loginName: string,
  { secondFactor }: { secondFactor: boolean } = { secondFactor: false },
): Promise<string> {
  if (!/^[A-Za-z]\w{3,29}$/.test(loginName)) throw new OperatorError(usage)
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  await db.begin(async (tx) => {
    const projectId = await ensureProject(tx, secondFactor)
    await lockAdministration(tx, projectId)
    const [role] = await tx`
      select id, role_name from roles where project_id = ${projectId} and role_system = 1 and data_scope = 'kind'
        and deleted_at is null and menus @> ${administratorMenus as string[]}
      order by cardinality(menus) desc, id limit 1`
    if (!role) throw new OperatorError('No role of the portal may manage roles and administrators.')
    const person = { loginName, userName: loginName, unitId: null, mobile: null }
    const accountId = await createAccount(tx, secrets, {
      ...person,
      projectId,
      roleId: role.id as string,
      passwordHash,
    }).catch((error: unknown) => {
      if (error instanceof Refusal) throw new OperatorError(`There is an account "${loginName}" already.`)
      throw error
    })
    await askForPassword(tx, accountId)
    await audit(tx, {
      by: null,
      projectId,
      action: 'account.create',
      subjectKind: 'account',
      subjectId: accountId,
      after: { loginName, userName: loginName, roles: [{ roleName: role.roleName, unitId: null }] },
    })
  })
  return password
}

/**
 * Disables the accounts of the demo and erases their passwords, and cancels what its sandbox had yet to do; returns how
 * many accounts. Refuses while a portal would be left without an administrator.
 */
export async function removeDemo({ db }: Pick<AppContext, 'db'>): Promise<number> {
  const passwordHash = await hashPassword(randomBytes(32).toString('hex'))
  const { sandboxFeature } = await import('../sandbox/feature.ts')
  return db.begin(async (tx) => {
    await cancelQueued(tx, sandboxFeature.jobs ?? [])
    const projects = await tx`select distinct project_id from accounts where demo order by project_id`
    for (const { projectId } of projects) await lockAdministration(tx, projectId as string)
    const removed = await removeDemoAccounts(tx, passwordHash)
    for (const projectId of removed.keys()) {
      await assertAdministered(tx, projectId).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        throw new OperatorError(
          'Nobody but the demo administers this portal. Run "npm run admin -- NAME" first, then --remove-demo again.',
        )
      })
    }
    return [...removed.values()].reduce((sum, count) => sum + count, 0)
  })
}

const withdrawalUsage = `Usage: npm run admin -- --withdraw-key NUMBER ${Object.keys(withdrawalKinds).join('|')} REASON; numbers are in /check/keys.json.`

/**
 * Withdraws a key that signs what the codes of certificates say, by its number, the kind of the reason and the reason of
 * at most 200 letters; returns the number of the key that signs from now on. Refuses other texts, a key there is not, and
 * one that was withdrawn before.
 */
export async function withdrawSigningKey(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  [number = '', kind = '', ...words]: readonly string[],
): Promise<number> {
  const reason = words.join(' ').trim()
  if (!/^\d{1,3}$/.test(number) || !Object.hasOwn(withdrawalKinds, kind) || !reason || reason.length > 200)
    throw new OperatorError(withdrawalUsage)
  const why = { no: Number(number), kind: kind as WithdrawalKind, reason }
  const signing = await db.begin((tx) => withdrawKey(tx, secrets, why))
  if (signing !== null) return signing
  const left = (await listKeys(db)).filter(({ withdrawn }) => !withdrawn).map(({ no }) => no)
  throw new OperatorError(
    `Key ${number} is not there or was withdrawn before; nothing was changed. Keys not withdrawn: ${left.join(', ') || 'none'}.`,
  )
}

/** Opens the portal's database, whether or not the demo is in it, for one task of the operator. */
export async function withPortal<T>(
  environment: Environment,
  task: (app: AppContext) => Promise<T>,
): Promise<T> {
  const { owner, close } = await openAppContext(environment, async () => false)
  try {
    return await task(owner)
  } finally {
    await close()
  }
}

if (import.meta.main) {
  try {
    const [name = '', ...more] = process.argv.slice(2)
    const environment = readEnvironment(process.env)
    if (name === '--remove-demo') {
      const count = await withPortal(environment, removeDemo)
      process.stdout.write(`${count} accounts of the demo are disabled, and their passwords erased.\n`)
    } else if (name === '--withdraw-key') {
      const signing = await withPortal(environment, (app) => withdrawSigningKey(app, more))
      process.stdout.write(`Key ${more[0]} is withdrawn. Key ${signing} signs from now on.\n`)
    } else {
      const password = await withPortal(environment, (app) =>
        addAdministrator(app, name, { secondFactor: true }),
      )
      process.stdout.write(
        `Administrator ${name} is set up. Password, shown once and changed at the first sign-in: ${password}\n`,
      )
    }
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${error instanceof OperatorError ? error.message : (error as Error).stack}\n`)
    process.exit(1)
  }
}
