import { handlers } from '../../../../server/serve.ts'
import { beginBatch } from '../../../batch/server/actions.ts'
import { trainTypeCalls } from '../contract.ts'
import { findBuying } from './actions.ts'
import { settingTerms } from './batches.ts'
import { changeTerms } from './save.ts'
import { getTrainType, listCategories, listClassTypes, markAllowed, pageTrainTypes } from './data.ts'
import { getUnitDetail } from '../../server/data.ts'

export const trainTypeHandlers = handlers(trainTypeCalls, {
  findPageList: ({ db, session, input }) => pageTrainTypes(db, session.scope, input),
  async updateUnitTrainType({ db, session, input }) {
    const { unitId, classType, terms } = input
    const { proposals } = await db.begin((tx) =>
      changeTerms(tx, session, { unitIds: [unitId], classTypes: [classType], change: terms, field: 'terms' }),
    )
    const [approvalId] = proposals
    return approvalId === undefined ? null : { approvalId }
  },
  async batchUpdateUnitTrainType(ctx) {
    const begun = await ctx.db.begin((tx) => beginBatch(tx, settingTerms, ctx))
    if (begun) return { changed: 0, waiting: 0, ...begun }
    const { db, session, input } = ctx
    const { unitIds = [], classTypes, change } = input
    const { changed, proposals } = await db.begin((tx) =>
      changeTerms(tx, session, { unitIds: [...new Set(unitIds)], classTypes, change, field: 'change' }),
    )
    return { changed, waiting: proposals.length }
  },
  getUnitTrainTypeDetail: ({ db, session, input }) =>
    getTrainType(db, session.scope, input.unitId, input.classType),
  async findUnitClassCategory({ db, session, input }) {
    const { categoryIds } = await getTrainType(db, session.scope, input.unitId, input.classType)
    return markAllowed(await listCategories(db, session.projectId, input.classType), categoryIds)
  },
  async getSelectList({ db, session, input }) {
    const unit = input.unitId ? await getUnitDetail(db, session.scope, input.unitId) : null
    const { hiddenTypes } = await findBuying(db, unit?.id ?? null)
    const types = await listClassTypes(db, session.projectId)
    return types.map(({ key, name, nameEn }) => ({
      classType: key,
      name,
      nameEn,
      open: !hiddenTypes.includes(key),
    }))
  },
})
