import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beforeMigration } from '../test/build/migration.ts'

test('serial numbers that differ by case alone: the first takes the form that is looked for, all stay', () =>
  beforeMigration('0082-reversed-receipts.sql', async (db, migrate) => {
    const [project] = await db`insert into projects default values returning id`
    const projectId = project!.id as string
    for (const [n, serialNo] of ['icbc1', 'Icbc1', 'boc2', 'BOC2', 'ccb-3'].entries()) {
      // Those of one millisecond have no order.
      const id = `01900000-0000-7000-8000-00000000000${n}`
      const receipt = { id, projectId, serialNo, payerName: '王芳', day: '2023-03-01', amount: 700 }
      await db`insert into receipts ${db(receipt)}`
    }
    await migrate()
    const rows = await db`select serial_no, amount::int, reversed::int, is_void from receipts order by id`
    assert.deepEqual(
      rows.map(({ serialNo }) => serialNo as string),
      ['ICBC1', 'Icbc1', 'boc2', 'BOC2', 'CCB-3'],
    )
    assert.ok(rows.every(({ reversed, isVoid }) => reversed === 0 && isVoid === false))
    const again = { projectId, serialNo: 'ICBC1', payerName: '王芳', day: '2023-03-01', amount: 700 }
    await assert.rejects(db`insert into receipts ${db(again)}`, /receipts_number/)
  }))
