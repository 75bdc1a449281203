import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { answers } from '../../../../server/serve.ts'
import { catalogueCalls } from '../contract.ts'
import { findClassDetail, pageCatalogue } from './data.ts'

export const catalogueAnswers = answers(catalogueCalls, {
  findClassList: ({ db, projectId, session, input }) =>
    pageCatalogue(db, projectId, session?.accountId ?? null, input),
  async findClassDetail({ db, projectId, session, input }) {
    const detail =
      (await findClassDetail(db, projectId, session?.accountId ?? null, input.id)) ??
      refuse(commonRefusals.notFound)
    return {
      ...detail,
      courses: detail.courses.map((course) => ({
        ...course,
        items: course.items.map((item) => ({ ...item, trialUrl: null })),
      })),
    }
  },
})
