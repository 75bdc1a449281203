import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sheetRefusals } from '../../../server/sheet/refusals.ts'
import {
  aSheetFile,
  cellsOf,
  downloaded,
  reasonsOf,
  settledImport,
  uploadSheet,
} from '../../../test/build/import.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { aDescribedSheet } from '../../../test/build/sheet.ts'
import { anApplication, aSignUp, signUpMenus } from '../../../test/build/signUp.ts'
import { aRoster, aUnitClass, unitClassMenus } from '../../../test/build/unitClass.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { approvalCalls } from '../../approval/contract.ts'
import { batchOrderCalls } from '../../batchOrder/contract.ts'
import { importCalls, importRefusals } from '../../import/contract.ts'
import { settleOrder } from '../../order/server/actions.ts'
import { applicationCalls } from '../../signUp/application/contract.ts'
import { feeCalls } from '../../signUp/fee/contract.ts'
import { receiptCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let clerk: BuiltAccount
let chief: BuiltAccount
/** Days before today, as ISO dates. */
let day: (before: number) => string
before(async () => {
  world = await openWorld()
  const menus = [
    ...unitClassMenus,
    ...signUpMenus,
    '/order-manage/list#receipt',
    '/customer/exception-register#approve',
  ]
  portal = await aPortal(world, { menus })
  clerk = await anAccount(world, portal, { role: 'admin', userName: '出纳' })
  chief = await anAccount(world, portal, { role: 'admin', userName: '主管' })
  const [row] = await world.db<{ today: Date }[]>`
    select (moment() at time zone 'Asia/Shanghai')::date::text::timestamptz as today`
  const today = new Date(row!.today).getTime()
  day = (ago) => new Date(today - ago * 86_400_000).toISOString().slice(0, 10)
})

const compact = (iso: string) => iso.replaceAll('-', '')

interface Entry {
  serial: string
  day: string
  /** As the bank writes it. */
  credit?: string
  debit?: string
  payer?: string
  memo?: string
}

/** Account details as 工商银行 writes them. */
const icbc = (entries: Entry[]) => [
  ['账户明细'],
  ['账号', '0200001009000000001', '户名', '演示学院'],
  [
    '凭证号',
    '本方账号',
    '对方账号',
    '交易时间',
    '借/贷',
    '借方发生额',
    '贷方发生额',
    '对方行号',
    '摘要',
    '用途',
    '对方单位名称',
    '余额',
    '个性化信息',
  ],
  ...entries.map(({ serial, day: on, credit = '', debit = '', payer = '江海医院', memo = '' }) => [
    serial,
    '0200001009000000001',
    '6222020200000000001',
    `${on} 09:30:15`,
    credit ? '贷' : '借',
    debit,
    credit,
    '102100000001',
    '转账',
    memo,
    payer,
    '99,999.00',
    '',
  ]),
]

/** Account details as 建设银行 writes them. */
const ccb = (entries: Entry[]) => [
  ['中国建设银行账户明细信息'],
  ['账号：', '11001000000000000001', '', '起始日期：', '结束日期：'],
  [
    '序号',
    '账号',
    '账户名称',
    '交易时间',
    '借方发生额（支取）',
    '贷方发生额（收入）',
    '余额',
    '币种',
    '对方户名',
    '对方账号',
    '对方开户机构',
    '记账日期',
    '摘要',
    '备注',
    '账户明细编号-交易流水号',
    '企业流水号',
    '凭证种类',
    '凭证号',
  ],
  ...entries.map(
    ({ serial, day: on, credit = '0.00', debit = '0.00', payer = '江海医院', memo = '' }, at) => [
      String(at + 1),
      '11001000000000000001',
      '演示学院',
      `${compact(on)} 14:05:59`,
      debit,
      credit,
      '99,999.00',
      '人民币元',
      payer,
      '6217000010000000001',
      '建设银行江海支行',
      compact(on),
      '电汇',
      memo,
      serial,
      '',
      '',
      '0',
    ],
  ),
  ['合计', '', '', '', '0.00', '0.00'],
]

const csvOf = (rows: string[][]) =>
  rows
    .map((cells) =>
      cells.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','),
    )
    .join('\r\n')

