import { handlers } from '../../../server/serve.ts'
import { noticeCalls } from '../contract.ts'
import { changeStatus, deleteNotice, saveAnnouncement, saveNotice } from './actions.ts'
import {
  getNotice,
  getShown,
  listAnnouncements,
  listShown,
  markRead,
  nameClass,
  pageNotices,
  pageShown,
  readerOf,
} from './data.ts'

export const noticeHandlers = handlers(noticeCalls, {
  query: ({ db, session, input }) => pageNotices(db, session.scope, input),
  get: ({ db, session, input }) => getNotice(db, session.scope, input.id),
  save: ({ db, session, input }) => db.begin((tx) => saveNotice(tx, session, input)),
  updateStatus: ({ db, session, input }) => db.begin((tx) => changeStatus(tx, session, 'project', input)),
  delete: ({ db, session, input }) => db.begin((tx) => deleteNotice(tx, session, 'project', input.id)),
  async queryClass({ db, session, input }) {
    await nameClass(db, session.scope, input.classId)
    return listAnnouncements(db, input.classId)
  },
  saveClass: ({ db, session, input }) => db.begin((tx) => saveAnnouncement(tx, session, input)),
  updateClassStatus: ({ db, session, input }) => db.begin((tx) => changeStatus(tx, session, 'class', input)),
  deleteClass: ({ db, session, input }) => db.begin((tx) => deleteNotice(tx, session, 'class', input.id)),
  findFrontList: ({ db, input, ...ctx }) => pageShown(db, readerOf(ctx), input),
  findClassList: ({ db, input, ...ctx }) => listShown(db, readerOf(ctx), input.classId),
  getShown: ({ db, input, ...ctx }) => getShown(db, readerOf(ctx), input.id),
  read: ({ db, session, input, projectId }) =>
    db.begin((tx) =>
      markRead(tx, { ...readerOf({ projectId, session }), accountId: session.accountId }, input.id),
    ),
})
