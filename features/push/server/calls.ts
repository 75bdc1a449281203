import { handlers } from '../../../server/serve.ts'
import { audit } from '../../../server/audit.ts'
import { answerBatch } from '../../batch/server/actions.ts'
import { pushCalls } from '../contract.ts'
import { assertAddress, pushEnrolment, saveReceiver } from './actions.ts'
import { replaying } from './batches.ts'
import { findReceiver, getPush, pagePushes } from './data.ts'
import { sendSample, wakeReceiver } from './deliver.ts'

export const pushHandlers = handlers(pushCalls, {
  async findReceiver({ db, session }) {
    const { secretSealed, version, updatedAt, restsUntil, ...content } = await findReceiver(
      db,
      session.projectId,
    )
    return { content, version, updatedAt, restsUntil, hasSecret: secretSealed !== null }
  },
  async saveReceiver({ db, secrets, channels, session, input }) {
    await assertAddress({ channels }, input.content.address)
    return db.begin((tx) => saveReceiver(tx, { secrets }, session, input))
  },
  async testReceiver({ db, secrets, channels, session }) {
    const answer = await sendSample({ db, secrets, channels }, session.projectId)
    const { status, cause } = answer
    await db.begin(async (tx) => {
      if (cause === null) await wakeReceiver(tx, session.projectId)
      await audit(tx, {
        by: session,
        action: 'push.test',
        subjectKind: 'project',
        subjectId: session.projectId,
        after: { status, cause },
      })
    })
    return answer
  },
  query: ({ db, session, input }) => pagePushes(db, session.scope, input),
  get: ({ db, session, input }) => getPush(db, session.scope, input.id),
  pushMyClass: ({ db, session, input }) => db.begin((tx) => pushEnrolment(tx, session, input.enrolmentId)),
  replay: answerBatch(replaying),
})
