import { Type } from 'typebox'
import { type Bilingual, type Language, Refusal, sayFilled } from '../../../contract/refusal.ts'
import { refusalStore } from '../../../contract/storedRefusal.ts'
import type { Db, Fragment, Tx } from '../../../server/db.ts'
import { cellEditing } from '../../import/cell/rules.ts'
import { problemsOf, type StoredProblem } from '../../import/rules.ts'
import {
  type Decision,
  type FoundImport,
  type ImportKind,
  judgeEach,
  keepBasis,
  type OpenRow,
} from '../../import/server/actions.ts'
import { type Carried, findCarried } from '../../study/carry/server/actions.ts'
import { transferCalls } from '../contract.ts'
import { rowRefusals } from './batches.ts'
import { clockTime, difference, percent } from '../rules.ts'
import { judgeMoves, refusalOf, transferOne } from './actions.ts'
import { type Candidate, listCandidates } from './data.ts'
import { transferColumns, transferEffect, transferProblems } from '../import/rules.ts'
import { isReached, listNamed, type NamedRow, rootsOf } from '../import/server/data.ts'
import type { TransferDraft, TransferSetup } from '../import/server/reader.ts'

const problem = problemsOf(transferProblems)

const refusalsOfRows = refusalStore(rowRefusals)

/** Meaning of a row: whom to move into which class. */
interface Meant {
  enrolmentId: string
  classId: string
}

/** The transfer a row means, or why it means none. */
function meaningOf(
  { draft, accountId, isNamed, targets, lefts, open }: NamedRow,
  roots: ReadonlyMap<string, string>,
): Meant | StoredProblem {
  const { fromClass, toClass } = draft
  const named = (column: string, name: string, classes: readonly string[]) =>
    classes.length === 0
      ? problem(column, 'unknownClass', { name })
      : classes.length > 1
        ? problem(column, 'manyClasses', { name, count: classes.length })
        : null
  if (accountId === null) return problem('cardNumber', 'unknownLearner')
  if (!isNamed) return problem('realName', 'otherName')
  const wrong =
    named('toClass', toClass, targets) ?? (fromClass === null ? null : named('fromClass', fromClass, lefts))
  if (wrong) return wrong
  const classId = targets[0]!
  if (fromClass !== null) {
    const left = open.find((one) => one.classId === roots.get(lefts[0]!))
    return left ? { enrolmentId: left.id, classId } : problem('fromClass', 'notIn', { name: fromClass })
  }
  if (open.length === 0) return problem('cardNumber', 'inNone')
  if (open.length > 1) return problem('fromClass', 'inMany', { count: open.length })
  return { enrolmentId: open[0]!.id, classId }
}

/** Sender of a file, as one who decides about its rows. */
const decidingBy = ({ operatorId: accountId, projectId, unitPath }: FoundImport) => ({
  accountId,
  projectId,
  isProvider: unitPath === null,
})

/** The problem of a row whose transfer is refused. */
const problemOf = (refusal: Refusal): StoredProblem => ({ column: null, ...refusalsOfRows.store(refusal) })

/** A row that means a transfer. */
type Move = Meant & { rowNo: number }

/** Reads staged rows: those that mean a transfer, and the problems of the others. */
async function readRows(tx: Tx, found: FoundImport, among: Fragment) {
  const rows = await listNamed(tx, found, among)
  const roots = await rootsOf(
    tx,
    rows.flatMap(({ lefts }) => lefts),
  )
  const moves: Move[] = []
  const problems = new Map<number, StoredProblem>()
  for (const row of rows) {
    const meaning = meaningOf(row, roots)
    if ('code' in meaning) problems.set(row.rowNo, meaning)
    else moves.push({ rowNo: row.rowNo, ...meaning })
  }
  return { rows, moves, problems }
}

/** Class that a checked row names, and the price difference it was checked at, in fen. */
interface Basis {
  classId: string
  priceDifference: number
}

/** Moves by the class they lead to, with the places that move and what is carried there. */
async function* readMoves<M extends Move>(tx: Tx, found: FoundImport, moves: readonly M[]) {
  for (const [classId, into] of Map.groupBy(moves, (move) => move.classId)) {
    const ids = into.map(({ enrolmentId }) => enrolmentId)
    const candidates = await listCandidates(tx, (db) => isReached(db, found), ids, classId)
    yield { into, candidates, carried: await findCarried(tx, ids, classId) }
  }
}

