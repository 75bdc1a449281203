import { unzipSync } from 'fflate'
import { billBytes, billedFen, billedMoment, readTable } from './bill.ts'
import { type BillLine, ChannelFailure } from './payment.ts'

/**
 * The lines of a bill: the archive has a sheet of payments and refunds and one of their sums by shop, both in GBK. The
 * closing line of the first has the number and sum of the payments and refunds, which have to agree. Throws
 * ChannelFailure.
 */
export function readAlipayBill(archive: Uint8Array): BillLine[] {
  let texts: string[]
  try {
    // Names are in GBK as well, without saying so.
    const parts = unzipSync(archive, { filter: ({ originalSize }) => originalSize <= billBytes })
    texts = Object.values(parts).map((part) => new TextDecoder('gbk', { fatal: true }).decode(part))
  } catch (error) {
    throw new ChannelFailure('Alipay gave a damaged bill', { cause: error })
  }
  const rows =
    texts
      .find((text) => text.startsWith('#支付宝业务明细查询'))
      ?.trim()
      .split(/\r?\n/) ?? []
  const isWhole = rows.some((row) => row.startsWith('#') && row.includes('业务明细列表结束'))
  if (!isWhole) throw new ChannelFailure('Alipay gave a bill that is cut off')
  return readTable(
    rows.filter((row) => row !== '' && !row.startsWith('#')),
    ['支付宝交易号', '商户订单号', '业务类型', '完成时间', '订单金额', '退款批次号/请求号', '服务费'],
  ).map((cell) => {
    const kind = cell('业务类型')
    if (kind !== '交易' && kind !== '退款') throw new ChannelFailure(`Alipay gave a bill that has ${kind}`)
    const isRefund = kind === '退款'
    return {
      item: isRefund ? 'refund' : 'payment',
      outTradeNo: cell('商户订单号'),
      refundNo: isRefund ? cell('退款批次号/请求号') : null,
      transactionId: cell('支付宝交易号'),
      // What goes out has a minus sign: a refund, and the fee of a payment.
      amount: Math.abs(billedFen(cell('订单金额'))),
      fee: 0 - billedFen(cell('服务费')),
      at: billedMoment(cell('完成时间')),
    }
  })
}
