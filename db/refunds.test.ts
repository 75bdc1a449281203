import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beforeMigration } from '../test/build/migration.ts'

test('payments of every state become payments with refunds: each number and each fen stays', () =>
  beforeMigration('0050-refunds.sql', async (db, migrate) => {
    const [project] = await db`insert into projects default values returning id`
    const projectId = project!.id as string
    const [role] = await db`
      insert into roles (project_id, role_name, role_system, menus) values (${projectId}, 'R', 3, '{}') returning id`
    const [learner] = await db`
      insert into accounts ${db({ projectId, roleId: role!.id as string, loginName: 'l', userName: 'l', passwordHash: '-', mobileMask: '-', mobileSealed: Buffer.from('l'), mobileIndex: Buffer.from('l') })}
      returning id`
    const money = { transactionId: 'T', succeededAt: '2023-03-01T00:00:00Z', refundNo: 'N' }
    const states: Record<string, object> = {
      waiting: { askAt: '2023-03-01T00:00:00Z' },
      succeeded: { ...money, refundNo: null },
      closed: {},
      surplus: { ...money, askAt: '2023-03-02T00:00:00Z' },
      refunding: { ...money, askAt: '2023-03-03T00:00:00Z', asked: 3, failure: 'no answer' },
      refunded: { ...money, refunded: 700, askedAt: '2023-03-04T00:00:00Z' },
    }
    for (const [status, more] of Object.entries(states)) {
      const [order] = await db`
        insert into orders (project_id, account_id, order_no, amount, expires_at)
        values (${projectId}, ${learner!.id as string}, ${status}, 700, moment()) returning id`
      const given = more as { transactionId?: string; refundNo?: string | null }
      await db`insert into payments ${db({
        ...{
          projectId,
          orderId: order!.id as string,
          channel: 'wechat',
          outTradeNo: status,
          description: 'x',
        },
        ...{ amount: 700, status, expiresAt: '2023-03-01T00:00:00Z', ...more },
        ...(given.transactionId ? { transactionId: `T-${status}` } : {}),
        ...(given.refundNo ? { refundNo: `${status}-R` } : {}),
      } as never)}`
    }

    await migrate()

    const rows = await db`
      select p.out_trade_no, p.status, p.refunded::int as refunded, p.refunding::int as refunding, p.ask_at is not null as asks,
        r.status as refund, r.channel_no, r.amount::int as amount, r.ask_at is not null as refund_asks
      from payments p left join refunds r on r.payment_id = p.id order by p.out_trade_no`
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        ['closed', 'closed', 0, 0, false, null, null, null, false],
        ['refunded', 'refunded', 700, 0, false, 'succeeded', 'refunded-R', 700, false],
        ['refunding', 'surplus', 0, 700, false, 'processing', 'refunding-R', 700, true],
        ['succeeded', 'succeeded', 0, 0, false, null, null, null, false],
        ['surplus', 'surplus', 0, 700, false, 'processing', 'surplus-R', 700, true],
        ['waiting', 'waiting', 0, 0, true, null, null, null, false],
      ],
    )
  }))
