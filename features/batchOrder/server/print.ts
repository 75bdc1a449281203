import { yuan, yuanInCharacters } from '../../../contract/money.ts'
import { type Bilingual, refuse } from '../../../contract/refusal.ts'
import type { Db } from '../../../server/db.ts'
import { inChina, orderPaper } from '../../../server/pdf/orderPaper.ts'
import { MissingGlyph, renderPdf } from '../../../server/pdf.ts'
import type { Context, FileReply } from '../../../server/serve.ts'
import { batchOrderRefusals } from '../rules.ts'
import { getBatchOrder } from './data.ts'

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
  item: { zh: '班级', en: 'Class' },
  heads: { zh: '人数', en: 'People' },
  price: { zh: '每人', en: 'A head' },
  sum: { zh: '金额', en: 'Sum' },
  total: { zh: '应付合计', en: 'Total' },
  inCharacters: { zh: '大写（人民币）', en: 'In Chinese characters (CNY)' },
} as const satisfies Record<string, Bilingual>

interface Account {
  holder: string | null
  bank: string | null
  number: string | null
}

async function accountOf(db: Db, projectId: string): Promise<Account> {
  const [row] = await db<Account[]>`
    select s ->> 'bankAccountName' as holder, s ->> 'bankName' as bank, s ->> 'bankAccount' as number
    from settings_of(${projectId}) s`
  return row!
}

/** Prints the pro-forma invoice of an unpaid order of the caller's scope. Refuses 404, and (409) one that is not unpaid. */
export async function printProForma(
  { db, session, language }: Pick<Context, 'db' | 'language'> & { session: NonNullable<Context['session']> },
  orderId: string,
): Promise<null> {
  const order = await getBatchOrder(db, session.scope, orderId)
  if (order.status !== 'unpaid' || order.amount === 0) refuse(batchOrderRefusals.notUnpaid)
  const { holder, bank, number } = await accountOf(db, session.projectId)
  const say = (word: keyof typeof words) => words[word][language]
  const given = (facts: (readonly [string, string | null])[]) => facts.filter(([, value]) => value !== null)
  const data = {
    lang: language,
    region: language === 'zh' ? 'cn' : 'us',
    title: say('title'),
    notInvoice: say('notInvoice'),
    madeAt: '',
    facts: given([
      [say('payer'), order.payerName],
      [say('taxNo'), order.payerTaxNo],
      [say('orderNo'), order.orderNo],
      [say('until'), inChina(order.expiresAt, 'short')],
    ]),
    heads: [say('item'), say('heads'), say('price'), say('sum')],
    rows: [[order.className, String(order.headCount), yuan(order.price), yuan(order.amount)]],
    sums: [
      [say('total'), `¥${yuan(order.amount)}`],
      [say('inCharacters'), yuanInCharacters(order.amount)],
    ],
    bank: given([
      [say('receiver'), holder],
      [say('bank'), bank],
      [say('account'), number],
      [say('memo'), order.reference],
    ]),
  }
  try {
    const { pdf } = await renderPdf({ source: orderPaper, data })
    const file: FileReply = {
      name: `${say('title')} ${order.orderNo}.pdf`,
      type: 'application/pdf',
      body: pdf,
    }
    return file as unknown as null
  } catch (error) {
    if (error instanceof MissingGlyph) refuse(batchOrderRefusals.cannotPrint, { letters: error.letters })
    throw error
  }
}
