import { refuse } from '../../../contract/refusal.ts'
import { handlers } from '../../../server/serve.ts'
import { spendCaptcha } from '../../captcha/server/actions.ts'
import { sessionRefusals } from '../../session/contract.ts'
import { scoreCalls } from '../contract.ts'
import { appeal, publish } from './actions.ts'
import { listEntries, listMine, lookUp, pageAppeals, pageExams, pageScores } from './data.ts'
import { answerAppeal, proposeChange, proposeDeletion } from './proposals.ts'

export const scoreHandlers = handlers(scoreCalls, {
  query: ({ db, session, input }) => pageScores(db, session, input),
  findExams: ({ db, session, input }) => pageExams(db, session, input),
  findEntries: ({ db, session, input }) => listEntries(db, session, input.id),
  update: ({ db, secrets, session, input }) => db.begin((tx) => proposeChange(tx, secrets, session, input)),
  delete: ({ db, session, input }) => db.begin((tx) => proposeDeletion(tx, session, input)),
  publish: ({ db, session, input }) => db.begin((tx) => publish(tx, session, input)),
  findAppeals: ({ db, session, input }) => pageAppeals(db, session, input),
  answerAppeal: ({ db, secrets, session, input }) =>
    db.begin((tx) => answerAppeal(tx, secrets, session, input)),
  findMine: ({ db, session }) => listMine(db, session),
  appeal: ({ db, session, input }) => db.begin((tx) => appeal(tx, session, input)),
  async lookUp({ db, secrets, environment, projectId, input }) {
    const { captchaVO, ...person } = input
    if (environment.captcha && !(await spendCaptcha(db, captchaVO?.captchaVerification)))
      refuse(sessionRefusals.captchaNeeded, {}, 'captchaVO')
    return lookUp(db, secrets, projectId, person)
  },
})
