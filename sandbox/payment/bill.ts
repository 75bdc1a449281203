import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'
import { type Static, Type } from 'typebox'
import { decimalYuan } from '../../contract/money.ts'
import { Nullable, OneOf } from '../../contract/call.ts'
import { alipayTime } from '../../server/channels/alipay.ts'
import { type Db, rowsOf } from '../../server/db.ts'
import { refundIdOf } from './wechatNotice.ts'

const Line = Type.Object({
  item: OneOf(['payment', 'refund']),
  appid: Type.String(),
  mchid: Type.String(),
  tradeType: Type.String(),
  outTradeNo: Type.String(),
  transactionId: Type.String(),
  description: Type.String(),
  refundNo: Nullable(Type.String()),
  fault: Nullable(Type.String()),
  amount: Type.Integer(),
  at: Type.String(),
})
type Line = Static<typeof Line>

/** Payments and refunds of a merchant on a day in China, once it is over, by the times at which they moved. */
export async function findBilled(db: Db, mchid: string, day: string): Promise<Line[]> {
  const rows = await db`
    with day as (select ${day}::date::timestamp at time zone 'Asia/Shanghai' as start,
      (${day}::date + 1)::timestamp at time zone 'Asia/Shanghai' as over),
    moved as (
      select 'payment' as item, out_trade_no, null as refund_no, null as fault, amount, paid_at as at
      from gateway_payments, day where mchid = ${mchid} and paid_at >= day.start and paid_at < day.over and day.over <= moment()
      union all
      select 'refund', r.out_trade_no, r.refund_no, r.fault, r.amount, r.created_at
      from gateway_refunds r join gateway_payments p using (out_trade_no), day
      where p.mchid = ${mchid} and r.created_at >= day.start and r.created_at < day.over and day.over <= moment())
    select m.item, p.appid, p.mchid, p.trade_type, p.out_trade_no, p.transaction_id, p.description, m.refund_no, m.fault,
      m.amount, m.at
    from moved m join gateway_payments p using (out_trade_no) order by m.at, m.item`
  return rowsOf(Line, rows)
}

/** Fen that the platforms keep of a payment: 0.6 %. */
const feeOf = (amount: number) => Math.round(amount * 0.006)

const sumOf = (lines: readonly Line[], item: Line['item'], part: (line: Line) => number) =>
  lines.reduce((sum, line) => (line.item === item ? sum + part(line) : sum), 0)

/** The cells of a line in the order of a header; a column that is not named is empty. */
const inOrder = (header: string, cells: Readonly<Record<string, string | number>>) =>
  header.split(',').map((name) => cells[name] ?? '')

/** A line as WeChat Pay writes it: each value behind a backtick. */
const ticked = (header: string, cells: Readonly<Record<string, string | number>>) =>
  inOrder(header, cells)
    .map((cell) => `\`${cell}`)
    .join(',')

const wechatHeader =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const wechatTotals =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'

/** The bill of a day as WeChat Pay writes it, and its digest. */
export function wechatBill(lines: readonly Line[]): { text: string; digest: string } {
  const fee = (line: Line) => (line.item === 'payment' ? feeOf(line.amount) : -feeOf(line.amount))
  const rows = lines.map((line) => {
    const { refundNo } = line
    const paid = decimalYuan(refundNo === null ? line.amount : 0)
    const back = decimalYuan(refundNo === null ? 0 : line.amount)
    return ticked(wechatHeader, {
      交易时间: alipayTime(line.at),
      公众账号ID: line.appid,
      商户号: line.mchid,
      特约商户号: '0',
      微信订单号: line.transactionId,
      商户订单号: line.outTradeNo,
      交易类型: line.tradeType,
      交易状态: refundNo === null ? 'SUCCESS' : 'REFUND',
      付款银行: 'OTHERS',
      货币种类: 'CNY',
      应结订单金额: paid,
      代金券金额: '0.00',
      微信退款单号: refundNo === null ? '0' : refundIdOf({ refundNo }),
      商户退款单号: refundNo ?? '0',
      退款金额: back,
      充值券退款金额: '0.00',
      退款类型: refundNo === null ? '' : 'ORIGINAL',
      退款状态: refundNo === null ? '' : line.fault ? 'FAIL' : 'SUCCESS',
      商品名称: line.description,
      手续费: decimalYuan(fee(line)),
      费率: '0.60%',
      订单金额: paid,
      申请退款金额: back,
    })
  })
  const paid = decimalYuan(sumOf(lines, 'payment', ({ amount }) => amount))
  const back = decimalYuan(sumOf(lines, 'refund', ({ amount }) => amount))
  const totals = ticked(wechatTotals, {
    总交易单数: lines.length,
    应结订单总金额: paid,
    退款总金额: back,
    充值券退款总金额: '0.00',
    手续费总金额: decimalYuan(lines.reduce((sum, line) => sum + fee(line), 0)),
    订单总金额: paid,
    申请退款总金额: back,
  })
  const text = `\uFEFF${[wechatHeader, ...rows, wechatTotals, totals].join('\r\n')}\r\n`
  return { text, digest: createHash('sha1').update(text).digest('hex') }
}