/** Characters of the tests in GB18030, by what the decoder of the runtime says of each two bytes. */
function gb18030(text: string): Buffer {
  const decoder = new TextDecoder('gb18030')
  const codes = new Map<string, number[]>()
  for (let first = 0x81; first <= 0xfe; first++)
    for (let second = 0x40; second <= 0xfe; second++)
      codes.set(decoder.decode(Uint8Array.of(first, second)), [first, second])
  return Buffer.from([...text].flatMap((sign) => (sign < '\u0080' ? [sign.charCodeAt(0)] : codes.get(sign)!)))
}

async function checked(file: Buffer, name: string, by = clerk) {
  const { uploadId } = await uploadSheet(world, by.token, file, name)
  const { importId } = await world.ask(
    importCalls.begin,
    { kind: 'bankStatement', params: {}, uploadId },
    by.token,
  )
  return settledImport(world, by.token, importId)
}
async function applied(file: Buffer, name: string) {
  const { importId } = await checked(file, name)
  await world.ask(importCalls.apply, { importId }, clerk.token)
  return settledImport(world, clerk.token, importId)
}
const receiptsOf = async (keyword: string) =>
  (await world.ask(receiptCalls.findPageList, { keyword, limit: 50 }, clerk.token)).list

let form = 0
/** An order of a unit at ¥50 a head, to be paid by transfer, with its reference. */
async function anOrder(heads: number) {
  const unitClass = await aUnitClass(world, portal, clerk)
  await aRoster(world, portal, unitClass, heads)
  const { orderId } = await world.ask(
    batchOrderCalls.place,
    {
      unitClassId: unitClass.id,
      payMode: 'transfer',
      expectedHeads: heads,
      expectedAmount: heads * 5000,
      requestKey: `statement-${++form}-0000`,
    },
    unitClass.manager.token,
  )
  const [row] = await world.db`select pay_reference, order_no from orders where id = ${orderId}`
  return { orderId, reference: row!.payReference as string, orderNo: row!.orderNo as string }
}

for (const [bank, rows, first] of [
  ['ICBC', icbc, 4],
  ['CCB', ccb, 4],
] as const) {
  for (const [format, fileOf, name, encoding] of [
    ['xlsx', (cells: string[][]) => aSheetFile(cells), '明细.xlsx', undefined],
    ['csv in UTF-8', (cells: string[][]) => Buffer.from(`\uFEFF${csvOf(cells)}`), '明细.csv', 'UTF-8'],
    ['csv in GB18030', (cells: string[][]) => gb18030(csvOf(cells)), '明细.CSV', 'GB18030'],
    [
      'csv in UTF-16BE',
      (cells: string[][]) => Buffer.from(csvOf(cells), 'utf16le').swap16(),
      '明细.csv',
      'UTF-16BE',
    ],
  ] as const) {
    test(`a statement of ${bank} as ${format} becomes receipts; debits are left out and counted`, async () => {
      const own = `${bank}${format.length}`
      const file = fileOf(
        rows([
          { serial: `${own}A0001`, day: day(2), credit: '1,234.50', payer: '江海, 医院', memo: '培训费' },
          { serial: `${own}A0002`, day: day(2), debit: '300.00' },
          { serial: `${own}A0003`, day: day(1), credit: '88' },
        ]),
      )
      const checkedFile = await checked(file, name)
      const { status, rows: count, fresh, bad, leftOut, otherColumns } = checkedFile
      assert.equal(checkedFile.encoding, encoding, 'the review says in which encoding it was read')
      const total = bank === 'CCB' ? 4 : 3
      assert.deepEqual([status, count, fresh, bad, leftOut], ['checked', total, 2, 0, total - 2])
      assert.ok(otherColumns.includes('余额'), 'the page says what is not read')
      const done = await applied(file, name)
      assert.deepEqual([done.status, done.added, done.rejected, done.leftOut], ['applied', 2, 0, total - 2])
      const [receipt] = await receiptsOf(`${own}A0001`)
      const memo = bank === 'CCB' ? '电汇 · 培训费' : '培训费 · 转账'
      assert.deepEqual(
        [receipt!.amount, receipt!.payerName, receipt!.day, receipt!.memo, receipt!.operatorName],
        [123450, '江海, 医院', day(2), memo, '出纳'],
      )
      assert.deepEqual(await receiptsOf(`${own}A0002`), [])
      const out = await world.ask(importCalls.findRows, { importId: done.importId, only: 'out' }, clerk.token)
      assert.deepEqual([out.list[0]!.row, out.list[0]!.problems[0]!.zh], [first + 1, '是支出，不登记'])
      const again = await checked(file, name)
      assert.deepEqual(
        [again.fresh, again.same, again.bad],
        [0, 2, 0],
        'what is entered is not entered again',
      )
    })
  }
}

