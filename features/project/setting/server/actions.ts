import { refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import type { ClassType, SettingChanges } from '../../contract.ts'
import { settingsOf } from '../../rules.ts'
import { addSettings } from '../../server/actions.ts'
import { settingRefusals } from '../contract.ts'
import { changed, differences, effectOf, type SettingDifference } from '../rules.ts'
import { countClasses, countEffects, listSteps, ownSettings } from './data.ts'

interface Input {
  changes: SettingChanges
  effectiveFrom?: string
}

/** Refuses a time in the past or too far ahead; returns it, or null for immediately. */
async function readTime(db: Db, effectiveFrom: string | undefined): Promise<string | null> {
  if (effectiveFrom === undefined) return null
  const [row] = await db`
    select ${effectiveFrom}::timestamptz <= moment() as past,
      ${effectiveFrom}::timestamptz > moment() + interval '2 years' as far`
  if (row!.past) refuse(settingRefusals.inThePast, {}, 'effectiveFrom')
  if (row!.far) refuse(settingRefusals.tooFar, {}, 'effectiveFrom')
  return effectiveFrom
}

/** Refuses class types of one key or address, and one that takes the key from classes there are. */
async function assertTypes(
  db: Db,
  projectId: string,
  before: readonly ClassType[],
  after: readonly ClassType[],
) {
  for (const [i, type] of after.entries()) {
    const twin = after.findIndex((other) => other.key === type.key || other.path === type.path)
    if (twin !== i) refuse(settingRefusals.typeTwice, { name: type.name }, 'changes.showClassType')
  }
  const counts = await countClasses(db, projectId)
  for (const type of before) {
    const renamed =
      !after.some((other) => other.key === type.key) && after.some((other) => other.path === type.path)
    const count = counts.get(type.key) ?? 0
    if (renamed && count > 0)
      refuse(settingRefusals.typeUsed, { name: type.name, count }, 'changes.showClassType')
  }
}

async function differencesOf(db: Db, projectId: string, input: Input): Promise<SettingDifference[]> {
  const own = await ownSettings(db, projectId, await readTime(db, input.effectiveFrom))
  const [before, after] = [settingsOf(own), changed(own, input.changes)]
  if (input.changes.showClassType) {
    await assertTypes(db, projectId, before.showClassType, after.showClassType)
  }
  const types = after.showClassType.map(({ key }) => key)
  const stranger = Object.keys(input.changes.requiredHoursTenths ?? {}).find((key) => !types.includes(key))
  if (stranger !== undefined) {
    refuse(settingRefusals.typeUnknown, { key: stranger.slice(0, 40) }, 'changes.requiredHoursTenths')
  }
  return differences(before, after)
}

/** Counts the effects of a change; refuses what could not be saved. */
export async function previewSettings(db: Db, projectId: string, input: Input) {
  const found = await differencesOf(db, projectId, input)
  const kinds = found.map(({ key }) => effectOf(key)).filter((kind) => kind !== null)
  const counts = await countEffects(db, projectId, kinds, found)
  const at = input.effectiveFrom === undefined ? null : Date.parse(input.effectiveFrom)
  const later = (await listSteps(db, projectId)).filter(
    (step) => step.isScheduled && !step.isWithdrawn && Date.parse(step.effectiveFrom) > (at ?? 0),
  )
  return {
    differences: found.map((difference) => {
      const kind = effectOf(difference.key)
      return { ...difference, effect: kind && { kind, count: counts[kind]! } }
    }),
    overridden: later.flatMap((step) =>
      found.filter(({ key }) => key in step.changes).map(({ key }) => ({ key, from: step.effectiveFrom })),
    ),
  }
}

/** Locks a project, whose settings change and are proposed one after the other. */
export const lockProject = (tx: Tx, projectId: string) =>
  tx`select from projects where id = ${projectId} for no key update`

/**
 * Locks a project and finds what a change differs in. Refuses (422) what could not be saved and what changes nothing, and
 * (409) when a step was added since the caller looked.
 */
export async function findChange(
  tx: Tx,
  { projectId }: ProjectSession,
  input: Input & { seen: number },
): Promise<SettingDifference[]> {
  await lockProject(tx, projectId)
  const found = await differencesOf(tx, projectId, input)
  if (found.length === 0) refuse(settingRefusals.nothingChanged, {}, 'changes')
  const [steps] = await tx`select count(*)::int as n from setting_versions where project_id = ${projectId}`
  if (steps!.n !== input.seen) refuse(settingRefusals.changedMeanwhile)
  return found
}

/** One side of differences, by key. */
export const sideOf = (found: readonly SettingDifference[], which: 'before' | 'after') =>
  Object.fromEntries(found.map((difference) => [difference.key, difference[which]]))

/** Adds a step with these differences to the settings of a locked project, and gives its id. */
export async function addStep(
  tx: Tx,
  session: ProjectSession,
  found: readonly SettingDifference[],
  { changes: given, effectiveFrom, reason }: Input & { reason: string },
): Promise<string> {
  const { projectId, accountId } = session
  const changes = Object.fromEntries(
    found.map(({ key, after }) => [key, given[key] === null ? null : after]),
  ) as SettingChanges
  const by = { actorId: accountId, reason, ...(effectiveFrom && { effectiveFrom }) }
  const id = await addSettings(tx, projectId, changes, by)
  await audit(tx, {
    by: session,
    action: 'project.setting',
    subjectKind: 'project',
    subjectId: projectId,
    before: sideOf(found, 'before'),
    after: { ...sideOf(found, 'after'), ...(effectiveFrom && { effectiveFrom }) },
    reason,
  })
  return id
}
