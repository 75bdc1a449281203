import { Type } from 'typebox'
import { Id } from '../../../../contract/call.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import { confirmUnits, giveMobiles } from '../../../account/server/actions.ts'
import { listEntries } from '../../../dictionary/server/actions.ts'
import { cellEditing } from '../../../import/cell/rules.ts'
import { type CellOption, normalize, problemsOf } from '../../../import/rules.ts'
import {
  type Decision,
  type FoundImport,
  type ImportKind,
  openNumbers,
  type OpenRow,
} from '../../../import/server/actions.ts'
import { profileField, type RegisterField } from '../../../project/register/rules.ts'
import { findRegisterFields } from '../../../project/register/server/actions.ts'
import { holdOpenUnits, listBranch, putIntoUnit } from '../../../unit/server/actions.ts'
import { createLearners, passwordOfNobody, updateProfiles } from '../../server/actions.ts'
import { rosterMenu } from '../contract.ts'
import { rosterColumns, rosterProblems } from '../rules.ts'
import { checkRoster } from './check.ts'
import type { RosterDraft, RosterSetup } from './reader.ts'

export { comparing } from './check.ts'

/** The code lists of a project's roster, each in its order. */
async function listsOf(
  db: Db,
  projectId: string,
  fields: readonly RegisterField[],
): Promise<Map<string, CellOption[]>> {
  const kinds = fields.flatMap(({ key }) => profileField(key).list ?? [])
  const entries = kinds.length > 0 ? await listEntries(db, projectId, kinds) : []
  const options = (kind: string) =>
    entries
      .filter((entry) => entry.kind === kind)
      .map(({ code: value, name: zh, nameEn: en }) => ({ value, zh, en }))
  return new Map(kinds.map((kind) => [kind, options(kind)]))
}

/** The chosen unit and those below it, by name: those that people may join, and those that they may not. */
async function unitsBelow(db: Db, found: FoundImport): Promise<Pick<RosterSetup, 'units' | 'closed'>> {
  // By names that people write: none of them may be found on a prototype.
  const units: Record<string, { name: string; ids: string[] }> = Object.create(null)
  const closed: Record<string, { successor: string | null }> = Object.create(null)
  for (const { id, name, open, successor } of await listBranch(db, found.projectId, found.unitPath!)) {
    if (open) (units[normalize(name)] ??= { name, ids: [] }).ids.push(id)
    else closed[normalize(name)] = { successor }
  }
  return { units, closed }
}

const problem = problemsOf(rosterProblems)

type Row = OpenRow & { draft: RosterDraft }

/** Those of some rows' IDs that a learner of the project has, in hexadecimal digits of their index. */
async function knownCards(tx: Tx, projectId: string, rows: readonly Row[]): Promise<Set<string>> {
  const found = await tx`
    select c.card from unnest(${rows.map((row) => row.cardIndex!.toString('hex'))}::text[]) as c (card)
    join students s on s.project_id = ${projectId} and s.card_index = decode(c.card, 'hex')`
  return new Set(found.map((row) => row.card as string))
}

/**
 * Adds learners: an account and a profile each. A number that somebody took after the check is a row's problem, and a
 * unit that was closed since.
 */
async function addLearners(
  tx: Tx,
  secrets: Secrets,
  found: FoundImport,
  rows: readonly Row[],
): Promise<Decision[]> {
  if (rows.length === 0) return []
  const { projectId } = found
  const known = await knownCards(tx, projectId, rows)
  const open = await holdOpenUnits(
    tx,
    projectId,
    rows.map(({ draft }) => draft.unitId),
  )
  const fresh = rows.filter(
    ({ cardIndex, draft }) => !known.has(cardIndex!.toString('hex')) && open.has(draft.unitId),
  )
  const ids = await createLearners(
    tx,
    secrets,
    { projectId, passwordHash: await passwordOfNobody(), giverId: found.operatorId },
    fresh.map((row) => {
      const { loginName, realName, unitId, profile } = row.draft
      const { card, mobile } = openNumbers(secrets, found.id, row)
      return { account: { loginName, userName: realName, unitId, mobile }, cardNumber: card!, profile }
    }),
  )
  if (ids.size > 0) {
    await audit(tx, {
      by: { accountId: found.operatorId, projectId },
      action: 'student.import',
      subjectKind: 'import',
      subjectId: found.id,
      after: { unitId: found.unitId, accountIds: [...ids.values()] },
    })
  }
  // A conflicting row may have been committed while this waited for the lock.
  const left = rows.filter((row) => !ids.has(row.draft.loginName))
  const joined = left.length > 0 ? await knownCards(tx, projectId, left) : known
  return rows.map((row) => {
    const targetId = ids.get(row.draft.loginName)
    if (targetId) return { row: row.rowNo, targetId }
    if (joined.has(row.cardIndex!.toString('hex')))
      return { row: row.rowNo, problem: problem(null, 'meanwhile') }
    const isOpen = open.has(row.draft.unitId)
    return {
      row: row.rowNo,
      problem: isOpen ? problem('mobile', 'mobileTaken') : problem('unitId', 'closed'),
    }
  })
}

