import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beforeMigration } from '../test/build/migration.ts'

test('a bank transfer that proved several refunds stays with the first, and the later ones say so', () =>
  beforeMigration('0079-differences.sql', async (db, migrate) => {
    const [project] = await db`insert into projects default values returning id`
    const projectId = project!.id as string
    const [role] = await db`
      insert into roles (project_id, role_name, role_system, menus) values (${projectId}, 'R', 3, '{}') returning id`
    const [learner] = await db`
      insert into accounts ${db({ projectId, roleId: role!.id as string, loginName: 'l', userName: 'l', passwordHash: '-', mobileMask: '-', mobileSealed: Buffer.from('l'), mobileIndex: Buffer.from('l') })}
      returning id`
    const accountId = learner!.id as string
    const [order] = await db`
      insert into orders (project_id, account_id, payer_name, order_no, amount, expires_at)
      values (${projectId}, ${accountId}, 'l', 'N', 700, moment()) returning id`
    for (const n of [1, 2, 3]) {
      const offline = { bank: '工商银行', serialNo: n === 3 ? 'B' : 'A', day: '2023-03-01' }
      await db`
        insert into refunds (project_id, order_id, account_id, kind, refund_no, amount, status, applicant_id, reason,
          offline, succeeded_at)
        values (${projectId}, ${order!.id as string}, ${accountId}, 'operator', ${`R${n}`}, 1, 'succeeded', ${accountId},
          'asked', ${db.json(offline)}, moment() + make_interval(secs => ${n}))`
    }
    await migrate()
    const rows =
      await db`select refund_no, offline ->> 'serialNo' as serial_no from refunds order by refund_no`
    assert.deepEqual(
      rows.map(({ serialNo }) => serialNo as string),
      ['A', 'A-2', 'B'],
    )
    await assert.rejects(
      db`update refunds set offline = jsonb_set(offline, '{serialNo}', '"A"') where refund_no = 'R3'`,
      /refunds_offline/,
    )
  }))
