import { batchOf } from '../../../../server/batch.ts'
import { enrolmentCalls } from '../../../enrolment/contract.ts'
import { nameEnrolments } from '../../../enrolment/server/actions.ts'
import { makeUpCalls } from '../contract.ts'
import { grantMakeUp } from './actions.ts'

/** Gives make-ups to many learners. */
export const grantingMakeUps = batchOf<typeof makeUpCalls.grantMakeUp>({
  call: makeUpCalls.grantMakeUp,
  list: enrolmentCalls.findPortfolioPage,
  named: 'ids',
  nameRows: (db, session, ids) => nameEnrolments(db, session.scope, ids),
  title: () => ({ zh: '批准补考', en: 'Grant make-ups' }),
  act: (tx, { session, input }, { id }) => grantMakeUp(tx, session, id, input.reason),
})