test('a row that is no transfer as the office enters it has its reason and what to do, and is in the error file', async () => {
  const serial = (n: number) => `WRONG000${n}`
  const known = { serialNo: serial(0), payerName: '江海医院', day: day(3), amount: 100 }
  await world.ask(receiptCalls.record, known, clerk.token)
  const file = Buffer.from(
    csvOf(
      icbc([
        { serial: serial(0), day: day(3), credit: '2.00' },
        { serial: serial(1), day: day(3), credit: '-50.00' },
        { serial: serial(2), day: '2023-02-30', credit: '50' },
        { serial: serial(3), day: day(-2), credit: '50' },
        { serial: serial(4), day: day(400), credit: '50' },
        { serial: serial(5), day: day(3), credit: '五十' },
        { serial: serial(6), day: day(3), credit: '50', payer: '' },
        { serial: '1.23457E+19', day: day(3), credit: '50' },
        { serial: serial(7), day: day(3), credit: '50' },
        { serial: serial(7), day: day(3), credit: '50' },
        { serial: serial(8), day: day(3), credit: '0.001' },
      ]),
    ),
  )
  const { importId, fresh, bad } = await checked(file, '错误.csv')
  assert.deepEqual([fresh, bad], [1, 10])
  const reasons = await reasonsOf(world, clerk.token, importId)
  assert.deepEqual(
    reasons.map(([row, ...why]) => [row, why.join('；')]),
    [
      [4, `serialNo：这个流水号已登记为 ${day(3)} 到账 ¥1.00，与文件不同`],
      [5, 'credit：金额是负数（冲正）：银行撤销了之前的一笔收入'],
      [6, 'day：“2023-02-30”不是日期'],
      [7, `day：“${day(-2)}”还没有到`],
      [8, 'day：到账日期早于 366 天前'],
      [9, 'credit：“五十”不是金额'],
      [10, 'payerName：没有对方户名'],
      [11, 'serialNo：“1.23457E+19”是 Excel 的科学计数，后面的数字已丢失'],
      [13, 'serialNo：与第 12 行是同一个流水号'],
      [14, 'credit：“0.001”不是金额'],
    ],
  )
  const { list } = await world.ask(importCalls.findRows, { importId, only: 'bad', limit: 50 }, clerk.token)
  for (const { problems } of list) assert.ok(problems[0]!.fix, `${problems[0]!.zh} names no remedy`)
  await world.ask(importCalls.apply, { importId }, clerk.token)
  const done = await settledImport(world, clerk.token, importId)
  assert.deepEqual([done.added, done.rejected], [1, 10])
  const { bytes, headers } = await downloaded(world, clerk.token, importCalls.exportError.path, {
    importId,
  })
  assert.match(decodeURIComponent(String(headers['content-disposition'])), /错误-未导入\.xlsx/)
  const cells = cellsOf(bytes)
  assert.equal(cells.length, 11)
  // Corrected, the error file is a statement like another.
  cells[5]![cells[0]!.indexOf('贷方发生额')] = '50'
  const corrected = await checked(aSheetFile(cells), '改好.xlsx')
  assert.deepEqual([corrected.rows, corrected.leftOut], [10, 0])
})

