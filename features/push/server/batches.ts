import { batchOf } from '../../../server/batch.ts'
import { accountRefusals } from '../../account/contract.ts'
import { messageRefusals } from '../../message/contract.ts'
import { pushCalls, pushRefusals } from '../contract.ts'
import { replayPush } from './actions.ts'
import { namePushes } from './data.ts'

/** Pushes many results again. */
export const replaying = batchOf<typeof pushCalls.replay>({
  call: pushCalls.replay,
  list: pushCalls.query,
  named: 'ids',
  nameRows: (db, session, ids) => namePushes(db, session.scope, ids),
  refusals: { account: accountRefusals, message: messageRefusals, push: pushRefusals },
  title: () => ({ zh: '重新推送结果', en: 'Push results again' }),
  act: (tx, { session }, { id }) => replayPush(tx, session, id),
})
