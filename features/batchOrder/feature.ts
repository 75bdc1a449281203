import { byStaff, type Feature } from '../../server/feature.ts'
import { receiptCalls } from '../receipt/contract.ts'
import { batchOrderCalls } from './contract.ts'
import { batchOrderHandlers } from './server/calls.ts'
import { waitingVouchers, waitingWaivers } from './server/data.ts'
import { batchSettled, openPlacesJob } from './server/delivery.ts'
import { placeOpened, placesOpened, voucherRejected } from './server/messages.ts'
import { unitClassOrderKind } from './sheet/server/actions.ts'

const list = '/order-manage/list'

/** Orders of a unit for its people: placed, paid, delivered, and given to others. */
export const batchOrderFeature: Feature = {
  group: 'noun',
  tables: {
    batch_orders: { shared: 'of an order, the order of the unit that pays it', ...byStaff },
    batch_places: { shared: 'of an order, the order of the unit that pays it' },
    batch_replacements: {
      shared: 'of an order, the order of the unit that pays it',
      hidden: 'which of a unit’s places was whose, by the accounts of its people',
      after: 'which account had the place, which is named no more',
    },
    batch_vouchers: { shared: 'of an order, the order of the unit that pays it', ...byStaff },
  },
  imports: [unitClassOrderKind],
  handlers: [batchOrderHandlers],
  jobs: [openPlacesJob],
  messages: [voucherRejected, placesOpened, placeOpened],
  on: { batchSettled },
  work: [
    {
      code: 'batchOrder.voucher',
      words: ['待核对的转账回单', 'Bank slips to review'],
      settledBy: [batchOrderCalls.rejectVoucher, receiptCalls.record],
      address: `${list}?kind=batch&stage=inReview`,
      opens: 'order',
      waiting: ({ db, session }) => waitingVouchers(db, session.scope),
    },
    {
      code: 'batchOrder.waiver',
      words: ['待免单的集体订单', 'Group orders to waive'],
      settledBy: [batchOrderCalls.unitBatchFreeOrder],
      address: `${list}?kind=batch&stage=toFree`,
      opens: 'order',
      waiting: ({ db, session }) => waitingWaivers(db, session.scope),
    },
  ],
  audit: {
    actions: {
      'batchOrder.open': ['集体订单开通', 'Opened the places of a group order'],
      'batchOrder.payMode': ['改为银行转账', 'Changed a group order to bank transfer'],
      'batchOrder.rejectVoucher': ['退回转账回单', 'Rejected a bank slip'],
      'batchOrder.replace': ['名额换人', 'Gave a place to another person'],
      'batchOrder.retry': ['重试开通名额', 'Retried to open places'],
      'batchOrder.voucher': ['上传转账回单', 'Uploaded a bank slip'],
    },
  },
}