test('a row with the number of a transfer by which money went back says so before anything is entered', async () => {
  const known = { serialNo: 'CAMEIN0001', payerName: '江海医院', day: day(3), amount: 100 }
  const { receiptId } = await world.ask(receiptCalls.record, known, clerk.token)
  const back = { bank: '工商银行', serialNo: 'WENTOUT0001', day: day(2), amount: 100, reason: '多汇的退回' }
  assert.equal(await world.ask(receiptCalls.return, { receiptId, ...back }, clerk.token), null)
  const file = Buffer.from(csvOf(icbc([{ serial: 'went-out 0001', day: day(2), credit: '1.00' }])))
  const { importId, fresh, bad } = await checked(file, '转出.csv')
  assert.deepEqual([fresh, bad], [0, 1])
  const [[, ...why]] = (await reasonsOf(world, clerk.token, importId)) as [(string | number)[]]
  assert.match(why.join(), /^serialNo：这个流水号已登记为一笔退款或退回/)
})

test('a serial number of twenty digits is refused as a number, taken as a text, and one of eleven is taken as both', async () => {
  const row = (serial: string | number) => [
    serial,
    { v: `${day(2)} 10:00:00` },
    '江海医院',
    { v: 1234.5, f: '#,##0.00' },
  ]
  const header = ['交易流水号', '交易日期', '对方户名', '贷方发生额']
  const file = aDescribedSheet({
    rows: [header, row(Number('12345678901234567890')), row('12345678901234567891'), row(13_900_001_111)],
  })
  const { importId, fresh, bad } = await checked(file, '长号.xlsx')
  assert.deepEqual([fresh, bad], [2, 1])
  assert.deepEqual(await reasonsOf(world, clerk.token, importId), [
    [2, 'serialNo：流水号是超过 15 位的数字，Excel 已丢失后面的数字'],
  ])
  await world.ask(importCalls.apply, { importId }, clerk.token)
  assert.equal((await settledImport(world, clerk.token, importId)).added, 2)
  for (const serialNo of ['12345678901234567891', '13900001111'])
    assert.deepEqual(
      (await receiptsOf(serialNo)).map(({ amount }) => amount),
      [123450],
      serialNo,
    )
})

test('memos name orders in any case and with blanks: what covers one is proposed, a part and an excess stay', async () => {
  const [whole, part, excess] = [await anOrder(2), await anOrder(2), await anOrder(1)]
  const spaced = [...part.reference.toLowerCase()].join(' ')
  const file = aSheetFile(
    ccb([
      { serial: 'NAMED001', day: day(1), credit: '100.00', memo: `培训费${whole.reference.toLowerCase()}付` },
      { serial: 'NAMED002', day: day(1), credit: '60.00', memo: spaced },
      { serial: 'NAMED003', day: day(1), credit: '70.00', memo: excess.reference },
    ]),
  )
  const { importId } = await checked(file, '附言.xlsx')
  const { list } = await world.ask(importCalls.findRows, { importId, only: 'good' }, clerk.token)
  assert.deepEqual(
    list.map(({ label }) => label),
    [
      `江海医院 · ¥100.00 → ${whole.orderNo} ¥100.00`,
      `江海医院 · ¥60.00 → ${part.orderNo} ¥100.00`,
      `江海医院 · ¥70.00 → ${excess.orderNo} ¥50.00`,
    ],
  )
  await world.ask(importCalls.apply, { importId }, clerk.token)
  assert.equal((await settledImport(world, clerk.token, importId)).added, 3)
  const [first] = await receiptsOf('NAMED001')
  assert.deepEqual(
    first!.proposedFor.map(({ orderNo, amount }) => [orderNo, amount]),
    [[whole.orderNo, 10000]],
  )
  const [second] = await receiptsOf('NAMED002')
  assert.deepEqual([second!.proposedFor, second!.free], [[], 6000])
  const [third] = await receiptsOf('NAMED003')
  assert.deepEqual([third!.proposedFor[0]!.amount, third!.free], [5000, 2000])
  // A second part, typed with the order chosen and its reference nowhere: the two pay it together.
  const rest = { serialNo: 'NAMED004', payerName: '江海医院', day: day(0), amount: 4000 }
  const typed = await world.ask(receiptCalls.record, { ...rest, orderId: part.orderId }, clerk.token)
  assert.ok(typed.approvalId, 'the transfers of the order cover it')
  const own = await world.call(approvalCalls.approve, { id: typed.approvalId }, clerk.token)
  assert.equal(own.respCode, 403, 'who entered does not approve')
  await world.ask(approvalCalls.approve, { id: typed.approvalId }, chief.token)
  const [paid] = await world.db`select status from orders where id = ${part.orderId}`
  assert.equal(paid!.status, 'paid')
})

