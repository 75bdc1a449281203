import { batchOf } from '../../../../server/batch.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import { certificateRefusals } from '../../../certificate/contract.ts'
import { audienceRefusals } from '../../../class/audience/contract.ts'
import { classRefusals } from '../../../class/contract.ts'
import { enrolmentCalls, enrolmentRefusals } from '../../../enrolment/contract.ts'
import { nameEnrolments } from '../../../enrolment/server/actions.ts'
import { hourRefusals } from '../../../hours/contract.ts'
import { messageRefusals } from '../../../message/contract.ts'
import { obstacleRefusals, trainTypeRefusals } from '../../../unit/trainType/contract.ts'
import { makeUpCalls, makeUpRefusals } from '../contract.ts'
import { grantMakeUp } from './actions.ts'

/** Gives make-ups to many learners. */
export const grantingMakeUps = batchOf<typeof makeUpCalls.grantMakeUp>({
  call: makeUpCalls.grantMakeUp,
  list: enrolmentCalls.findPortfolioPage,
  named: 'ids',
  nameRows: (db, session, ids) => nameEnrolments(db, session.scope, ids),
  refusals: {
    approval: approvalRefusals,
    audience: audienceRefusals,
    obstacle: obstacleRefusals,
    certificate: certificateRefusals,
    class: classRefusals,
    enrolment: enrolmentRefusals,
    hours: hourRefusals,
    makeUp: makeUpRefusals,
    message: messageRefusals,
    trainType: trainTypeRefusals,
  },
  title: () => ({ zh: '批准补考', en: 'Grant make-ups' }),
  act: (tx, { session, input }, { id }) => grantMakeUp(tx, session, id, input.reason),
})
