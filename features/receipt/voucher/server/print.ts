import { yuan, yuanInCharacters } from '../../../../contract/money.ts'
import { type Bilingual, refuse } from '../../../../contract/refusal.ts'
import { inChina, orderPaper } from '../../../../server/pdf/orderPaper.ts'
import { MissingGlyph, renderPdf } from '../../../../server/pdf.ts'
import type { Context, FileReply } from '../../../../server/serve.ts'
import { voucherRefusals } from '../rules.ts'
import { getBankAccount } from './data.ts'

const words = {
  title: { zh: '付款通知', en: 'Pro-forma invoice' },
  notInvoice: { zh: '本通知不作为发票', en: 'This is not a tax invoice' },
  payer: { zh: '付款单位', en: 'To be paid by' },
  taxNo: { zh: '纳税人识别号', en: 'Tax number' },
  orderNo: { zh: '订单号', en: 'Order number' },
  until: { zh: '付款截止', en: 'Due' },
  receiver: { zh: '收款户名', en: 'Account holder' },
  bank: { zh: '开户银行', en: 'Bank' },
  account: { zh: '银行账号', en: 'Bank account number' },
  memo: { zh: '转账附言（必填）', en: 'Memo of the transfer (required)' },
  heads: { zh: '人数', en: 'People' },
  price: { zh: '每人', en: 'A head' },
  sum: { zh: '金额', en: 'Sum' },
  total: { zh: '应付合计', en: 'Total' },
  inCharacters: { zh: '大写（人民币）', en: 'In Chinese characters (CNY)' },
} as const satisfies Record<string, Bilingual>

/** An order of a unit as its pro-forma invoice has it, in fen. */
interface Bill {
  status: string
  orderNo: string
  payerName: string
  payerTaxNo: string | null
  amount: number
  expiresAt: string
  reference: string
  /** Name of its kind of line. */
  item: Bilingual
  lines: readonly { name: string; headCount: number; price: number; amount: number }[]
}

/** Prints the pro-forma invoice of an unpaid order. Refuses (409) one that is not unpaid. */
export async function printProForma(
  { db, session, language }: Pick<Context, 'db' | 'language'> & { session: NonNullable<Context['session']> },
  bill: Bill,
): Promise<null> {
  if (bill.status !== 'unpaid' || bill.amount === 0) refuse(voucherRefusals.notUnpaid)
  const { name, bank, number } = await getBankAccount(db, session.projectId)
  const say = (word: keyof typeof words) => words[word][language]
  const given = (facts: (readonly [string, string | null])[]) => facts.filter(([, value]) => value !== null)
  const data = {
    lang: language,
    region: language === 'zh' ? 'cn' : 'us',
    title: say('title'),
    notInvoice: say('notInvoice'),
    madeAt: '',
    facts: given([
      [say('payer'), bill.payerName],
      [say('taxNo'), bill.payerTaxNo],
      [say('orderNo'), bill.orderNo],
      [say('until'), inChina(bill.expiresAt, 'short')],
    ]),
    heads: [bill.item[language], say('heads'), say('price'), say('sum')],
    rows: bill.lines.map((line) => [line.name, String(line.headCount), yuan(line.price), yuan(line.amount)]),
    sums: [
      [say('total'), `¥${yuan(bill.amount)}`],
      [say('inCharacters'), yuanInCharacters(bill.amount)],
    ],
    bank: given([
      [say('receiver'), name],
      [say('bank'), bank],
      [say('account'), number],
      [say('memo'), bill.reference],
    ]),
  }
  try {
    const { pdf } = await renderPdf({ source: orderPaper, data })
    const file: FileReply = {
      name: `${say('title')} ${bill.orderNo}.pdf`,
      type: 'application/pdf',
      body: pdf,
    }
    return file as unknown as null
  } catch (error) {
    if (error instanceof MissingGlyph) refuse(voucherRefusals.cannotPrint, { letters: error.letters })
    throw error
  }
}
