import { billedFen, billedMoment, readTable } from './bill.ts'
import { type BillLine, ChannelFailure } from './payment.ts'

function fail(what: string): never {
  throw new ChannelFailure(`WeChat Pay ${what}`)
}

/**
 * The lines of a bill: each a payment or a refund, then a table of their number and sums, which has to agree. Throws
 * ChannelFailure.
 */
export function readWechatBill(text: string): BillLine[] {
  const rows = text.trim().split(/\r?\n/)
  const end = rows.findIndex((row) => row.startsWith('总交易单数'))
  if (end < 0) fail('gave a bill that is cut off')
  const lines = readTable(rows.slice(0, end), [
    '交易时间',
    '微信订单号',
    '商户订单号',
    '交易状态',
    '订单金额',
    '手续费',
    '商户退款单号',
    '申请退款金额',
    '退款状态',
  ]).map((cell): BillLine & { failed?: boolean } => {
    const common = {
      outTradeNo: cell('商户订单号'),
      transactionId: cell('微信订单号'),
      fee: billedFen(cell('手续费')),
      at: billedMoment(cell('交易时间')),
    }
    const state = cell('交易状态')
    if (state === 'SUCCESS') {
      return { ...common, item: 'payment', refundNo: null, amount: billedFen(cell('订单金额')) }
    }
    if (state !== 'REFUND') return fail(`gave a bill that has ${state}`)
    const refund = { refundNo: cell('商户退款单号'), amount: billedFen(cell('申请退款金额')) }
    return { ...common, item: 'refund', ...refund, failed: cell('退款状态') === 'FAIL' }
  })
  const total = readTable(rows.slice(end, end + 2), ['总交易单数', '订单总金额', '申请退款总金额'])[0]
  const sum = (item: BillLine['item']) =>
    lines.reduce((fen, line) => (line.item === item ? fen + line.amount : fen), 0)
  const agrees =
    total !== undefined &&
    Number(total('总交易单数')) === lines.length &&
    billedFen(total('订单总金额')) === sum('payment') &&
    billedFen(total('申请退款总金额')) === sum('refund')
  if (!agrees) fail('gave a bill whose sums are not those of its lines')
  return lines.flatMap(({ failed, ...line }) => (failed ? [] : [line]))
}
