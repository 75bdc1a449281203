import { byStaff, type Feature } from '../../server/feature.ts'
import { batchOrderHandlers } from './server/calls.ts'
import { batchSettled } from './server/deliver.ts'
import { openPlacesJob } from './server/jobs.ts'
import { placeOpened, placesOpened, voucherRejected } from './server/messages.ts'
import { batchOrderWork } from './server/work.ts'
import { unitClassOrderKind } from './sheet/server/actions.ts'
import { batchSheetHandlers } from './sheet/server/calls.ts'

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
  },
  imports: [unitClassOrderKind],
  handlers: [batchOrderHandlers, batchSheetHandlers],
  jobs: [openPlacesJob],
  messages: [voucherRejected, placesOpened, placeOpened],
  on: { batchSettled },
  work: batchOrderWork,
  audit: {
    actions: {
      'batchOrder.open': ['集体订单开通', 'Opened the places of a group order'],
      'batchOrder.payMode': ['改为银行转账', 'Changed a group order to bank transfer'],
      'batchOrder.replace': ['名额换人', 'Gave a place to another person'],
      'batchOrder.retry': ['重试开通名额', 'Retried to open places'],
    },
  },
}
