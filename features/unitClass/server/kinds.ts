import { Type } from 'typebox'
import { Id, OneOf } from '../../../contract/call.ts'
import type { Tx } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { cellEditing } from '../../import/cell/rules.ts'
import {
  type Decision,
  type FoundImport,
  type ImportKind,
  openNumbers,
  type OpenRow,
} from '../../import/server/actions.ts'
import { unitClassMenu } from '../contract.ts'
import { findFacts, getFacts, type UnitClassFacts } from './data.ts'
import { createPeople } from './pasted.ts'
import { freeOf, listPeople } from './save.ts'
import { peopleColumns, type PersonDraft } from '../../student/people/rules.ts'
import { rowProblem, rowProblems } from './fields.ts'
import { checkPeopleRows } from './check.ts'
import type { PeopleSetup } from './reader.ts'

type Row = OpenRow & { draft: PersonDraft }

/** Parameters that every import of people for a unit class has. */
export const peopleParams = { unitClassId: Id, createUnknown: Type.Optional(OneOf(['yes', 'no'])) }

const createsUnknown = ({ params }: FoundImport) => params.createUnknown === 'yes'

/** Parts that kinds of imports of people for a unit class share. */
export const peopleKind = {
  problems: rowProblems,
  reader: new URL('./reader.ts', import.meta.url),
  editing: cellEditing,
  columns: async () => [...peopleColumns],

  async admit(db, session, { unitClassId }) {
    return { unitId: (await getFacts(db, session.scope, unitClassId!)).unitId }
  },

  async setup(db, _found, columns): Promise<PeopleSetup> {
    const [clock] = await db`select (moment() at time zone 'Asia/Shanghai')::date as today`
    return { today: clock!.today as string, columns }
  },
} as const satisfies Partial<ImportKind>

/** Makes the check of a kind; with `listedIsSame` a person who is on the roster already adds nothing. */
export const checkOf =
  (listedIsSame: boolean): ImportKind['check'] =>
  async (tx, found, among) => {
    const facts = await findFacts(tx, found.params.unitClassId!)
    if (facts)
      await checkPeopleRows(tx, found, facts, { createUnknown: createsUnknown(found), listedIsSame }, among)
  }

/** People of staged rows that are on the roster now, and the problems of the others. */
interface Listed {
  facts: UnitClassFacts | null
  accountOf: ReadonlyMap<number, string>
  refused: Decision[]
}

/**
 * Puts the people of staged rows on the roster of their unit class, which stays locked; creates those nobody knows. What
 * has changed since the check is a row's problem.
 */
export async function listRows(
  tx: Tx,
  secrets: Secrets,
  found: FoundImport,
  given: readonly OpenRow[],
): Promise<Listed> {
  const rows = given as readonly Row[]
  const unitClassId = found.params.unitClassId!
  await tx`select from unit_classes where id = ${unitClassId} for no key update`
  const facts = await findFacts(tx, unitClassId)
  if (!facts)
    return {
      facts,
      accountOf: new Map(),
      refused: rows.map(({ rowNo }) => ({ row: rowNo, problem: rowProblem(null, 'ended') })),
    }
  const by = { accountId: found.operatorId, projectId: found.projectId }
  const fresh = rows.filter(({ targetId }) => !targetId)
  const created = await createPeople(
    tx,
    secrets,
    by,
    { unitClassId, unitId: facts.unitId },
    fresh.map((row) => {
      const { card, mobile } = openNumbers(secrets, found.id, row)
      return { name: row.draft.realName, card: card!, mobile }
    }),
  )
  const accounts = new Map<number, string | null>(rows.map(({ rowNo, targetId }) => [rowNo, targetId]))
  for (const [at, { rowNo }] of fresh.entries()) accounts.set(rowNo, created[at] ?? null)
  const ids = [...new Set([...accounts.values()].filter((id) => id !== null))]
  const { free, verdicts } = await freeOf(tx, facts, ids)
  await listPeople(tx, by, unitClassId, free)
  const accountOf = new Map<number, string>()
  const refused: Decision[] = []
  for (const [row, id] of accounts) {
    const verdict = id === null ? 'meanwhile' : verdicts.get(id)
    if (id !== null && verdict === null) accountOf.set(row, id)
    else refused.push({ row, problem: rowProblem(null, verdict ?? 'meanwhile') })
  }
  return { facts, accountOf, refused }
}

/** People of a unit class from a sheet. */
export const unitClassStuKind: ImportKind = {
  ...peopleKind,
  key: 'unitClassStu',
  title: { zh: '单位班级学员', en: 'People of a unit class' },
  menu: unitClassMenu,
  page: '/train-manage/unit-class',
  params: Type.Object(peopleParams),
  batch: 500,
  check: checkOf(true),

  async apply(tx, { secrets }, found, rows) {
    const { accountOf, refused } = await listRows(tx, secrets, found, rows)
    return [...refused, ...[...accountOf].map(([row, targetId]) => ({ row, targetId }))]
  },
}
