import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { beforeMigration } from '../test/build/migration.ts'

test('orders from before there were kinds are their learners’ own, under the name of then', () =>
  beforeMigration('0065-payers.sql', async (db, migrate) => {
    const [project] = await db`insert into projects default values returning id`
    const projectId = project!.id as string
    const [role] = await db`
      insert into roles (project_id, role_name, role_system, menus) values (${projectId}, 'R', 3, '{}') returning id`
    const [category] = await db`
      insert into class_categories (project_id, class_type, kind, name) values (${projectId}, 'public', 'major', 'G')
      returning id`
    const [trained] = await db`
      insert into train_classes (project_id, category_id, code, name, name_bigrams, class_type, year, hours_tenths,
        required_hours_tenths, price, original_price)
      values (${projectId}, ${category!.id as string}, 'C', 'C', '{}', 'public', 2023, 80, 80, 700, 700) returning id`
    const accounts: string[] = []
    for (const [name, realName] of [
      ['account of Wang', '王芳'],
      ['account without a profile', null],
    ] as const) {
      const [account] = await db`
        insert into accounts ${db({ projectId, roleId: role!.id as string, loginName: name, userName: name, passwordHash: '-', mobileMask: '-', mobileSealed: Buffer.from(name), mobileIndex: Buffer.from(name) })}
        returning id`
      const accountId = account!.id as string
      accounts.push(accountId)
      if (realName) {
        await db`
          insert into students (account_id, project_id, real_name, name_bigrams, card_sealed, card_index, card_mask)
          values (${accountId}, ${projectId}, ${realName}, '{}', '-', '-', '-')`
      }
      const [order] = await db`
        insert into orders (project_id, account_id, order_no, amount, expires_at)
        values (${projectId}, ${accountId}, ${name}, 700, moment()) returning id`
      await db`insert into order_items ${db({
        ...{ orderId: order!.id as string, accountId, classId: trained!.id as string, sort: 0, name: 'C' },
        ...{ classType: 'public', year: 2023, hoursTenths: 80, price: 700, payable: 700 },
      })}`
      await db`insert into refunds ${db({
        ...{ projectId, orderId: order!.id as string, accountId, applicantId: accountId, kind: 'learner' },
        ...{ refundNo: name, amount: 700, status: 'applied', reason: 'R' },
      })}`
    }

    await migrate()

    const rows = await db`
      select kind, account_id, payer_unit_id, payer_name, payer_tax_no from orders order by order_no`
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        ['personal', accounts[0], null, '王芳', null],
        ['personal', accounts[1], null, 'account without a profile', null],
      ],
    )
    const agreement = readFileSync(new URL('../test/invariants/38-payers-agree.sql', import.meta.url), 'utf8')
    assert.deepEqual([...(await db.unsafe(agreement))], [])
    await assert.rejects(db`update orders set account_id = null`, /orders_payer/)
    await assert.rejects(db`update orders set kind = 'batch'`, /orders_payer/)
    await assert.rejects(db`update orders set payer_tax_no = '91'`, /orders_payer_tax_no/)
  }))
