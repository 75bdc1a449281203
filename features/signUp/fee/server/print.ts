import type { Context } from '../../../../server/serve.ts'
import { printProForma } from '../../../receipt/voucher/server/actions.ts'
import { getBill } from './data.ts'

/** Prints the pro-forma invoice of a unit's order of fees. Refuses 404, and (409) one that is not unpaid. */
export async function printFeeProForma(
  ctx: Pick<Context, 'db' | 'language'> & { session: NonNullable<Context['session']> },
  orderId: string,
): Promise<null> {
  const bill = await getBill(ctx.db, ctx.session.scope, orderId)
  return printProForma(ctx, { ...bill, item: { zh: '报名项目', en: 'Sign-up' } })
}
