import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beforeMigration } from '../test/build/migration.ts'

test('orders paid offline before there were receipts are taken over, each with one of its own', () =>
  beforeMigration('0066-receipts.sql', async (db, migrate) => {
    const [project] = await db`insert into projects default values returning id`
    const projectId = project!.id as string
    const menus = ['/order-manage/list', '/order-manage/list#free']
    const [role] = await db`
      insert into roles (project_id, role_name, role_system, menus) values (${projectId}, 'R', 1, ${menus}) returning id`
    await db`insert into roles (project_id, role_name, role_system, menus) values (${projectId}, 'S', 1, '{/order-manage/list}')`
    const [account] = await db`
      insert into accounts ${db({ projectId, roleId: role!.id as string, loginName: 'l', userName: 'l', passwordHash: '-', mobileMask: '-', mobileSealed: Buffer.from('l'), mobileIndex: Buffer.from('l') })}
      returning id`
    const paid = { status: 'paid', paidAt: '2023-03-01T20:00:00Z' }
    const states: Record<string, object> = {
      OFFLINE: { ...paid, channel: 'offline' },
      BACK: { ...paid, channel: 'offline', status: 'refunded', refunded: 700 },
      WECHAT: { ...paid, channel: 'wechat' },
      NOTHING: { ...paid, channel: 'none', amount: 0 },
      UNPAID: {},
    }
    for (const [orderNo, more] of Object.entries(states)) {
      await db`insert into orders ${db({
        ...{ projectId, accountId: account!.id as string, payerName: '王芳', orderNo, amount: 700 },
        ...{ expiresAt: '2023-03-01T00:00:00Z', ...more },
      } as never)}`
    }

    await migrate()

    const rows = await db`
      select o.order_no, r.serial_no, r.payer_name, r.day, r.amount::int, r.allocated::int, l.amount::int as line, r.operator_id
      from receipts r join allocations l on l.receipt_id = r.id join orders o on o.id = l.order_id order by o.order_no`
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        ['BACK', 'BEFORE-BACK', '王芳', '2023-03-02', 700, 700, 700, null],
        ['OFFLINE', 'BEFORE-OFFLINE', '王芳', '2023-03-02', 700, 700, 700, null],
      ],
    )
    const roles =
      await db`select '/order-manage/list#receipt' = any(menus) as may from roles order by role_name`
    assert.deepEqual(
      roles.map(({ may }) => may as boolean),
      [true, false],
    )
  }))
