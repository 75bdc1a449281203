import { handlers } from '../../../../server/serve.ts'
import { studentManageCalls } from '../contract.ts'
import { checkIdcard, saveStudent, updateStudentInfo, verifyStudent } from './actions.ts'
import { getStudent, pageStudents } from './data.ts'
import { pageCertificates, pageOperations, pageExams, pageOrders } from './sections.ts'

export const studentManageHandlers = handlers(studentManageCalls, {
  findPageList: ({ db, secrets, session, input }) => pageStudents(db, secrets, session.scope, input),
  getStudentDetail: ({ db, secrets, session, input }) => getStudent(db, secrets, session, input.accountId),
  findExamList: ({ db, session, input }) => pageExams(db, session.scope, input),
  findOrderList: ({ db, session, input }) => pageOrders(db, session.scope, input),
  findCertificateList: ({ db, session, input }) => pageCertificates(db, session.scope, input),
  findOperationList: ({ db, session, input }) => pageOperations(db, session.scope, input),
  saveStudent: ({ db, secrets, session, input }) => saveStudent(db, secrets, session, input),
  updateStudentInfo: ({ db, secrets, session, input }) =>
    db.begin((tx) => updateStudentInfo(tx, secrets, session, input)),
  checkIdcardInfo: async (ctx) => ({ matches: await checkIdcard(ctx, ctx.session, ctx.input) }),
  verifyStudent: async (ctx) => ({
    verifyStatus: await verifyStudent(ctx, ctx.session, ctx.input.accountId),
  }),
})
