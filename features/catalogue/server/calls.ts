import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { handlers } from '../../../server/serve.ts'
import { trialAccount } from '../../resource/rules.ts'
import { signPlayUrl } from '../../resource/server/actions.ts'
import { catalogueCalls } from '../contract.ts'
import { findClassDetail, pageCatalogue, readerOf } from './data.ts'
import { listRecommended } from './recommend.ts'

/** Seconds for which the address of a trial video plays. */
const trialSeconds = 3600

export const catalogueHandlers = handlers(catalogueCalls, {
  findClassList: async (ctx) => pageCatalogue(ctx.db, await readerOf(ctx.db, ctx), ctx.input),
  getRecommendedClassList: async (ctx) =>
    listRecommended(
      ctx.db,
      { ...(await readerOf(ctx.db, ctx)), accountId: ctx.session.accountId },
      ctx.input,
    ),
  async findClassDetail(ctx) {
    const { db, secrets, input } = ctx
    const reader = await readerOf(db, ctx)
    const detail = (await findClassDetail(db, reader, input.id)) ?? refuse(commonRefusals.notFound)
    const trialUrl = (resourceId: string) =>
      signPlayUrl(secrets, { resourceId, accountId: trialAccount, seconds: trialSeconds })
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
