import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { answers } from '../../../server/serve.ts'
import { signPlayUrl } from '../../resource/server/actions.ts'
import { catalogueCalls } from '../contract.ts'
import { findClassDetail, pageCatalogue } from './data.ts'
import { listRecommended } from './recommend.ts'

/** How long the address of a trial video plays. */
const trialSeconds = 3600

export const catalogueAnswers = answers(catalogueCalls, {
  findClassList: ({ db, projectId, session, input }) =>
    pageCatalogue(db, projectId, session?.accountId ?? null, input),
  getRecommendedClassList: ({ db, session, input }) => listRecommended(db, session, input),
  async findClassDetail({ db, secrets, projectId, session, input }) {
    const accountId = session?.accountId ?? null
    const detail =
      (await findClassDetail(db, projectId, accountId, input.id)) ?? refuse(commonRefusals.notFound)
    const trialUrl = (resourceId: string) =>
      signPlayUrl(secrets, { resourceId, accountId: accountId ?? 'guest', seconds: trialSeconds })
    return {
      ...detail,
      courses: detail.courses.map((course) => ({
        ...course,
        items: course.items.map(({ resourceId, trial, ...item }) => ({
          ...item,
          trialUrl: trial && detail.trySeeVideo ? trialUrl(resourceId) : null,
        })),
      })),
    }
  },
})
