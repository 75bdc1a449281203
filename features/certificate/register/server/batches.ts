import { batchOf } from '../../../../server/batch.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import { hourRefusals } from '../../../hours/contract.ts'
import { messageRefusals } from '../../../message/contract.ts'
import { unitRefusals } from '../../../unit/contract.ts'
import { certificateRefusals } from '../../contract.ts'
import { registerCalls } from '../contract.ts'
import { reissue, revoke } from './actions.ts'
import { nameCertificates } from './data.ts'

const refusals = {
  approval: approvalRefusals,
  certificate: certificateRefusals,
  hours: hourRefusals,
  message: messageRefusals,
  unit: unitRefusals,
}

/** Revokes many certificates. */
export const revoking = batchOf<typeof registerCalls.revoke>({
  call: registerCalls.revoke,
  list: registerCalls.find,
  named: 'ids',
  nameRows: (db, session, ids) => nameCertificates(db, session.projectId, ids),
  refusals,
  title: () => ({ zh: '撤销证书', en: 'Revoke certificates' }),
  act: (tx, { session, input }, { id }) => revoke(tx, session, id, input.reason),
})

/** Issues many certificates again. */
export const reissuing = batchOf<typeof registerCalls.reissue>({
  call: registerCalls.reissue,
  list: registerCalls.find,
  named: 'ids',
  nameRows: (db, session, ids) => nameCertificates(db, session.projectId, ids),
  refusals,
  title: () => ({ zh: '换发证书', en: 'Reissue certificates' }),
  act: async (tx, { session, input }, { id }) => {
    await reissue(tx, session, id, input.reason)
  },
})
