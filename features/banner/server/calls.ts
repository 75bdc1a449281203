import { handlers } from '../../../server/serve.ts'
import { bannerCalls } from '../contract.ts'
import { deleteBanner, enableShow, findShown, listBanners, orderBanner, saveBanner } from './actions.ts'

export const bannerHandlers = handlers(bannerCalls, {
  query: ({ db, session }) => listBanners(db, session.scope),
  save: async ({ db, session, input }) => ({ id: await db.begin((tx) => saveBanner(tx, session, input)) }),
  enableShowPc: ({ db, session, input }) => db.begin((tx) => enableShow(tx, session, 'pc', input)),
  enableShowMobile: ({ db, session, input }) => db.begin((tx) => enableShow(tx, session, 'phone', input)),
  order: ({ db, session, input }) => db.begin((tx) => orderBanner(tx, session, input)),
  delete: ({ db, session, input }) => db.begin((tx) => deleteBanner(tx, session, input.id)),
  findPcFrontList: ({ db, projectId }) => findShown(db, projectId, 'home'),
  findCmsFrontList: ({ db, projectId }) => findShown(db, projectId, 'signUp'),
})
