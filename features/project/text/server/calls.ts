import { handlers } from '../../../../server/serve.ts'
import { textCalls } from '../contract.ts'
import { saveText, seePopup } from './actions.ts'
import { countAccepted, findShownPopup, findText, listVersions } from './data.ts'

export const textHandlers = handlers(textCalls, {
  findPopup: ({ db, session }) => findText(db, session.projectId, 'popup'),
  findShownPopup: ({ db, session, projectId }) => findShownPopup(db, projectId, session),
  seePopup: ({ db, session, input }) => db.begin((tx) => seePopup(tx, session, input.version)),
  savePopup: ({ db, session, input }) => db.begin((tx) => saveText(tx, session, { ...input, kind: 'popup' })),
  findRefundOrderText: ({ db, session }) => findText(db, session.projectId, 'refundOrder'),
  saveRefundOrderText: ({ db, session, input }) =>
    db.begin((tx) => saveText(tx, session, { ...input, kind: 'refundOrder' })),
  async findText({ db, session, input }) {
    const [text, versions, counts] = await Promise.all([
      findText(db, session.projectId, input.kind),
      listVersions(db, session.projectId, input.kind),
      countAccepted(db, session.projectId),
    ])
    return { text, versions, ...counts }
  },
  saveText: ({ db, session, input }) => db.begin((tx) => saveText(tx, session, input)),
})
