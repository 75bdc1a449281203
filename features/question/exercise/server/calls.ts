import { handlers } from '../../../../server/serve.ts'
import { exerciseCalls } from '../contract.ts'
import { checkExercise } from './actions.ts'
import { findBankExercise, findClassExercise, listOpenBanks } from './data.ts'

export const exerciseHandlers = handlers(exerciseCalls, {
  goClassExercise: ({ db, session, input }) => findClassExercise(db, session, input),
  goBankExercise: ({ db, session, input }) => findBankExercise(db, session, input),
  findExerciseBank: ({ db, session }) => listOpenBanks(db, session),
  checkExercise: ({ db, session, input }) => checkExercise(db, session, input),
})
