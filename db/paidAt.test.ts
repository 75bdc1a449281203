import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beforeMigration } from '../test/build/migration.ts'

test('money that came before providers were asked when is of the moment we heard of it', () =>
  beforeMigration('0081-two-persons-and-when-paid.sql', async (db, migrate) => {
    const [project] = await db`insert into projects default values returning id`
    const projectId = project!.id as string
    const [role] = await db`
      insert into roles (project_id, role_name, role_system, menus) values (${projectId}, 'R', 3, '{}') returning id`
    const [learner] = await db`
      insert into accounts ${db({ projectId, roleId: role!.id as string, loginName: 'l', userName: 'l', passwordHash: '-', mobileMask: '-', mobileSealed: Buffer.from('l'), mobileIndex: Buffer.from('l') })}
      returning id`
    const [order] = await db`
      insert into orders (project_id, account_id, payer_name, order_no, amount, expires_at)
      values (${projectId}, ${learner!.id as string}, '王芳', 'O1', 700, moment()) returning id`
    const payment = {
      ...{ projectId, orderId: order!.id as string, channel: 'wechat', method: 'native', description: 'x' },
      ...{ amount: 700, expiresAt: '2023-03-01T00:00:00Z' },
    }
    const came = { status: 'succeeded', transactionId: '42', succeededAt: '2023-03-01T00:00:00Z' }
    await db`insert into payments ${db({ ...payment, ...came, outTradeNo: 'O1_1' })}`
    await db`insert into payments ${db({ ...payment, status: 'closed', outTradeNo: 'O1_2' })}`

    await migrate()

    const rows =
      await db`select out_trade_no, paid_at = succeeded_at as same from payments order by out_trade_no`
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        ['O1_1', true],
        ['O1_2', null],
      ],
    )
    await assert.rejects(
      db`update payments set paid_at = moment() where out_trade_no = 'O1_2'`,
      /check constraint/,
    )
    const [account] =
      await db`select access_by, access_given_at from accounts where id = ${learner!.id as string}`
    assert.deepEqual({ ...account }, { accessBy: null, accessGivenAt: null })
  }))