/** Judges staged rows by what they name and by the rule of all transfers; a learner's second move of a class is refused. */
async function checkTransfers(tx: Tx, found: FoundImport, among: Fragment): Promise<void> {
  const { rows, moves, problems } = await readRows(tx, found, among)
  const bases: { rowNo: number; basis: Basis }[] = []
  for await (const { into, candidates, carried } of readMoves(tx, found, moves)) {
    const refused = new Map(candidates.map((candidate) => [candidate.id, refusalOf(candidate)]))
    const movable = candidates.filter(({ id }) => !refused.get(id))
    const judged = await judgeMoves(tx, decidingBy(found), movable, carried)
    for (const { rowNo, enrolmentId, classId } of into) {
      const { refusal = refused.get(enrolmentId), difference } = judged.get(enrolmentId) ?? {}
      if (refusal) problems.set(rowNo, problemOf(refusal))
      else bases.push({ rowNo, basis: { classId, priceDifference: difference! } })
    }
  }
  const first = new Map<string, number>()
  for (const { rowNo, enrolmentId } of moves) {
    const row = first.get(enrolmentId)
    if (row === undefined) first.set(enrolmentId, rowNo)
    else if (!problems.has(rowNo)) problems.set(rowNo, problem('cardNumber', 'sameLearner', { row }))
  }
  await judgeEach(
    tx,
    found.id,
    rows.map(({ rowNo }) => ({
      rowNo,
      problem: problems.get(rowNo) ?? null,
      outcome: 'new',
      targetId: moves.find((move) => move.rowNo === rowNo)?.enrolmentId ?? null,
    })),
  )
  await keepBasis(
    tx,
    found.id,
    tx`select v."rowNo" as row_no, v.basis from jsonb_to_recordset(${tx.json(bases as never)})
      as v ("rowNo" int, basis jsonb)`,
  )
}

/** Effect of moving a place, as a preview of ticked learners shows it. */
function effectOf(
  { progress, leavesScore }: Candidate,
  carried: Carried | undefined,
  price: number,
): Bilingual {
  const { videos = 0, seconds = 0, progress: after = 0 } = carried ?? {}
  const values = {
    videos,
    time: clockTime(seconds),
    before: percent(progress),
    after: percent(after),
    price: difference(price),
  }
  const parts = [
    videos > 0 ? transferEffect.carried : transferEffect.carriedNone,
    transferEffect.progress,
    transferEffect.price,
    ...(leavesScore ? [transferEffect.score] : []),
  ]
  const say = (language: Language) => parts.map((part) => sayFilled(part, values, language))
  return { zh: say('zh').join('；'), en: say('en').join('; ') }
}

/** Says of good rows what moving their learners does, with the price they were checked at. */
async function sayMoves(tx: Tx, found: FoundImport, among: Fragment): Promise<Map<number, Bilingual>> {
  const moves = await tx<(Move & Basis)[]>`
    select r.row_no, r.target_id as enrolment_id, r.basis->>'classId' as class_id,
      (r.basis->>'priceDifference')::bigint as price_difference
    from import_rows r where r.import_id = ${found.id} and r.state = 'good' and r.basis is not null and ${among}`
  const effects = new Map<number, Bilingual>()
  for await (const { into, candidates, carried } of readMoves(tx, found, moves))
    for (const { rowNo, enrolmentId, priceDifference } of into) {
      const candidate = candidates.find(({ id }) => id === enrolmentId)
      if (candidate) effects.set(rowNo, effectOf(candidate, carried.get(enrolmentId), priceDifference))
    }
  return effects
}

type CheckedRow = OpenRow & { draft: TransferDraft; basis: Basis }

/** Moves the learner of one row as it was checked; a refusal is its problem, and leaves nothing behind. */
async function applyRow(
  tx: Tx,
  found: FoundImport,
  { rowNo: row, targetId: enrolmentId, draft, basis }: CheckedRow,
): Promise<Decision> {
  const by = {
    ...decidingBy(found),
    isWithin: (db: Db) => isReached(db, found),
  }
  try {
    const targetId = await tx.savepoint((inner) =>
      transferOne(inner, by, {
        enrolmentId: enrolmentId!,
        classId: basis.classId,
        reason: draft.reason,
        expectedDifference: basis.priceDifference,
      }),
    )
    return { row, targetId: targetId as string }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { row, problem: problemOf(error) }
  }
}

/** Transfers from a sheet, each row with its own two classes. */
export const transferKind: ImportKind = {
  key: 'transfer',
  title: { zh: '转班名单', en: 'Class transfers' },
  menu: transferCalls.transferClass.allow,
  page: '/train-manage/study-report',
  params: Type.Object({}),
  // What it moves counts for who uploads it.
  byUploader: true,
  // Each learner's locks are let go before the next one's are taken.
  batch: 1,
  problems: { ...transferProblems, ...refusalsOfRows.sentences },
  reader: new URL('../import/server/reader.ts', import.meta.url),
  editing: cellEditing,

  admit: async (_db, session) => ({ unitId: session.scope.unitPath === null ? null : session.unitId }),
  columns: async () => transferColumns,
  async setup(db, _found, columns): Promise<TransferSetup> {
    const [clock] = await db`select (moment() at time zone 'Asia/Shanghai')::date as today`
    return { today: clock!.today as string, columns }
  },
  check: checkTransfers,
  effects: sayMoves,

  async apply(tx, _app, found, rows) {
    const decisions: Decision[] = []
    for (const row of rows as readonly CheckedRow[]) decisions.push(await applyRow(tx, found, row))
    return decisions
  },
}
