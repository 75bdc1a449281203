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
  type OpenRow,
} from '../../import/server/actions.ts'
import { type Carried, findCarried } from '../../study/carry/server/actions.ts'
import { transferCalls } from '../contract.ts'
import { rowRefusals } from './batches.ts'
import { clockTime, difference, percent } from '../rules.ts'
import { beyondDay, priceDifference, refusalOf, transferOne } from './actions.ts'
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

/** Moves by the class they lead to, with the places that move and what is carried there. */
async function* readMoves(tx: Tx, found: FoundImport, moves: readonly Move[]) {
  for (const [classId, into] of Map.groupBy(moves, (move) => move.classId)) {
    const ids = into.map(({ enrolmentId }) => enrolmentId)
    const candidates = await listCandidates(tx, (db) => isReached(db, found), ids, classId)
    yield { into, candidates, carried: await findCarried(tx, ids, classId) }
  }
}

/** Judges staged rows by what they name and by the rule of all transfers; a learner's second move of a class is refused. */
async function checkTransfers(tx: Tx, found: FoundImport, among: Fragment): Promise<void> {
  const { rows, moves, problems } = await readRows(tx, found, among)
  for await (const { into, candidates, carried } of readMoves(tx, found, moves)) {
    const refused = new Map(candidates.map((candidate) => [candidate.id, refusalOf(candidate)]))
    const movable = candidates.filter(({ id }) => !refused.get(id))
    const beyond = await beyondDay(tx, decidingBy(found), movable, carried)
    for (const { rowNo, enrolmentId } of into) {
      const refusal = refused.get(enrolmentId) ?? beyond.get(enrolmentId)
      if (refusal) problems.set(rowNo, problemOf(refusal))
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

/** Says of good rows what moving their learners does. */
async function sayMoves(tx: Tx, found: FoundImport, among: Fragment): Promise<Map<number, Bilingual>> {
  const { moves } = await readRows(tx, found, among)
  const effects = new Map<number, Bilingual>()
  for await (const { into, candidates, carried } of readMoves(tx, found, moves))
    for (const { rowNo, enrolmentId } of into) {
      const candidate = candidates.find(({ id }) => id === enrolmentId)
      if (candidate)
        effects.set(
          rowNo,
          effectOf(candidate, carried.get(enrolmentId), await priceDifference(tx, candidate)),
        )
    }
  return effects
}

/** Moves the learner of one row; a refusal is its problem, and leaves nothing behind. */
async function applyRow(
  tx: Tx,
  found: FoundImport,
  row: OpenRow & { draft: TransferDraft },
): Promise<Decision> {
  const [target] = await listNamed(tx, found, tx`r.row_no = ${row.rowNo}`)
  const by = {
    ...decidingBy(found),
    isWithin: (db: Db) => isReached(db, found),
  }
  try {
    const targetId = await tx.savepoint((inner) =>
      transferOne(inner, by, {
        enrolmentId: row.targetId!,
        classId: target!.targets[0]!,
        reason: row.draft.reason,
      }),
    )
    return { row: row.rowNo, targetId: targetId as string }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { row: row.rowNo, problem: problemOf(error) }
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
    for (const row of rows as readonly (OpenRow & { draft: TransferDraft })[])
      decisions.push(await applyRow(tx, found, row))
    return decisions
  },
}
