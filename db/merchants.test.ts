import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beforeMigration } from '../test/build/migration.ts'

test('payments from before merchants stay with the portal’s own, with what was heard of them', () =>
  beforeMigration('0063-merchants.sql', async (db, migrate) => {
    const [project] = await db`insert into projects default values returning id`
    const projectId = project!.id as string
    const [role] = await db`
      insert into roles (project_id, role_name, role_system, menus) values (${projectId}, 'R', 3, '{}') returning id`
    const [learner] = await db`
      insert into accounts ${db({ projectId, roleId: role!.id as string, loginName: 'l', userName: 'l', passwordHash: '-', mobileMask: '-', mobileSealed: Buffer.from('l'), mobileIndex: Buffer.from('l') })}
      returning id`
    const [order] = await db`
      insert into orders (project_id, account_id, order_no, amount, expires_at)
      values (${projectId}, ${learner!.id as string}, 'O1', 700, moment()) returning id`
    const [payment] = await db`
      insert into payments (project_id, order_id, channel, method, out_trade_no, description, amount, status,
        transaction_id, succeeded_at, expires_at)
      values (${projectId}, ${order!.id as string}, 'wechat', 'native', 'O1_1', 'x', 700, 'succeeded', '42', moment(),
        moment()) returning id`
    const paymentId = payment!.id as string
    for (const noticeId of ['a', 'b'])
      await db`
        insert into payment_notices (channel, notice_id, payment_id, content)
        values ('wechat', ${noticeId}, ${paymentId}, '{}')`

    await migrate()

    const rows = await db`
      select p.merchant_id, n.notice_id from payments p join payment_notices n on n.payment_id = p.id order by n.notice_id`
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        [null, 'a'],
        [null, 'b'],
      ],
    )
    await assert.rejects(
      db`insert into payment_notices (notice_id, payment_id, content) values ('a', ${paymentId}, '{}')`,
      /payment_notices_payment_id_notice_id_key/,
    )
    const [merchant] = await db`
      insert into merchants (project_id, channel, name, merchant_no, app_id, private_key_sealed, platform_key_sealed)
      values (${projectId}, 'alipay', 'm', '2088', '2021', '', '') returning id`
    await assert.rejects(
      db`update payments set merchant_id = ${merchant!.id as string} where id = ${paymentId}`,
      /payments_merchant/,
    )
  }))
