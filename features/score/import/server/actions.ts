import { type Static, Type } from 'typebox'
import { Id, Nullable } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { auditAll } from '../../../../server/audit.ts'
import { type Fragment, rowsOf, type Tx } from '../../../../server/db.ts'
import { handsOf } from '../../../approval/server/actions.ts'
import type { StoredProblem } from '../../../import/rules.ts'
import {
  type Decision,
  type FoundImport,
  type ImportKind,
  judgeEach,
} from '../../../import/server/actions.ts'
import { ScoreResult } from '../../contract.ts'
import { isScore, resultOf } from '../../rules.ts'
import { rowProblem, rowProblems, scoreColumns } from '../rules.ts'
import type { ScoreDraft, ScoreSetup } from './reader.ts'
import { enterScores } from '../../server/actions.ts'

const NamedRow = Type.Object({
  rowNo: Type.Integer(),
  draft: Type.Unsafe<ScoreDraft>(Type.Any()),
  applicationId: Nullable(Type.String()),
  accountId: Nullable(Type.String()),
  /** True for a ticket of the person who imports it, in whichever account. */
  isOwn: Type.Boolean(),
  isNamed: Type.Boolean(),
  isConfirmed: Type.Boolean(),
  subjectId: Nullable(Type.String()),
  fullScore: Nullable(Type.Number()),
  passScore: Nullable(Type.Number()),
  isSeated: Type.Boolean(),
  /** Their session is over. */
  isOver: Type.Boolean(),
  /** The score on record. */
  scoreId: Nullable(Type.String()),
  points: Nullable(Type.Number()),
  result: Nullable(ScoreResult),
})
type NamedRow = Static<typeof NamedRow>

/** Staged rows of a sheet with what they name, in the order of the sheet, for the person who imports them. */
async function listNamed(
  tx: Tx,
  { id, projectId, params }: FoundImport,
  among: Fragment,
  importerId: string,
): Promise<NamedRow[]> {
  const rows = await tx`
    select r.row_no, r.draft, p.id as application_id, p.account_id,
      coalesce(p.account_id = ${handsOf(tx, importerId)}, false) as is_own,
      coalesce(name_key(s.real_name) = name_key(r.draft->>'realName'), false) as is_named,
      coalesce(p.status = 'confirmed', false) as is_confirmed, j.id as subject_id, j.full_score, j.pass_score,
      t.id is not null as is_seated, coalesce(z.ends_at <= moment(), false) as is_over,
      c.id as score_id, c.points, c.result
    from import_rows r
    left join sign_up_applications p on p.project_id = ${projectId} and p.sign_up_id = ${params.signUpId!}
      and p.ticket_no = r.draft->>'ticketNo'
    left join students s on s.account_id = p.account_id
    left join sign_up_subjects j on j.sign_up_id = ${params.signUpId!} and name_key(j.name) = name_key(r.draft->>'subject')
    left join sign_up_seats t on t.application_id = p.id and t.subject_id = j.id
    left join sign_up_sessions z on z.id = t.session_id
    left join scores c on c.application_id = p.id and c.subject_id = j.id
    where r.import_id = ${id} and r.state = 'good' and ${among} order by r.row_no`
  return rowsOf(NamedRow, rows)
}

const isOnRecord = ({ result }: NamedRow) => result !== null

/**
 * The problem of a row by what it names, or null; a score that is on record already is none where it is the same. One that
 * two persons deleted stays deleted: what enters it again takes two as well.
 */
function problemOf(row: NamedRow): StoredProblem | null {
  const { draft, fullScore, points } = row
  if (row.applicationId === null) return rowProblem('ticketNo', 'unknownTicket')
  if (row.isOwn) return rowProblem('ticketNo', 'ownScore')
  if (!row.isNamed) return rowProblem('realName', 'otherName')
  if (!row.isConfirmed) return rowProblem('ticketNo', 'notConfirmed')
  if (row.subjectId === null) return rowProblem('subject', 'noSuchSubject')
  if (!row.isSeated) return rowProblem('subject', 'noSeat')
  if (!row.isOver) return rowProblem('subject', 'notOver')
  if (draft.points !== null && !isScore(draft.points, fullScore!))
    return rowProblem('points', 'outOfRange', { most: fullScore! })
  if (row.result === 'deleted') return rowProblem('points', 'wasDeleted')
  if (isOnRecord(row) && points !== draft.points)
    return rowProblem('points', 'hasScore', { score: points ?? '—' })
  return null
}

