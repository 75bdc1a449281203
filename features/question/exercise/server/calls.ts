import { handlers } from '../../../../server/serve.ts'
import { exerciseCalls } from '../contract.ts'
import { checkExercise, keepFavourite } from './actions.ts'
import { findBankExercise, findClassExercise, listBooks, listOpenBanks } from './data.ts'

export const exerciseHandlers = handlers(exerciseCalls, {
  goClassExercise: ({ db, session, input }) => findClassExercise(db, session, input),
  goBankExercise: ({ db, session, input }) => findBankExercise(db, session, input),
  findExerciseBank: ({ db, session }) => listOpenBanks(db, session),
  findExerciseBook: ({ db, session }) => listBooks(db, session),
  keepFavourite: ({ db, session, input }) => db.begin((tx) => keepFavourite(tx, session, input)),
  checkExercise: ({ db, session, input }) => db.begin((tx) => checkExercise(tx, session, input)),
})
