import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, type TestContext, test } from 'node:test'
import { openEnrolment } from '../../features/enrolment/server/actions.ts'
import { unitClassCalls } from '../../features/unitClass/contract.ts'
import { aClass } from '../build/class.ts'
import { theDemo } from '../build/demo.ts'
import { appliedImport, aSheetFile, cellsOf } from '../build/import.ts'
import { anAccount } from '../build/portal.ts'
import { anIdCard, aPerson, aRosterFile, intoUnit } from '../build/roster.ts'
import { until } from '../until.ts'
import { expectText } from './expect.ts'
import { button, choose, dialog, sheetFile } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal({ environment: { captcha: false } })
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

const nameOf = (n: number) => `团员${String.fromCodePoint(0x4e00 + n)}`

/** The n-th class that the demo's unit can open for itself, opened, with new people on its roster. */
async function aRosterOf(token: string, nth: number, first: number, count: number): Promise<string> {
  const { world } = portal
  const { list } = await world.ask(unitClassCalls.findOffers, { limit: 50 }, token)
  const { classId } = list.filter(({ price, obstacle }) => price > 0 && obstacle === null)[nth]!
  const { id } = await world.ask(unitClassCalls.saveOrUpdate, { classId, name: `${nameOf(first)}班` }, token)
  const rows = Array.from({ length: count }, (_, n) => ({
    name: nameOf(first + n),
    number: anIdCard(8_000_000 + first + n),
    create: true,
  }))
  const { added } = await world.ask(unitClassCalls.addPeople, { unitClassId: id, rows }, token)
  assert.equal(added, count)
  return id
}

/** Windows of the unit's manager and of the office. */
async function windows(t: TestContext) {
  const [unit, office] = [await portal.signIn('unit'), await portal.signIn('finance')]
  return {
    token: unit,
    manager: (await openWindow(t, portal.url, { token: unit })).page,
    finance: (await openWindow(t, portal.url, { token: office })).page,
  }
}

test('a unit transfers too little, sees what is missing, and a second transfer opens its places; one goes to another', async (t) => {
  const { token, manager, finance } = await windows(t)
  const roster = await aRosterOf(token, 0, 1, 3)
  await manager.goto(`/train-manage/batch-pay-order?id=${roster}`)
  await manager.getByText('银行转账', { exact: true }).first().click()
  await manager.getByRole('button', { name: /^确认下单：3 人/ }).click()
  await manager.waitForURL(/batch-pay-order\?orderId=/)
  await expectText(manager, '待转账')
  const orderId = new URL(manager.url()).searchParams.get('orderId')!
  const reference = (await manager.locator('.transfer-reference').textContent())!.trim().slice(0, 6)
  const [row] = await portal.world.db<{ amount: number; orderNo: string; today: string }[]>`
    select amount, order_no, to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as today
    from orders where id = ${orderId}`
  const { amount, orderNo, today } = row!

  // The office enters what came: one yuan too little, and later the rest.
  await finance.goto(`/order-manage/batch-order?id=${orderId}`)
  const record = async (serial: string, fill: () => Promise<void>) => {
    await button(finance, '登记到账').first().click()
    const form = dialog(finance)
    await form.getByLabel('银行流水号').fill(serial)
    await form.getByLabel('到账日期').fill(today)
    await fill()
    await button(form, '登记到账').click()
    await form.waitFor({ state: 'hidden' })
  }
  await record('ICBC20231122001', async () => {
    await dialog(finance)
      .getByLabel('到账金额')
      .fill(String(amount / 100 - 1))
    await dialog(finance).getByText('不够付这个订单', { exact: false }).waitFor()
    await dialog(finance).getByLabel('银行附言').fill(`培训费 ${reference.toLowerCase()}`)
  })
  await expectText(finance, '到账不足')
  await manager.reload()
  await expectText(manager, '还差 ¥1.00')
  await record('ICBC20231122002', async () => {
    // What is missing is there already.
    assert.equal(await dialog(finance).getByLabel('到账金额').inputValue(), '1.00')
  })
  await expectText(finance, '到账待审批')

  const admin = (await openWindow(t, portal.url, { token: await portal.signIn('admin') })).page
  await admin.goto('/customer/approvals')
  const proposal = admin.getByRole('row').filter({ hasText: orderNo })
  await proposal.getByRole('button', { name: /^批准/ }).first().click()
  const opened = admin.getByRole('dialog').last()
  await opened.getByText('ICBC20231122001', { exact: false }).first().waitFor()
  await opened.getByRole('button', { name: /^批准/ }).click()
  await until(async () => {
    const [order] = await portal.world.db`select status from orders where id = ${orderId}`
    return order!.status === 'paid'
  })
  await manager.reload()
  await expectText(manager, '已开通 3 / 3 人')

  // One of them leaves the unit before the course begins; a colleague, of another roster, takes the place.
  await aRosterOf(token, 1, 4, 1)
  await manager.reload()
  const person = manager.getByRole('row').filter({ hasText: nameOf(1) })
  await button(person, '换人').click()
  const form = dialog(manager)
  const [heir] = await portal.world.db`select card_mask from students where real_name = ${nameOf(4)}`
  await choose(manager, form.getByLabel('换给'), `${nameOf(4)} ${heir!.cardMask as string}`)
  await form.getByLabel('原因').fill('已离职')
  await button(form, '换人').click()
  await expectText(manager, '名额已换给新学员')
  await expectText(manager, `原为 ${nameOf(1)}`)
})

