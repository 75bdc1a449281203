import { refuse } from '../../../../contract/refusal.ts'
import { handlers as answered } from '../../../../server/serve.ts'
import { type Answers, attemptCalls, attemptRefusals, mostAnswerText } from '../contract.ts'
import { endAttempt, findMyExams, getResult, lengthOf, reportLeave, sitExam } from './actions.ts'
import { saveAnswers } from './save.ts'

function assertLength(answers: Answers): void {
  if (lengthOf(answers) > mostAnswerText) {
    refuse(attemptRefusals.tooLong, { limit: mostAnswerText }, 'answers')
  }
}

export const attemptHandlers = answered(attemptCalls, {
  findMyClassExam: ({ db, session, input }) => findMyExams(db, session.accountId, input),
  goClassExam: ({ db, session, input, agent, ip }) => sitExam(db, session, { ...input, agent, ip }),
  saveExamAnswer: ({ db, session, input }) => {
    assertLength(input.answers)
    return saveAnswers(db, { ...input, accountId: session.accountId })
  },
  submitExam: ({ db, session, input }) => {
    const { attemptId, answers = {} } = input
    assertLength(answers)
    return endAttempt(db, { attemptId, accountId: session.accountId, answers, reason: 'learner' })
  },
  reportExamLeave: ({ db, session, input }) => reportLeave(db, session.accountId, input.attemptId),
  getExamResult: ({ db, session, input }) => getResult(db, session.accountId, input.attemptId),
})
