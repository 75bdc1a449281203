import { type Static, Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { yuanInCharacters } from '../../../../contract/money.ts'
import { commonRefusals, type Language, refuse } from '../../../../contract/refusal.ts'
import { type Db, rowOf } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import { type InvoiceDetail, invoiceSteps } from '../../contract.ts'
import { blueLifecycle, redLifecycle } from '../../rules.ts'
import { issueCalls } from '../contract.ts'
import { adviceFor, detailColumns, detailJoins } from './read.ts'
import { visible } from './data.ts'

type Step = (typeof invoiceSteps)[number]

const {
  amountInCharacters: _said,
  steps: _steps,
  advice: _advice,
  ...stored
} = issueCalls.detail.output.properties
const StoredDetail = Type.Object({ ...stored, isReplaced: Type.Boolean(), provider: Nullable(Type.String()) })

/** The steps of the office that an invoice is open to now; buttons are shown by them. */
function stepsOf(row: Static<typeof StoredDetail>, { menus }: Session): Step[] {
  const { colour, status } = row
  const menu = '/invoice-manage/invoice-list'
  const [open, mark, red] = (['open', 'mark', 'red'] as const).map((button) => menus.has(`${menu}#${button}`))
  const can = (event: string): boolean =>
    colour === 'blue'
      ? blueLifecycle.can(status as never, event as never)
      : redLifecycle.can(status as never, event as never)
  const steps: Record<Step, boolean | undefined> = {
    download: row.formats.length > 0,
    mail: row.formats.length > 0,
    reSave: open && can('reSave'),
    withdraw: false,
    reOpen: red && colour === 'blue' && status === 'opened' && !row.isReplaced,
    open: open && colour === 'blue' && can('open'),
    reject: open && colour === 'blue' && can('reject'),
    mark: mark && can('mark') && !(colour === 'red' && status === 'requested' && row.provider === 'nuonuo'),
    red: red && colour === 'blue' && can('red'),
    refresh: open && ['opening', 'waiting_drawer', 'confirming'].includes(status),
    confirmRed: red && colour === 'red' && status === 'confirming' && row.formBy === 'seller',
    cancelRed: red && colour === 'red' && can('cancel') && row.refundNo === null,
    retryRed: red && colour === 'red' && can('ask') && status !== 'requested',
  }
  return invoiceSteps.filter((step) => steps[step])
}

/** An invoice in the caller's scope with all that is printed on it, what happened to it, and what may be done; refuses 404. */
export async function getInvoice(
  db: Db,
  session: Session,
  id: string,
  language: Language,
): Promise<Static<typeof InvoiceDetail> & Static<typeof issueCalls.detail.output>> {
  const rows = await db`
    select ${detailColumns(db)} from invoices i left join units u on u.id = i.unit_id ${detailJoins(db)}
    where i.id = ${id} and ${visible(db, session.scope)}`
  const row = rowOf(StoredDetail, rows) ?? refuse(commonRefusals.notFound)
  const { isReplaced: _isReplaced, provider: _provider, ...shown } = row
  return {
    ...shown,
    amountInCharacters: yuanInCharacters(row.amount),
    steps: stepsOf(row, session),
    advice: adviceFor(row, language),
  }
}
