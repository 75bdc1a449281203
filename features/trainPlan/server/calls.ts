import { handlers } from '../../../server/serve.ts'
import { answerBatch } from '../../batch/server/actions.ts'
import { planCalls } from '../contract.ts'
import { changeStatus, copyPlan, deletePlan, savePlan } from './actions.ts'
import { reminding } from './batches.ts'
import { planCopy } from './copy.ts'
import { assertPlan, getPlan, getWritten, pagePlans } from './data.ts'
import { findMyPlans } from './offer.ts'
import { pagePeople } from './person.ts'

export const planHandlers = handlers(planCalls, {
  query: ({ db, session, input }) => pagePlans(db, session.scope, input),
  get: ({ db, session, input }) => getPlan(db, session.scope, input.id),
  save: ({ db, session, input }) => db.begin((tx) => savePlan(tx, session, input)),
  delete: ({ db, session, input }) => db.begin((tx) => deletePlan(tx, session, input.id)),
  updateStatus: ({ db, session, input }) => db.begin((tx) => changeStatus(tx, session, input)),
  async previewCopy({ db, session, input }) {
    const plan = await getWritten(db, session.scope, input.id)
    return (await planCopy(db, session.projectId, plan)).preview
  },
  copy: ({ db, session, input }) => db.begin((tx) => copyPlan(tx, session, input)),
  async findPeople({ db, session, input }) {
    await assertPlan(db, session.scope, input.planId)
    return pagePeople(db, session.scope, input)
  },
  remind: answerBatch(reminding),
  findMine: ({ db, session, input }) => findMyPlans(db, session, input.year),
})
