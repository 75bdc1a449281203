import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beforeMigration } from '../test/build/migration.ts'

test('payments from before they kept a method were codes to scan, of each channel', () =>
  beforeMigration('0057-payment-methods.sql', async (db, migrate) => {
    const [project] = await db`insert into projects default values returning id`
    const projectId = project!.id as string
    const [role] = await db`
      insert into roles (project_id, role_name, role_system, menus) values (${projectId}, 'R', 3, '{}') returning id`
    const [learner] = await db`
      insert into accounts ${db({ projectId, roleId: role!.id as string, loginName: 'l', userName: 'l', passwordHash: '-', mobileMask: '-', mobileSealed: Buffer.from('l'), mobileIndex: Buffer.from('l') })}
      returning id`
    for (const channel of ['wechat', 'alipay']) {
      const [order] = await db`
        insert into orders (project_id, account_id, order_no, amount, expires_at)
        values (${projectId}, ${learner!.id as string}, ${channel}, 700, moment()) returning id`
      await db`
        insert into payments (project_id, order_id, channel, out_trade_no, description, amount, expires_at, ask_at)
        values (${projectId}, ${order!.id as string}, ${channel}, ${channel}, 'x', 700, moment(), moment())`
    }

    await migrate()

    const rows = await db`select channel, method from payments order by channel`
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        ['alipay', 'precreate'],
        ['wechat', 'native'],
      ],
    )
    await assert.rejects(db`update payments set method = 'jsapi' where channel = 'alipay'`, /payments_method/)
  }))
