import { handlers } from '../../../server/serve.ts'
import { checkOrder, openUnitCode } from '../../payment/server/actions.ts'
import { getFacts } from '../../unitClass/server/actions.ts'
import { batchOrderCalls } from '../contract.ts'
import {
  assertMode,
  cancelBatch,
  freeBatchOrder,
  payByTransfer,
  place,
  preview,
  rejectBatchVoucher,
  submitBatchVoucher,
} from './actions.ts'
import { getBatchOrder, getDetail, pageBatchOrders } from './data.ts'
import { retryDelivery } from './deliver.ts'
import { printBatchProForma } from './print.ts'
import { replacePerson } from './replace.ts'

export const batchOrderHandlers = handlers(batchOrderCalls, {
  preview: ({ db, session, input }) => preview(db, session, input),
  place: ({ db, session, input }) => db.begin((tx) => place(tx, session, input)),
  queryPageList: ({ db, session, input }) => pageBatchOrders(db, session, input),
  queryUnitBatchPageList({ db, session, input }) {
    const unitId = input.unitId ?? session.unitId ?? undefined
    return pageBatchOrders(db, session, { ...input, unitId })
  },
  async queryBatchOrderListByUnitClassId({ db, session, input }) {
    await getFacts(db, session.scope, input.unitClassId)
    return pageBatchOrders(db, session, input)
  },
  getBatchOrderDetail: ({ db, secrets, session, input }) => getDetail(db, secrets, session, input),
  async getBatchOrderPayQrcode(ctx) {
    const { db, session, input } = ctx
    const order = await getBatchOrder(db, session.scope, input.orderId)
    assertMode(await getFacts(db, session.scope, order.unitClassId), 'code')
    return openUnitCode(ctx, input, `/train-manage/batch-pay-order?orderId=${input.orderId}`)
  },
  async isBatchOrderPay(ctx) {
    const { db, session, input } = ctx
    await getBatchOrder(db, session.scope, input.orderId)
    const { status, amount, openPaymentId, secondsLeft } = await checkOrder(ctx, session, input.orderId)
    const { stage, delivery, headCount, opened, failed } = await getBatchOrder(
      db,
      session.scope,
      input.orderId,
    )
    const paid = !['unpaid', 'cancelled'].includes(status)
    return { paid, status, stage, delivery, headCount, opened, failed, amount, openPaymentId, secondsLeft }
  },
  payByTransfer: ({ db, session, input }) => db.begin((tx) => payByTransfer(tx, session, input.orderId)),
  submitVoucher: ({ db, session, input }) => db.begin((tx) => submitBatchVoucher(tx, session, input)),
  rejectVoucher: ({ db, session, input }) => db.begin((tx) => rejectBatchVoucher(tx, session, input)),
  unitBatchFreeOrder: ({ db, session, input }) => db.begin((tx) => freeBatchOrder(tx, session, input)),
  cancelBatchOrder: ({ db, session, input }) => db.begin((tx) => cancelBatch(tx, session, input.orderId)),
  retryDelivery: ({ db, session, input }) => db.begin((tx) => retryDelivery(tx, session, input.orderId)),
  replacePerson: ({ db, session, input }) => db.begin((tx) => replacePerson(tx, session, input)),
  getProForma: (ctx) => printBatchProForma(ctx, ctx.input.orderId),
})