test('a memo names a unit’s order of fees, which its transfer is proposed to pay', async () => {
  const signUp = await aSignUp(world, clerk.token, { fee: 8000 })
  const id = await anApplication(world, (await aLearner(world, portal)).token, signUp)
  await world.ask(applicationCalls.review, { ids: [id], approve: true }, clerk.token)
  const { orderId, orderNo } = await world.ask(
    feeCalls.place,
    { applicationIds: [id], expectedAmount: 8000, requestKey: 'statement of fees' },
    clerk.token,
  )
  const { transfer } = await world.ask(feeCalls.get, { orderId }, clerk.token)
  const memo = `报名费${transfer!.reference.toLowerCase()}`
  const file = aSheetFile(ccb([{ serial: 'FEES0001', day: day(1), credit: '80.00', memo }]))
  const { importId } = await checked(file, '报名费.xlsx')
  const { list } = await world.ask(importCalls.findRows, { importId, only: 'good' }, clerk.token)
  assert.deepEqual(
    list.map(({ label }) => label),
    [`江海医院 · ¥80.00 → ${orderNo} ¥80.00`],
  )
  await world.ask(importCalls.apply, { importId }, clerk.token)
  assert.equal((await settledImport(world, clerk.token, importId)).added, 1)
  const [receipt] = await receiptsOf('FEES0001')
  assert.deepEqual(
    receipt!.proposedFor.map((proposed) => [proposed.orderNo, proposed.amount]),
    [[orderNo, 8000]],
  )
})

test('a statement with damaged bytes is refused, never read as another encoding', async () => {
  const bytes = Buffer.from(csvOf(icbc([{ serial: 'DAMAGED01', day: day(1), credit: '50.00' }])))
  const broken = bytes.findIndex((byte) => byte > 0xe0) + 1
  const { status, problem } = await checked(
    Buffer.concat([bytes.subarray(0, broken), bytes.subarray(broken + 1)]),
    '损坏.csv',
  )
  assert.deepEqual([status, problem?.zh], ['failed', sheetRefusals.notTable.zh])
})

test('a statement is applied only by who uploaded it, who then approves nothing of it', async () => {
  const { reference, orderId } = await anOrder(1)
  const file = aSheetFile(icbc([{ serial: 'FORGED001', day: day(1), credit: '50.00', memo: reference }]))
  const { importId } = await checked(file, '明细.xlsx')
  const refused = await world.call(importCalls.apply, { importId }, chief.token)
  assert.deepEqual([refused.respCode, refused.respDesc], [403, importRefusals.othersFile.zh])
  await world.ask(importCalls.apply, { importId }, clerk.token)
  await settledImport(world, clerk.token, importId)
  const { list } = await world.ask(approvalCalls.findPageList, { subjectId: orderId }, clerk.token)
  assert.equal((await world.call(approvalCalls.approve, { id: list[0]!.id }, clerk.token)).respCode, 403)
  assert.equal((await world.call(approvalCalls.approve, { id: list[0]!.id }, chief.token)).respCode, 200)
})

