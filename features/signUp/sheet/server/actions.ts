import { Type } from 'typebox'
import { Id } from '../../../../contract/call.ts'
import { commonRefusals, Refusal, refuse } from '../../../../contract/refusal.ts'
import type { Db, Fragment, Tx } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import { cellEditing } from '../../../import/cell/rules.ts'
import {
  type Decision,
  type FoundImport,
  type ImportKind,
  judgeRows,
  type OpenRow,
} from '../../../import/server/actions.ts'
import { judgePeopleRows } from '../../../student/people/server/actions.ts'
import { applyFor, assertNoFiles, assertOpen } from '../../application/server/actions.ts'
import { type SignUpKind, signUpKindNames, signUpPages } from '../../rules.ts'
import { getForm, getPreview, hindranceOf } from '../../server/actions.ts'
import { applicantColumns, applicantProblem, applicantProblems } from '../rules.ts'
import type { ApplicantDraft, ApplicantSetup } from './reader.ts'

type Row = OpenRow & { draft: ApplicantDraft }

/**
 * Refuses to apply by a sheet: 404 a sign-up that the caller does not have or of another kind, and (409) one that nobody
 * can apply for now or that requires a file. Gives the unit whose matter the sheet is.
 */
async function admit(
  db: Db,
  session: Session,
  kind: SignUpKind,
  signUpId: string,
): Promise<{ unitId: string | null }> {
  const form = await getPreview(db, session, signUpId)
  if (form.kind !== kind) refuse(commonRefusals.notFound)
  assertOpen(form)
  assertNoFiles(form)
  return { unitId: session.scope.unitPath === null ? null : session.unitId }
}

const formOf = (db: Db, projectId: string, { signUpId }: Readonly<Record<string, string>>) =>
  getForm(db, { projectId, accountId: null }, signUpId!)

/** Judges staged applicants: who each is and what keeps them from applying; then those for whom no place is left. */
async function checkApplicants(tx: Tx, found: FoundImport, among: Fragment): Promise<void> {
  const signUpId = found.params.signUpId!
  const { unitPath } = found
  const problem = (accountId: Fragment) => hindranceOf(tx, { signUpId, unitPath }, accountId)
  await judgePeopleRows(tx, found, { problem }, among)
  const full = tx.json([applicantProblem(null, 'full')] as never)
  await judgeRows(
    tx,
    found.id,
    tx`
    select r.row_no, r.group_no, r.key_hash, null::text as outcome, null::uuid as target_id, ${full}::jsonb as problem
    from (select r.*, row_number() over (order by r.row_no) as place from import_rows r
      where r.import_id = ${found.id} and r.state = 'good') r
    join sign_ups s on s.id = ${signUpId} and r.place > s.quota - s.taken
    where ${among}`,
  )
}

/**
 * Applies for the people of staged rows, each as somebody who applies for one person does. What refuses one refuses the
 * row alone, which leaves nothing behind.
 */
async function applyRows(
  tx: Tx,
  found: FoundImport,
  rows: readonly Row[],
  session: Session,
): Promise<Decision[]> {
  // Before the sign-up, in the order in which people who apply for themselves lock the two.
  await tx`
    select from accounts where id = any(${rows.map(({ targetId }) => targetId!)}::uuid[]) order by id for no key update`
  const decisions: Decision[] = []
  for (const { rowNo: row, targetId, draft } of rows) {
    const { formVersion, answers, subjectIds } = draft
    const accountId = targetId!
    const filled = { signUpId: found.params.signUpId!, formVersion, answers, subjectIds }
    try {
      await tx.savepoint((inner) => applyFor(inner as Tx, session, { accountId, ...filled } as never))
      decisions.push({ row, targetId })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const reason = { zh: error.say('zh'), en: error.say('en') }
      decisions.push({ row, problem: applicantProblem(null, 'refused', { reason }) })
    }
  }
  return decisions
}

/** Applications for a sign-up of a kind from a sheet that is made from its form. */
const applicantKind = (kind: SignUpKind): ImportKind => ({
  key: `${kind}Applicants`,
  title: { zh: `${signUpKindNames[kind].zh}人员`, en: `${signUpKindNames[kind].en} applicants` },
  menu: `${signUpPages[kind]}#apply`,
  page: signUpPages[kind],
  params: Type.Object({ signUpId: Id }),
  templateOf: 'signUpId',
  problems: applicantProblems,
  reader: new URL('./reader.ts', import.meta.url),
  editing: cellEditing,
  batch: 100,
  admit: (db, session, { signUpId }) => admit(db, session, kind, signUpId!),
  columns: async (db, projectId, params) => applicantColumns(await formOf(db, projectId, params)),
  async setup(db, found, columns): Promise<ApplicantSetup> {
    const [clock] = await db<{ today: string }[]>`
      select (moment() at time zone 'Asia/Shanghai')::date as today`
    const { formVersion, fields, subjects } = await formOf(db, found.projectId, found.params)
    return { today: clock!.today, columns, form: { formVersion, fields, subjects } }
  },
  check: checkApplicants,
  // Of no earlier version that queued an import without its importer.
  apply: (tx, _app, found, rows, session) => applyRows(tx, found, rows as readonly Row[], session!),
})

export const applicantKinds = (['training', 'exam'] as const).map(applicantKind)
