import { startRoles } from '../../features/role/rules.ts'
import { openSession } from '../../features/session/server/actions.ts'
import { hashPassword } from '../../server/password.ts'
import type { World } from '../harness.ts'
import type { BuiltPortal } from '../build/portal.ts'

/** A marker no response may contain unless its reader may see the row it is in. */
export type Mark = `鹊${'P' | 'U' | 'L'}-${string}`
/** Mark in a project's own rows, a unit's, or a learner's. */
export const markOf = (kind: 'P' | 'U' | 'L', place: string): Mark =>
  `鹊${kind}-${place.slice(0, kind === 'P' ? 1 : kind === 'U' ? 2 : 3)}`
export const marksIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/鹊[PUL]-[A-Z]\d?[a-z]?/g)].map(([mark]) => mark))

/** Somebody who makes calls. */
export interface Person {
  name: string
  token: string | null
  /** The role by its place in `startRoles`; -1 for a stranger, others are of our own making. */
  menus: ReadonlySet<string>
  roleSystem: 1 | 2 | 3 | null
  /** The place whose rows are the person's own. */
  place: string
  /** Person with the same rights at another place. */
  mirrors?: string
  /** True if a mark may be shown to this person. */
  sees(mark: string): boolean
}

/**
 * The nine identities, and roles a portal may well make: every entry, narrowed to a unit with others below it, to one
 * without, or to staff of a part.
 */
export const identities = [
  'anonymous',
  'learner',
  'otherLearner',
  'unit',
  'otherUnit',
  'finance',
  'service',
  'administrator',
  'foreignAdministrator',
] as const

const seesProject = (project: string) => (mark: string) => mark[3] === project
const seesUnit = (unit: string) => (mark: string) =>
  mark[1] === 'P' ? mark[3] === unit[0] : mark.slice(3, 5) === unit
const seesLearner = (learner: string) => (mark: string) =>
  mark[1] === 'P' ? mark[3] === learner[0] : learner.startsWith(mark.slice(3))

export interface ProjectRoles extends BuiltPortal {
  start: readonly string[]
}

/** The password of everyone here. */
export const commonPassword = 'Demo2026a'
const passwordHash = hashPassword(commonPassword)

/** An account of a role, signed in by what the gate itself writes. */
export async function aSignedIn(
  world: World,
  account: { projectId: string; roleId: string; roleSystem: number; unitId: string | null; userName: string },
  more: object,
): Promise<{ accountId: string; token: string }> {
  const { db } = world
  const { roleSystem, ...columns } = account
  const [row] = await db`
    insert into accounts ${db({ ...columns, loginName: `n${Math.random()}`, ...more, passwordHash: await passwordHash } as never)}
    returning id`
  const accountId = row!.id as string
  const visitor = { ip: '10.0.0.1', agent: 'test' }
  const token = await db.begin((tx) => openSession(tx, { id: accountId, ...account }, visitor))
  return { accountId, token }
}

/** Those who make calls: the nine of the matrix, then those of roles made here. */
export async function signInPeople(
  world: World,
  projects: Record<
    'A' | 'B',
    {
      projectId: string
      roleIds: string[]
      units: Record<string, string>
      spareUnits: Record<string, string>
    }
  >,
  learners: Record<string, { token: string }>,
  everyMenu: readonly string[],
): Promise<Person[]> {
  const { db } = world
  const made = async (name: string, roleSystem: 1 | 2, dataScope: string) => {
    const [row] = await db`insert into roles ${db({
      projectId: projects.A.projectId,
      roleName: name,
      roleSystem,
      dataScope,
      menus: [...everyMenu],
    })} returning id`
    return row!.id as string
  }
  const staff = async (
    name: string,
    project: 'A' | 'B',
    role: number | string,
    roleSystem: 1 | 2,
    place: string,
    sees: Person['sees'],
    narrow = roleSystem === 2,
  ): Promise<Person> => {
    const { projectId, roleIds, units } = projects[project]
    const { token } = await aSignedIn(
      world,
      {
        projectId,
        roleId: typeof role === 'number' ? roleIds[role]! : role,
        roleSystem,
        unitId: narrow ? units[place.slice(0, 2)]! : null,
        userName: markOf(narrow ? 'U' : 'P', place),
      },
      {},
    )
    const menus = typeof role === 'number' ? startRoles[role]!.menus : everyMenu
    return { name, token, menus: new Set<string>(menus), roleSystem, place, sees }
  }
  const everyPower = await made('万能单位', 2, 'kind')
  const { projectId, spareUnits } = projects.A
  const leaf = await aSignedIn(
    world,
    { projectId, roleId: everyPower, roleSystem: 2, unitId: spareUnits.A1!, userName: markOf('U', 'A1x') },
    {},
  )
  const learner = (name: string, place: string): Person => ({
    name,
    token: learners[place]!.token,
    menus: new Set(),
    roleSystem: 3,
    place,
    sees: seesLearner(place),
  })
  return [
    {
      name: 'anonymous',
      token: null,
      menus: new Set(),
      roleSystem: null,
      place: 'A1x',
      sees: (mark) => mark === '鹊P-A',
    },
    learner('learner', 'A1x'),
    { ...learner('otherLearner', 'A2x'), mirrors: 'learner' },
    await staff('unit', 'A', 1, 2, 'A1x', seesUnit('A1')),
    { ...(await staff('otherUnit', 'A', 1, 2, 'A2x', seesUnit('A2'))), mirrors: 'unit' },
    await staff('finance', 'A', 2, 1, 'A1x', seesProject('A')),
    await staff('service', 'A', 3, 1, 'A1x', seesProject('A')),
    await staff('administrator', 'A', 0, 1, 'A1x', seesProject('A')),
    {
      ...(await staff('foreignAdministrator', 'B', 0, 1, 'B1x', seesProject('B'))),
      mirrors: 'administrator',
    },
    await staff('unitWithEverything', 'A', everyPower, 2, 'A1x', seesUnit('A1')),
    {
      name: 'leafWithEverything',
      token: leaf.token,
      menus: new Set(everyMenu),
      roleSystem: 2,
      place: 'A1x',
      sees: (mark) => mark[1] !== 'L' && seesUnit('A1')(mark),
    },
    await staff('narrowStaff', 'A', await made('分片人员', 1, 'subtree'), 1, 'A1x', seesUnit('A1'), true),
  ]
}
