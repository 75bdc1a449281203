import { handlers } from '../../../../server/serve.ts'
import { textCalls } from '../contract.ts'
import { saveText } from './actions.ts'
import { findText, listVersions } from './data.ts'

export const textHandlers = handlers(textCalls, {
  findPopup: ({ db, session }) => findText(db, session.projectId, 'popup'),
  savePopup: ({ db, session, input }) => db.begin((tx) => saveText(tx, session, { ...input, kind: 'popup' })),
  findRefundOrderText: ({ db, session }) => findText(db, session.projectId, 'refundOrder'),
  saveRefundOrderText: ({ db, session, input }) =>
    db.begin((tx) => saveText(tx, session, { ...input, kind: 'refundOrder' })),
  async findText({ db, session, input }) {
    const [text, versions] = await Promise.all([
      findText(db, session.projectId, input.kind),
      listVersions(db, session.projectId, input.kind),
    ])
    return { text, versions }
  },
  saveText: ({ db, session, input }) => db.begin((tx) => saveText(tx, session, input)),
})
