import { BankSerial } from '../../../contract/bankSerial.ts'
import { Text } from '../../../contract/call.ts'
import { cellProblems } from '../../import/cell/rules.ts'
import type { ImportColumn, ProblemTable } from '../../import/rules.ts'

/** Forms of statements that are read, as the page and the refusal of another form list them. */
export const statementForms = {
  zh: '工商银行、建设银行企业网银下载的账户明细，.xlsx 或 .csv',
  en: 'account details downloaded from the corporate banking of ICBC and CCB, .xlsx or .csv',
}

const cell = { required: true, plain: true, firstTitle: true, examples: [], kind: 'text' } as const
const text = (title: ImportColumn['title'], otherTitles: string[]) => ({
  ...cell,
  required: false,
  title,
  otherTitles,
  check: Text(1000),
})

/**
 * Columns of a bank's statement by the titles that the banks give them. Where a bank has several that would do, the first
 * named here is taken: its own serial number before that of a voucher, which several transfers may share.
 */
export const statementColumns: ImportColumn[] = [
  {
    ...cell,
    key: 'serialNo',
    title: { zh: '交易流水号', en: 'Bank serial number' },
    otherTitles: ['账户明细编号-交易流水号', '账户明细编号', '银行流水号', '流水号', '凭证号'],
    kind: 'number',
    check: BankSerial,
  },
  {
    ...cell,
    key: 'day',
    title: { zh: '交易日期', en: 'Date' },
    otherTitles: ['交易时间', '入账日期', '记账日期'],
    kind: 'date',
    check: {},
    past: true,
  },
  {
    ...cell,
    key: 'credit',
    title: { zh: '贷方发生额', en: 'Credit' },
    otherTitles: ['贷方金额', '收入金额', '贷方发生额/元'],
    kind: 'number',
    check: Text(40),
  },
  {
    ...cell,
    key: 'debit',
    title: { zh: '借方发生额', en: 'Debit' },
    otherTitles: ['借方金额', '支出金额', '借方发生额/元'],
    kind: 'number',
    check: Text(40),
    required: false,
  },
  {
    ...cell,
    key: 'payerName',
    title: { zh: '对方户名', en: 'Counterparty' },
    otherTitles: ['对方单位名称', '对方单位', '对方名称', '对方账户名称', '付款人名称'],
    check: { ...Text(60), minLength: 2, normalized: 'name' },
  },
  { ...text({ zh: '附言', en: 'Memo' }, ['交易附言', '客户附言', '留言']), key: 'memo' },
  { ...text({ zh: '用途', en: 'Purpose' }, ['交易用途', '转账用途']), key: 'purpose' },
  { ...text({ zh: '摘要', en: 'Summary' }, ['交易摘要']), key: 'summary' },
  { ...text({ zh: '备注', en: 'Remark' }, ['个性化信息']), key: 'remark' },
]

/** Words on a row whose memo has the reference of an order that takes no money any more. */
export const settledOrder = {
  zh: '附言里是订单 {orderNo}（{state}）的付款码；登记后留作余额，请核对后再分配',
  en: 'The memo has the reference of order {orderNo} ({state}); it stays a balance, to be checked and allocated',
}

/** Columns in which a payer may have written the reference of an order, in the order in which they are read. */
export const memoColumns = ['memo', 'purpose', 'summary', 'remark'] as const

/** Letters of a memo that are kept. */
export const memoLetters = 200

const again = {
  zh: '从网银重新下载 .csv 文件，不要用 Excel 打开，直接上传',
  en: 'download the statement as .csv again and upload it without opening it in Excel',
}

/** Problems of a row, and reasons for which one is left out. */
export const statementProblems = {
  ...cellProblems,
  longNumber: {
    zh: '流水号是超过 15 位的数字，Excel 已丢失后面的数字',
    en: 'is a number of more than 15 digits; Excel has lost the last ones',
    fix: again,
  },
  futureDate: {
    zh: '“{text}”还没有到',
    en: '“{text}” is in the future',
    fix: { zh: '对照网银核对日期', en: 'check the date with the bank' },
  },
  cutSerial: {
    zh: '“{text}”是 Excel 的科学计数，后面的数字已丢失',
    en: '“{text}” is Excel’s short form of a number; its last digits are lost',
    fix: again,
  },
  notSerial: {
    zh: '“{text}”不是流水号：应为 4–40 位字母、数字或 -',
    en: '“{text}” is not a serial number: it has 4–40 letters, digits or hyphens',
    fix: {
      zh: '对照网银核对，或手工登记这一笔',
      en: 'check it with the bank, or record this transfer itself',
    },
  },
  notAmount: {
    zh: '“{text}”不是金额',
    en: '“{text}” is not an amount',
    fix: { zh: '写成 1,234.56，最多两位小数', en: 'write it as 1,234.56, with two decimals at most' },
  },
  negative: {
    zh: '金额是负数（冲正）：银行撤销了之前的一笔收入',
    en: 'the amount is negative: the bank reversed an earlier credit',
    fix: {
      zh: '在到账列表找到被冲正的那一笔，作废或退回',
      en: 'find the reversed transfer on the list; void or return it there',
    },
  },
  tooMuch: {
    zh: '金额大于 ¥{limit}',
    en: 'the amount is above ¥{limit}',
    fix: { zh: '核对金额', en: 'check the amount' },
  },
  noPayer: {
    zh: '没有对方户名',
    en: 'names no counterparty',
    fix: {
      zh: '利息等没有付款人的收入不用登记；确是学费的，单独登记这一笔',
      en: 'interest and the like are not recorded; a payment for training is recorded in the list of transfers',
    },
  },
  dayEarly: {
    zh: '到账日期早于 {days} 天前',
    en: 'came more than {days} days ago',
    fix: {
      zh: '核对年份；确实更早的款项请联系平台处理',
      en: 'check the year; if it did come earlier, contact the platform',
    },
  },
  sameSerial: {
    zh: '与第 {row} 行是同一个流水号',
    en: 'has the same serial number as row {row}',
    fix: {
      zh: '同一笔的删除一行；不是同一笔的，单独登记并核对流水号',
      en: 'delete one of the two if they are one transfer; otherwise record it with its own number in the list of transfers',
    },
  },
  otherReceipt: {
    zh: '这个流水号已登记为 {day} 到账 ¥{amount}，与文件不同',
    en: 'this serial number is recorded already, as ¥{amount} of {day}, which differs from the file',
    fix: {
      zh: '对照银行核对：登记错了的先作废，再导入',
      en: 'check with the bank: void the record if it is wrong, then import again',
    },
  },
  wentOut: {
    zh: '这个流水号已登记为一笔退款或退回，是转出的款项',
    en: 'this serial number is recorded for a refund or a return, by which money went out',
    fix: {
      zh: '对照银行核对流水号',
      en: 'check the number with the bank',
    },
  },
  debit: { zh: '是支出，不登记', en: 'is a debit and is not recorded' },
  noEntry: { zh: '不是一笔交易（合计或说明）', en: 'is no transaction (a total or a note)' },
} satisfies ProblemTable