/** Updates existing profiles from the file; sets a first mobile number, never replaces one. */
async function updateLearners(
  tx: Tx,
  secrets: Secrets,
  found: FoundImport,
  rows: readonly Row[],
  applier: string | undefined,
): Promise<Decision[]> {
  if (rows.length === 0) return []
  await tx`
    select from accounts where id = any(${rows.map(({ targetId }) => targetId!)}::uuid[]) order by id for no key update`
  const changed = await updateProfiles(
    tx,
    rows.map(({ draft, targetId }) => ({
      accountId: targetId!,
      unitId: draft.unitId,
      profile: draft.profile,
    })),
  )
  // Whom the roster of a unit names is known there, unless who uploaded or applied it put them there.
  await confirmUnits(
    tx,
    { accountId: found.operatorId, projectId: found.projectId },
    rows
      .filter(({ targetId }) => changed.has(targetId!))
      .map(({ targetId, draft }) => ({ accountId: targetId!, unitId: draft.unitId })),
    applier === undefined ? [] : [applier],
  )
  const given = rows.filter(({ targetId, mobileIndex }) => mobileIndex && changed.has(targetId!))
  await giveMobiles(
    tx,
    secrets,
    found.operatorId,
    given.map((row) => ({
      accountId: row.targetId!,
      mobile: openNumbers(secrets, found.id, row).mobile!,
    })),
  )
  const decisions: Decision[] = []
  for (const { rowNo, targetId, draft } of rows) {
    const before = changed.get(targetId!)
    if (!before) {
      decisions.push({ row: rowNo, problem: problem(null, 'meanwhile') })
      continue
    }
    decisions.push({ row: rowNo, targetId })
    await audit(tx, {
      by: { accountId: found.operatorId, projectId: found.projectId },
      action: 'student.importChange',
      subjectKind: 'account',
      subjectId: targetId!,
      before,
      after: { ...draft.profile, importId: found.id },
    })
  }
  return decisions
}

/** A unit's learners from a sheet. */
export const rosterKind: ImportKind = {
  key: 'roster',
  title: { zh: '学员', en: 'Learners' },
  menu: rosterMenu,
  page: '/student-manage/student',
  params: Type.Object({ unitId: Id }),
  batch: 500,
  problems: rosterProblems,
  reader: new URL('./reader.ts', import.meta.url),

  admit: async (tx: Tx, session, { unitId }) => ({ unitId: await putIntoUnit(tx, session, unitId!) }),

  async columns(db, projectId) {
    const fields = await findRegisterFields(db, projectId)
    return rosterColumns(fields, await listsOf(db, projectId, fields))
  },

  async setup(db, found, columns): Promise<RosterSetup> {
    const [clock] = await db`select (moment() at time zone 'Asia/Shanghai')::date as today`
    const today = clock!.today as string
    return { today, columns, unitId: found.unitId!, ...(await unitsBelow(db, found)) }
  },

  editing: cellEditing,
  check: checkRoster,

  async apply(tx, { secrets }, found, rows, importer) {
    const read = rows as readonly Row[]
    const [fresh, there] = [read.filter((row) => !row.targetId), read.filter((row) => row.targetId)]
    return [
      ...(await addLearners(tx, secrets, found, fresh)),
      ...(await updateLearners(tx, secrets, found, there, importer?.accountId)),
    ]
  },
}
