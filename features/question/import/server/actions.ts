import { Type } from 'typebox'
import { Id } from '../../../../contract/call.ts'
import { wholeProjectOf } from '../../../../server/session.ts'
import type { Decision, FoundImport, ImportKind, OpenRow } from '../../../import/server/actions.ts'
import { assertBank } from '../../bank/server/actions.ts'
import { insertQuestions, type NewQuestion, readQuestion } from '../../server/actions.ts'
import { problemsOf } from '../../../import/rules.ts'
import { fixOf, sheetColumns } from '../../sheet/rules.ts'
import { questionProblems, type RowDraft } from '../rules.ts'
import { checkQuestions } from './check.ts'

type Row = OpenRow & { draft: RowDraft }

function questionOf(found: FoundImport, rows: readonly Row[]): NewQuestion {
  const { material, difficulty, category } = rows[0]!.draft
  const parts = rows.map(({ draft }) => draft.part)
  return {
    projectId: found.projectId,
    createdBy: found.operatorId,
    bankId: found.params.bankId!,
    resourceId: null,
    atSecond: null,
    mustPass: false,
    rewindTo: null,
    category,
    difficulty,
    score: Math.min(
      100,
      rows.reduce((sum, { draft }) => sum + draft.score, 0),
    ),
    ...readQuestion({ type: material ? 'case' : parts[0]!.type, material, parts }),
  }
}

const inBank = problemsOf(questionProblems)(null, 'inBank')

/** Questions of a bank from a sheet; rows of one material make one question. */
export const questionKind: ImportKind = {
  key: 'question',
  title: { zh: '题目', en: 'Questions' },
  menu: '/resource-manage/add-question',
  page: '/resource-manage/question',
  params: Type.Object({ bankId: Id }),
  batch: 200,
  problems: questionProblems,
  fixOf,
  reader: new URL('./reader.ts', import.meta.url),

  async admit(db, session, { bankId }) {
    await assertBank(db, wholeProjectOf(session).scope, bankId!)
    return { unitId: null }
  },
  columns: async () => [...sheetColumns],
  setup: async () => null,
  check: checkQuestions,

  async apply(tx, _app, found, rows): Promise<Decision[]> {
    const groups = [...Map.groupBy(rows as readonly Row[], ({ groupNo }) => groupNo).values()]
    const ids = await insertQuestions(
      tx,
      groups.map((group) => questionOf(found, group)),
    )
    return groups.flatMap((group, i) =>
      group.map(({ rowNo }) => (ids[i] ? { row: rowNo, targetId: ids[i] } : { row: rowNo, problem: inBank })),
    )
  },
}
