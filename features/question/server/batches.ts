import { batchOf, type BoundBatch } from '../../../server/batch.ts'
import { questionCalls, questionRefusals } from '../contract.ts'
import { deleteQuestions, setDisabled } from './actions.ts'
import { nameQuestions } from './data.ts'

const rows: Pick<BoundBatch, 'list' | 'named' | 'nameRows' | 'refusals'> = {
  list: questionCalls.find,
  named: 'questionIds',
  nameRows: (db, session, ids) => nameQuestions(db, session.scope, ids),
  refusals: { question: questionRefusals },
}

export const disabling = batchOf<typeof questionCalls.disabled>({
  ...rows,
  call: questionCalls.disabled,
  title: ({ disabled = true }) =>
    disabled ? { zh: '停用题目', en: 'Disable questions' } : { zh: '启用题目', en: 'Enable questions' },
  act: (tx, { session, input }, { id }) => setDisabled(tx, session, [id], input.disabled ?? true),
})

export const deleting = batchOf<typeof questionCalls.delete>({
  ...rows,
  call: questionCalls.delete,
  title: () => ({ zh: '删除题目', en: 'Delete questions' }),
  act: (tx, { session }, { id }) => deleteQuestions(tx, session, [id]),
})

/** Batches of questions. */
export const questionBatchList: readonly BoundBatch[] = [disabling, deleting]