test('a file moves 190 of 200 people to another class, and gives back the ten that it does not', async (t) => {
  const { world } = portal
  const demo = await theDemo(world)
  const [left, joined] = [await aClass(world, demo, { price: 0 }), await aClass(world, demo, { price: 0 })]
  const people = Array.from({ length: 195 }, (_, n) => aPerson(9_000_000 + n))
  const { token } = await anAccount(world, demo, { role: 'admin' })
  const brought = await appliedImport(world, token, intoUnit(demo.unitId), aRosterFile(people))
  assert.equal(brought.added, 195)
  const accounts = await world.db<{ id: string }[]>`
    select target_id as id from import_rows where import_id = ${brought.importId} order by row_no`
  await world.db.begin(async (tx) => {
    for (const { id: accountId } of accounts)
      await openEnrolment(tx, {
        projectId: demo.projectId,
        accountId,
        classId: left.classId,
        source: 'free',
        sourceId: null,
        by: null,
      })
  })
  // Five are suspended, and five more are nobody's numbers.
  await world.db`
    update enrolments set suspended_by = 'check' where class_id = ${left.classId}
      and account_id = any(${accounts.slice(0, 5).map(({ id }) => id)}::uuid[])`
  const codes = await world.db`
    select (select code from train_classes where id = ${left.classId}) as left,
      (select code from train_classes where id = ${joined.classId}) as joined`
  const moves = [...people, ...[1, 2, 3, 4, 5].map((n) => aPerson(9_500_000 + n))].map((person) => [
    person.realName,
    person.cardNumber,
    codes[0]!.left,
    codes[0]!.joined,
    '部门调整',
  ])
  const file = aSheetFile([['姓名', '证件号', '原班级', '新班级', '转班原因'], ...moves])

  const { page } = await openWindow(t, portal.url, { token: await portal.signIn('admin') })
  await page.goto('/train-manage/study-report')
  await button(page, '导入转班名单').click()
  await dialog(page).locator('input[type=file]').setInputFiles(sheetFile('转班.xlsx', file))
  await expectText(page, '有 10 行有问题，其余 190 行可以导入')
  await dialog(page).getByText('学习已暂停；恢复学习后再转班').first().waitFor()
  await button(dialog(page), '导入 190 行').click()
  await until(async () => {
    const [last] = await world.db`select status from imports where kind = 'transfer' order by id desc limit 1`
    return last!.status === 'applied'
  })
  await expectText(page, '导入完成')
  await expectText(page, '新增 190 行')
  const saved = page.waitForEvent('download')
  await button(dialog(page), '下载错误文件（10 行）').click()
  const rows = cellsOf(readFileSync(await (await saved).path()))
  assert.equal(rows.length, 11)
  assert.match(rows[1]![0]!, /学习已暂停/)
  assert.match(rows[10]![0]!, /没有这个证件号的学员/)
  const [moved] = await world.db`
    select count(*)::int as count from enrolments where class_id = ${joined.classId} and status = 'active'`
  assert.equal(moved!.count, 190)
})
