import type { WorkKind } from '../../../server/feature.ts'
import { handlers } from '../../../server/serve.ts'
import { workQueueCalls } from '../contract.ts'
import { listWaiting } from './data.ts'

export const workQueueHandlers = (kinds: readonly WorkKind[]) =>
  handlers(workQueueCalls, {
    findMine: ({ db, session }) => listWaiting(db, session, kinds),
  })
