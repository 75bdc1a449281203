import { batchOf, type BoundBatch } from '../../../server/batch.ts'
import type { Bilingual } from '../../../contract/refusal.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import { dictionaryRefusals } from '../../dictionary/contract.ts'
import { imageRefusals } from '../../file/contract.ts'
import { signUpCalls, signUpRefusals } from '../contract.ts'
import { changeStatus, deleteSignUp } from './actions.ts'
import { nameSignUps } from './data.ts'

const rows: Pick<BoundBatch, 'list' | 'named' | 'nameRows' | 'refusals'> = {
  list: signUpCalls.findSignUps,
  named: 'ids',
  nameRows: (db, session, ids) => nameSignUps(db, session, ids),
  refusals: {
    approval: approvalRefusals,
    dictionary: dictionaryRefusals,
    image: imageRefusals,
    signUp: signUpRefusals,
  },
}

const titles: Record<'publish' | 'close' | 'reopen', Bilingual> = {
  publish: { zh: '开放报名', en: 'Open sign-ups' },
  close: { zh: '结束报名', en: 'Close sign-ups' },
  reopen: { zh: '重新开放报名', en: 'Open sign-ups again' },
}

/** Opens many sign-ups, closes them, or opens them again. */
export const changingStatus = batchOf<typeof signUpCalls.updateStatus>({
  ...rows,
  call: signUpCalls.updateStatus,
  title: ({ event }) => titles[event],
  act: (tx, { session, input }, { id }) => changeStatus(tx, session, id, input.event),
})

/** Deletes many drafts. */
export const deletingDrafts = batchOf<typeof signUpCalls.delete>({
  ...rows,
  call: signUpCalls.delete,
  title: () => ({ zh: '删除报名草稿', en: 'Delete drafts of sign-ups' }),
  act: (tx, { session }, { id }) => deleteSignUp(tx, session, id),
})
