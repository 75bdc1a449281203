import { refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import { takePersonal } from '../../../file/server/actions.ts'
import { avatarRefusals } from '../contract.ts'

/** Takes a picture as the caller's own avatar; refuses one that somebody else uploaded. */
export async function saveAvatar(tx: Tx, session: Session, key: string): Promise<void> {
  const { accountId } = session
  if (!(await takePersonal(tx, accountId, key))) refuse(avatarRefusals.notYours, {}, 'key')
  const [account] = await tx`select image_key from accounts where id = ${accountId} for update`
  await tx`update accounts set image_key = ${key} where id = ${accountId}`
  await audit(tx, {
    by: session,
    action: 'account.avatar',
    subjectKind: 'account',
    subjectId: accountId,
    before: { imageKey: account!.imageKey },
    after: { imageKey: key },
  })
}