/** The two bytes that GBK has for a character; the characters of ASCII are their own. */
const gbk: Map<string, number> = new Map()

/** A text in GBK; what it has no character for becomes a question mark. */
function toGbk(text: string): Buffer {
  if (gbk.size === 0) {
    const decoder = new TextDecoder('gbk')
    for (let code = 0x8140; code <= 0xfefe; code++) {
      gbk.set(decoder.decode(new Uint8Array([code >> 8, code & 0xff])), code)
    }
  }
  return Buffer.from(
    [...text].flatMap((letter) => {
      if (letter < '\u0080') return letter.charCodeAt(0)
      const code = gbk.get(letter) ?? 0x3f
      return code > 0xff ? [code >> 8, code & 0xff] : code
    }),
  )
}

const alipayHeader =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

/** The bill of a day as Alipay writes it: an archive of a sheet of its lines and one of their sums, in GBK. */
export function alipayBill(lines: readonly Line[], sellerId: string, day: string): Buffer {
  const rows = lines.map((line) => {
    const sign = line.item === 'refund' ? -1 : 1
    const sum = decimalYuan(sign * line.amount)
    return inOrder(alipayHeader, {
      支付宝交易号: `${line.transactionId}\t`,
      商户订单号: `${line.outTradeNo}\t`,
      业务类型: line.item === 'refund' ? '退款\t' : '交易\t',
      商品名称: line.description,
      创建时间: alipayTime(line.at),
      完成时间: alipayTime(line.at),
      对方账户: 'dem***@example.com\t',
      '订单金额（元）': sum,
      '商家实收（元）': sum,
      '退款批次号/请求号': `${line.refundNo ?? ''}\t`,
      '服务费（元）': decimalYuan(-sign * feeOf(line.amount)),
      '分润（元）': '0.00',
    }).join(',')
  })
  const [paid, back] = (['payment', 'refund'] as const).map((item) => {
    const count = lines.filter((line) => line.item === item).length
    return `${count}笔，商家实收共${decimalYuan(sumOf(lines, item, ({ amount }) => amount))}元`
  })
  const head = [`#账号：[${sellerId}]`, `#日期：[${day}]`]
  const sheet = [
    '#支付宝业务明细查询',
    ...head,
    '#-----------------------------------------业务明细列表----------------------------------------',
    alipayHeader,
    ...rows,
    '#-----------------------------------------业务明细列表结束------------------------------------',
    `#交易合计：${paid}`,
    `#退款合计：${back}`,
  ]
  const sums = ['#支付宝业务汇总查询', ...head, `#交易合计：${paid}`, `#退款合计：${back}`]
  const name = `${sellerId}_${day.replaceAll('-', '')}`
  return Buffer.from(
    zipSync({
      [`${name}_summary.csv`]: toGbk(sums.join('\r\n')),
      [`${name}_detail.csv`]: toGbk(`${sheet.join('\r\n')}\r\n`),
    }),
  )
}
