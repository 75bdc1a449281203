import { yuan, yuanInCharacters } from '../../../contract/money.ts'
import type { Bilingual, Language } from '../../../contract/refusal.ts'
import { inChina, orderPaper } from '../../../server/pdf/orderPaper.ts'
import { renderPdf } from '../../../server/pdf.ts'
import type { Order } from '../../order/contract.ts'
import { orderChannelNames } from '../../order/rules.ts'
import type { Proof } from './data.ts'

const words = {
  title: { zh: '支付凭证', en: 'Payment confirmation' },
  seller: { zh: '收款方', en: 'Received by' },
  payer: { zh: '付款人', en: 'Paid by' },
  orderNo: { zh: '订单号', en: 'Order number' },
  paidAt: { zh: '付款时间', en: 'Paid at' },
  channel: { zh: '支付方式', en: 'Payment method' },
  outTradeNo: { zh: '商户单号', en: 'Payment number' },
  transactionId: { zh: '渠道交易号', en: 'Transaction number' },
  serialNos: { zh: '银行流水号', en: 'Bank serial number' },
  item: { zh: '班级', en: 'Class' },
  price: { zh: '价格', en: 'Price' },
  discount: { zh: '优惠', en: 'Discount' },
  reduction: { zh: '减免', en: 'Reduction' },
  payable: { zh: '实付', en: 'Paid' },
  total: { zh: '实付合计', en: 'Total paid' },
  refunded: { zh: '已退款', en: 'Refunded' },
  left: { zh: '退款后金额', en: 'After refunds' },
  inCharacters: { zh: '大写（人民币）', en: 'In Chinese characters (CNY)' },
  notInvoice: { zh: '本凭证不作为发票', en: 'This confirmation is not an invoice' },
  madeAt: { zh: '生成时间 {at}（北京时间）', en: 'Generated {at} (China Standard Time)' },
} as const satisfies Record<string, Bilingual>

const sum = (fen: number) => `¥${yuan(fen)}`

/** Prints the confirmation of a paid order; its name is that of the file. Throws MissingGlyph. */
export async function printProof(
  order: Order,
  proof: Proof,
  language: Language,
): Promise<{ name: string; pdf: Buffer }> {
  const say = (word: keyof typeof words) => words[word][language]
  const { items, amount, refunded } = order
  const has = {
    discount: items.some(({ discount }) => discount > 0),
    reduction: items.some(({ reduction }) => reduction > 0),
  }
  const priced = has.discount || has.reduction
  const columns = [
    ...(priced ? (['price'] as const) : []),
    ...(has.discount ? (['discount'] as const) : []),
    ...(has.reduction ? (['reduction'] as const) : []),
    ...(['payable'] as const),
    ...(refunded > 0 ? (['refunded'] as const) : []),
  ]
  const facts: (readonly [name: string, value: string | null])[] = [
    [say('seller'), proof.seller],
    [say('payer'), proof.payer],
    [say('orderNo'), order.orderNo],
    [say('paidAt'), inChina(order.paidAt!)],
    [say('channel'), orderChannelNames[order.channel!][language]],
    [say('outTradeNo'), proof.outTradeNo],
    [say('transactionId'), proof.transactionId],
    [say('serialNos'), proof.serialNos],
  ]
  const data = {
    lang: language,
    region: language === 'zh' ? 'cn' : 'us',
    title: say('title'),
    notInvoice: say('notInvoice'),
    madeAt: say('madeAt').replace('{at}', inChina(proof.now)),
    facts: facts.filter(([, value]) => value !== null),
    heads: [say('item'), ...columns.map(say)],
    rows: items.map((item) => [`${item.name} · ${item.year}`, ...columns.map((key) => yuan(item[key]))]),
    sums: [
      [say('total'), sum(amount)],
      [say('inCharacters'), yuanInCharacters(amount)],
      ...(refunded > 0
        ? [
            [say('refunded'), sum(refunded)],
            [say('left'), sum(amount - refunded)],
          ]
        : []),
    ],
    bank: [],
  }
  return {
    name: `${say('title')} ${order.orderNo}.pdf`,
    pdf: (await renderPdf({ source: orderPaper, data })).pdf,
  }
}
