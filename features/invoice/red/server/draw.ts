import type { AppContext } from '../../../../server/appContext.ts'
import type { NewRedForm } from '../../../../server/channels/invoicing.ts'
import type { Db } from '../../../../server/db.ts'
import { callbackAddress, partiesOf, printedLine } from '../../issue/server/actions.ts'
import { listLines, type StoredInvoice } from '../../server/actions.ts'

/**
 * The form of a red invoice as a provider is asked for it, under the serials it has; without lines where all of the blue
 * one turns red.
 */
export async function newRedFormOf(
  db: Db,
  app: Pick<AppContext, 'environment' | 'secrets'>,
  red: StoredInvoice,
): Promise<NewRedForm> {
  const [blue] = await db<{ number: string; amount: number; tax: number }[]>`
    select number, amount, tax from invoices where id = ${red.originalId}`
  const lines = await listLines(db, [red.id])
  const isWhole = blue!.amount === red.amount && blue!.tax === red.tax
  return {
    serial: red.formSerial!,
    redSerial: red.serial!,
    blue: { number: blue!.number, kind: red.kind, ...partiesOf(red) },
    reason: red.redReason!,
    lines: isWhole ? null : lines.map((line) => ({ ...printedLine(line), index: line.originalLine! })),
    callbackUrl: callbackAddress(app, red.id),
  }
}
