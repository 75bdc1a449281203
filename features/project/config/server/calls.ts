import { handlers } from '../../../../server/serve.ts'
import { infoOf } from '../../rules.ts'
import { findConfig } from '../../server/data.ts'
import { configCalls } from '../contract.ts'
import { pushOf } from '../rules.ts'
import { saveConfig } from './actions.ts'
import { infoEdits, pushEdits } from './edits.ts'

export const configHandlers = handlers(configCalls, {
  async findPushConfig({ db, session }) {
    const saved = await findConfig(db, session.projectId, 'push')
    return { ...saved, content: pushOf(saved.content) }
  },
  savePushConfig: ({ db, session, input }) => db.begin((tx) => saveConfig(tx, session, pushEdits, input)),
  async findInfoConfig({ db, session }) {
    const saved = await findConfig(db, session.projectId, 'info')
    return { ...saved, content: infoOf(saved.content) }
  },
  saveInfoConfig: ({ db, session, input }) => db.begin((tx) => saveConfig(tx, session, infoEdits, input)),
})
