import type { WorkKind } from '../../../server/feature.ts'
import { handlers, mayCall } from '../../../server/serve.ts'
import { type WaitingWork, workQueueCalls } from '../contract.ts'

/** Answers with the kinds of work the caller may settle and has some of, in the order they are declared. */
export const workQueueHandlers = (kinds: readonly WorkKind[]) =>
  handlers(workQueueCalls, {
    async findMine({ db, secrets, session }) {
      const own = kinds.filter(({ settledBy }) => settledBy.some(({ allow }) => mayCall(session, allow)))
      const found = await Promise.all(
        own.map(async ({ code, words: [zh, en], address, waiting }): Promise<WaitingWork> => {
          const work = await waiting({ db, secrets, session })
          return { code, name: { zh, en }, address, ...work }
        }),
      )
      return found.filter(({ count }) => count > 0)
    },
  })