test('another form is refused with the columns it does not have, and one without rows as well', async () => {
  const csv = (text: string) => Buffer.from(text)
  const unknown = await checked(csv('日期,金额\n2023-01-01,1'), '别的.csv')
  assert.equal(unknown.status, 'failed')
  assert.match(
    unknown.problem!.zh,
    /没有哪一行表头有“交易流水号.*贷方发生额.*对方户名.*可以读取：工商银行、建设银行/,
  )
  assert.match(unknown.problem!.en, /no header row has .*Bank serial number.*ICBC and CCB/)
  const binary = await checked(Buffer.from([0xff, 0xff, 0x81, 0x00, 0x01, 0x80]), '坏.csv')
  assert.match(binary.problem!.zh, /文字编码/)
  const empty = await checked(csv(csvOf(icbc([]))), '空.csv')
  assert.match(empty.problem!.zh, /表头下面没有记录/)
  const template = await world.call(importCalls.downloadTemplate, { kind: 'bankStatement' }, clerk.token)
  assert.equal(template.respCode, 404)
  const { forms } = await world.ask(importCalls.getTemplate, { kind: 'bankStatement' }, clerk.token)
  assert.match(forms!.zh, /工商银行、建设银行/)
})

test('a transfer typed for an order whose memo has the reference of another unpaid one is refused at the memo', async () => {
  const [chosen, other] = [await anOrder(2), await anOrder(1)]
  const typed = {
    serialNo: 'OTHER0001',
    payerName: '江海医院',
    day: day(0),
    amount: 4000,
    orderId: chosen.orderId,
  }
  const record = (memo: string) => world.call(receiptCalls.record, { ...typed, memo }, clerk.token)
  const refused = await record(`培训费 ${other.reference}`)
  assert.deepEqual([refused.respCode, refused.field], [422, 'memo'])
  assert.ok(refused.respDesc.includes(other.orderNo), refused.respDesc)
  assert.equal((await receiptsOf('OTHER0001')).length, 0)

  // A reference of an order that takes no money any more, as of one ordered again, gives way to the choice.
  await world.ask(batchOrderCalls.cancelBatchOrder, { orderId: other.orderId }, clerk.token)
  const taken = await record(`培训费 ${other.reference}`)
  assert.equal(taken.respCode, 200, taken.respDesc)
  const [row] = await world.db`select named_order_id from receipts where serial_no = 'OTHER0001'`
  assert.equal(row!.namedOrderId, chosen.orderId)
})

test('a memo with several references belongs to the order that is chosen, or else to one that can be paid', async () => {
  const [first, second] = [await anOrder(2), await anOrder(2)]
  const memo = `${first.reference} ${second.reference}`
  const typed = { payerName: '江海医院', day: day(0), amount: 4000, memo }
  const namedOf = async (serialNo: string, input: object) => {
    await world.ask(receiptCalls.record, { ...typed, serialNo, ...input }, clerk.token)
    const [row] = await world.db`select named_order_id from receipts where serial_no = ${serialNo}`
    return row!.namedOrderId as string
  }
  assert.equal(await namedOf('SEVERAL01', { orderId: first.orderId }), first.orderId)
  await world.ask(batchOrderCalls.cancelBatchOrder, { orderId: second.orderId }, clerk.token)
  assert.equal(await namedOf('SEVERAL02', {}), first.orderId)
})

test('a statement names the paid or cancelled order whose reference a memo has, before it is entered', async () => {
  const [paid, cancelled] = [await anOrder(1), await anOrder(1)]
  await world.db.begin((tx) => settleOrder(tx, { orderId: paid.orderId, amount: 5000, channel: 'wechat' }))
  await world.ask(batchOrderCalls.cancelBatchOrder, { orderId: cancelled.orderId }, clerk.token)
  const file = aSheetFile(
    ccb([
      { serial: 'SETTLED01', day: day(1), credit: '50.00', memo: paid.reference },
      { serial: 'SETTLED02', day: day(1), credit: '50.00', memo: `付 ${cancelled.reference}` },
      { serial: 'SETTLED03', day: day(1), credit: '50.00', memo: '培训费' },
    ]),
  )
  const { importId } = await checked(file, '旧付款码.xlsx')
  const { list } = await world.ask(importCalls.findRows, { importId }, clerk.token)
  const [first, second, third] = list.map(({ effect }) => effect)
  assert.match(first!.zh, new RegExp(`订单 ${paid.orderNo}（已付款）的付款码`))
  assert.match(second!.en, new RegExp(`order ${cancelled.orderNo} \\(Cancelled\\)`))
  assert.equal(third, undefined)
})
