import type { WorkKind } from '../../../server/feature.ts'
import { handlers } from '../../../server/serve.ts'
import { workQueueCalls } from '../contract.ts'
import { claim, release, see } from './actions.ts'
import { listClaims, listWaiting } from './data.ts'

export const workQueueHandlers = (kinds: readonly WorkKind[]) =>
  handlers(workQueueCalls, {
    findMine: ({ db, session }) => listWaiting(db, session, kinds),
    findClaims: ({ db, session, input }) => listClaims(db, session, kinds, input),
    claim: ({ db, session, input }) => db.begin((tx) => claim(tx, session, kinds, input)),
    async release({ db, session, input }) {
      await db.begin((tx) => release(tx, session, input))
      return null
    },
    async see({ db, session, input }) {
      await db.begin((tx) => see(tx, session, kinds, input.code))
      return null
    },
  })
