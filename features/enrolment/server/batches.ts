import { batchOf, type BoundBatch } from '../../../server/batch.ts'
import { badInput } from '../../../server/input.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import { certificateRefusals } from '../../certificate/contract.ts'
import { audienceRefusals } from '../../class/audience/contract.ts'
import { classRefusals } from '../../class/contract.ts'
import { hourRefusals } from '../../hours/contract.ts'
import { messageRefusals } from '../../message/contract.ts'
import { obstacleRefusals, trainTypeRefusals } from '../../unit/trainType/contract.ts'
import { enrolmentCalls, enrolmentRefusals } from '../contract.ts'
import { nameEnrolments } from './data.ts'
import { needsSecond } from './data.ts'
import { liftAlone, passAlone, proposePasses } from './passes.ts'
import { extend, remove, review } from './roster.ts'

const rows: Pick<BoundBatch, 'list' | 'named' | 'nameRows' | 'refusals'> = {
  list: enrolmentCalls.findPortfolioPage,
  named: 'ids',
  nameRows: (db, session, ids) => nameEnrolments(db, session.scope, ids),
  refusals: {
    audience: audienceRefusals,
    obstacle: obstacleRefusals,
    approval: approvalRefusals,
    certificate: certificateRefusals,
    class: classRefusals,
    enrolment: enrolmentRefusals,
    hours: hourRefusals,
    message: messageRefusals,
    trainType: trainTypeRefusals,
  },
}

export const passing = batchOf<typeof enrolmentCalls.passBatchClass>({
  ...rows,
  call: enrolmentCalls.passBatchClass,
  title: () => ({ zh: '人工判为合格', en: 'Pass enrolments manually' }),
  act: (tx, { session, input }, { id }) => passAlone(tx, session, id, input.reason),
  second: {
    isNeeded: (db, { session }, count) => needsSecond(db, session, count),
    propose: (tx, { session, input }, ids) => proposePasses(tx, session, ids, input.reason, true),
  },
})

export const lifting = batchOf<typeof enrolmentCalls.liftPassBar>({
  ...rows,
  call: enrolmentCalls.liftPassBar,
  title: () => ({ zh: '解除自动合格限制', en: 'Lift passing restrictions' }),
  act: (tx, { session, input }, { id }) => liftAlone(tx, session, id, input.reason),
})

export const removing = batchOf<typeof enrolmentCalls.deleteBatchClass>({
  ...rows,
  call: enrolmentCalls.deleteBatchClass,
  title: () => ({ zh: '移除学习记录', en: 'Remove enrolments' }),
  act: (tx, { session, input }, { id }) => remove(tx, session, id, input.reason),
})

export const reviewing = batchOf<typeof enrolmentCalls.reviewBatchClass>({
  ...rows,
  call: enrolmentCalls.reviewBatchClass,
  title: ({ approve }) =>
    approve ? { zh: '通过报名', en: 'Approve applications' } : { zh: '驳回报名', en: 'Reject applications' },
  async check(_tx, { input: { approve, reason } }) {
    if (!approve && !reason)
      throw badInput('reason', { zh: '不通过时必须填写原因', en: 'a rejection needs a reason' })
  },
  act: (tx, { session, input }, { id }) => review(tx, session, id, input),
})

export const extending = batchOf<typeof enrolmentCalls.extendBatchClass>({
  ...rows,
  call: enrolmentCalls.extendBatchClass,
  title: () => ({ zh: '延长有效期', en: 'Extend enrolments' }),
  act: (tx, { session, input }, { id }) => extend(tx, session, id, input),
})

/** Actions on many enrolments. */
export const enrolmentBatchList: readonly BoundBatch[] = [passing, lifting, removing, reviewing, extending]
