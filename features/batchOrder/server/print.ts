import type { Context } from '../../../server/serve.ts'
import { printProForma } from '../../receipt/voucher/server/actions.ts'
import { getBatchOrder } from './data.ts'

/** Prints the pro-forma invoice of a batch order of the caller's scope. Refuses 404, and (409) one that is not unpaid. */
export async function printBatchProForma(
  ctx: Pick<Context, 'db' | 'language'> & { session: NonNullable<Context['session']> },
  orderId: string,
): Promise<null> {
  const order = await getBatchOrder(ctx.db, ctx.session.scope, orderId)
  return printProForma(ctx, {
    ...order,
    item: { zh: '班级', en: 'Class' },
    lines: [{ ...order, name: order.className }],
  })
}
