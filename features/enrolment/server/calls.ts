import { answers } from '../../../server/serve.ts'
import { badInput } from '../../../server/input.ts'
import { eachAlone } from '../../class/server/actions.ts'
import { enrolmentCalls } from '../contract.ts'
import { countMyClasses, getPassStatus, getTrainDetail, listRecommended, pageMyClasses } from './data.ts'
import { pagePortfolio } from './portfolio.ts'
import { applyForClass, extend, passInScope, remove, review, withdraw } from './roster.ts'

export const enrolmentAnswers = answers(enrolmentCalls, {
  myClass: ({ db, session, input }) => pageMyClasses(db, session.accountId, input),
  countMyClass: ({ db, session, input }) => countMyClasses(db, session.accountId, input.year),
  getTrainDetail: ({ db, session, input }) => getTrainDetail(db, session.accountId, input.enrolmentId),
  getRecommendedClassList: ({ db, session, input }) => listRecommended(db, session, input),
  applyMyClass: ({ db, session, input }) => db.begin((tx) => applyForClass(tx, session, input.classId)),
  async withdrawMyClass({ db, session, input }) {
    await db.begin((tx) => withdraw(tx, session, input.enrolmentId))
    return null
  },
  getMyPassClassStatus: ({ db, session, input }) => getPassStatus(db, session.accountId, input.enrolmentId),
  findPortfolioPage: ({ db, secrets, session, input }) => pagePortfolio(db, secrets, session.scope, input),
  passBatchClass: ({ db, session, input, language }) =>
    eachAlone(db, input.ids, language, (tx, id) => passInScope(tx, session, id, input.reason)),
  deleteBatchClass: ({ db, session, input, language }) =>
    eachAlone(db, input.ids, language, (tx, id) => remove(tx, session, id, input.reason)),
  reviewBatchClass: ({ db, session, input, language }) => {
    if (!input.approve && !input.reason) {
      throw badInput('reason', { zh: '不通过时必须填写原因', en: 'a rejection needs a reason' })
    }
    return eachAlone(db, input.ids, language, (tx, id) => review(tx, session, id, input))
  },
  extendBatchClass: ({ db, session, input, language }) =>
    eachAlone(db, input.ids, language, (tx, id) => extend(tx, session, id, input)),
})