/** Problems of rows in their order; of one person's rows for a subject the first is taken. */
function judge(rows: readonly NamedRow[]): Map<NamedRow, StoredProblem | null> {
  const first = new Map<string, number>()
  return new Map(
    rows.map((row) => {
      const problem = problemOf(row)
      const named = `${row.applicationId} ${row.subjectId}`
      const before = first.get(named)
      if (before === undefined && row.applicationId && row.subjectId) first.set(named, row.rowNo)
      return [row, problem ?? (before === undefined ? null : rowProblem(null, 'twice', { row: before }))]
    }),
  )
}

async function check(tx: Tx, found: FoundImport, among: Fragment): Promise<void> {
  const judged = [...judge(await listNamed(tx, found, among, found.operatorId))]
  await judgeEach(
    tx,
    found.id,
    judged.map(([row, problem]) => ({
      rowNo: row.rowNo,
      problem,
      outcome: isOnRecord(row) ? 'same' : 'new',
      targetId: row.scoreId,
    })),
  )
}

/** Scores of the subjects of a sign-up from a sheet. One on record stays as it is: what changes it takes two persons. */
export const scoreImportKind: ImportKind = {
  key: 'score',
  title: { zh: '成绩', en: 'Scores' },
  menu: '/cms-manage/score-manage#import',
  page: '/cms-manage/score-manage',
  params: Type.Object({ signUpId: Id }),
  batch: 200,
  problems: rowProblems,
  reader: new URL('./reader.ts', import.meta.url),
  columns: async () => scoreColumns,
  check,

  async admit(db, session, { signUpId }) {
    const [known] = await db`
      select from sign_ups where id = ${signUpId!} and project_id = ${session.projectId} and kind = 'exam'
        and status in ('open', 'closed')`
    if (!known) refuse(commonRefusals.notFound, {}, 'signUpId')
    if (session.scope.unitPath !== null) refuse(commonRefusals.wholeProject)
    return { unitId: null }
  },

  async setup(db, _found, columns): Promise<ScoreSetup> {
    const [clock] = await db`select (moment() at time zone 'Asia/Shanghai')::date as today`
    return { today: clock!.today as string, columns }
  },

  async apply(tx, _app, found, rows, session) {
    const among = tx`r.row_no = any(${rows.map(({ rowNo }) => rowNo)}::int[])`
    // Applications and subjects, as everybody locks them who ends the one or changes the marks of the other.
    await tx`
      select from sign_up_applications where sign_up_id = ${found.params.signUpId!} and ticket_no = any(array(
        select r.draft->>'ticketNo' from import_rows r where r.import_id = ${found.id} and ${among}))
      order by id for no key update`
    await tx`select from sign_up_subjects where sign_up_id = ${found.params.signUpId!} order by id for share`
    const by = session ?? { accountId: found.operatorId, projectId: found.projectId }
    const judged = [...judge(await listNamed(tx, found, among, by.accountId))]
    const good = judged.flatMap(([row, problem]) => (problem || isOnRecord(row) ? [] : [row]))
    const entries = good.map(({ draft, accountId, applicationId, subjectId, passScore }) => ({
      scoreId: null,
      projectId: found.projectId,
      accountId: accountId!,
      applicationId: applicationId!,
      subjectId: subjectId!,
      points: draft.points,
      result: resultOf(draft.points, passScore!),
    }))
    const entered = await enterScores(tx, entries, { source: 'import', by })
    await auditAll(
      tx,
      entered.map(({ id, points, result }) => ({
        by,
        action: 'score.import',
        subjectKind: 'score',
        subjectId: id,
        after: { points, result, importId: found.id },
      })),
    )
    const idOf = new Map(
      entered.map(({ id, applicationId, subjectId }) => [`${applicationId} ${subjectId}`, id]),
    )
    return judged.map(
      ([row, problem]): Decision =>
        problem
          ? { row: row.rowNo, problem }
          : { row: row.rowNo, targetId: row.scoreId ?? idOf.get(`${row.applicationId} ${row.subjectId}`)! },
    )
  },
}
