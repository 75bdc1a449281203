import type { OutputOf } from '../../../../contract/call.ts'
import type { Language } from '../../../../contract/refusal.ts'
import type { Db } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import { getDetail, inOffice } from '../../server/actions.ts'
import type { issueCalls } from '../contract.ts'
import { adviceFor, getManaged } from './read.ts'

/** An invoice in the caller's scope with all that is printed on it, what happened to it, and what may be done; refuses 404. */
export async function getInvoice(
  db: Db,
  session: Session,
  id: string,
  language: Language,
): Promise<OutputOf<typeof issueCalls.detail>> {
  const detail = await getDetail(db, session, id, { condition: inOffice(db, session.scope), isOffice: true })
  const { payerName, accountId, unitName, failureCode, attempts } = await getManaged(db, id)
  return {
    ...detail,
    payerName,
    accountId,
    unitName,
    failureCode,
    attempts,
    advice: adviceFor({ failureCode }, language),
  }
}
