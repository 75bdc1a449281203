import { type Static, Type } from 'typebox'
import { Nullable, type OutputOf } from '../../../../contract/call.ts'
import { yuanInCharacters } from '../../../../contract/money.ts'
import { commonRefusals, type Language, refuse } from '../../../../contract/refusal.ts'
import { type Db, rowOf } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import { stepsOf } from '../../rules.ts'
import { readerOf } from '../../server/actions.ts'
import { issueCalls } from '../contract.ts'
import { visible } from './data.ts'
import { adviceFor, detailColumns, detailJoins } from './read.ts'

const {
  amountInCharacters: _said,
  steps: _steps,
  advice: _advice,
  ...stored
} = issueCalls.detail.output.properties
const StoredDetail = Type.Object({
  ...stored,
  refundId: Nullable(Type.String()),
  isReplaced: Type.Boolean(),
  waitsForRed: Type.Boolean(),
  left: Type.Integer(),
})

/** Facts of an invoice that decide which steps are open. */
const factsOf = (row: Static<typeof StoredDetail>) => ({ ...row, hasFiles: row.formats.length > 0 })

/** An invoice in the caller's scope with all that is printed on it, what happened to it, and what may be done; refuses 404. */
export async function getInvoice(
  db: Db,
  session: Session,
  id: string,
  language: Language,
): Promise<OutputOf<typeof issueCalls.detail>> {
  const rows = await db`
    select ${detailColumns(db)} from invoices i left join units u on u.id = i.unit_id ${detailJoins(db)}
    where i.id = ${id} and ${visible(db, session.scope)}`
  const row = rowOf(StoredDetail, rows) ?? refuse(commonRefusals.notFound)
  const {
    refundId: _refundId,
    isReplaced: _isReplaced,
    waitsForRed: _waitsForRed,
    left: _left,
    ...shown
  } = row
  return {
    ...shown,
    amountInCharacters: yuanInCharacters(row.amount),
    steps: stepsOf(factsOf(row), readerOf(session, false)),
    advice: adviceFor(row, language),
  }
}
