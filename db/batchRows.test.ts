import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { beforeMigration } from '../test/build/migration.ts'

test('a reason that was stored as a sentence is a refusal after the migration, and says the same', async () => {
  await beforeMigration('0075-reasons-of-batch-rows.sql', async (db, migrate) => {
    await db`
      with p as (insert into projects default values returning id),
      r as (insert into roles (project_id, role_name, role_system, menus) select id, '教务', 1, '{}' from p returning id, project_id),
      a as (insert into accounts (project_id, role_id, login_name, user_name, password_hash)
        select project_id, id, 'staff', '教务', '-' from r returning id, project_id, role_id),
      b as (insert into batches (project_id, operator_id, role_id, path, input_sealed, job_id)
        select project_id, id, role_id, '/base/x.action', '', new_id() from a returning id)
      insert into batch_rows (batch_id, row_id, outcome, reason)
      select id, new_id(), 'done', null::jsonb from b
      union all select id, new_id(), 'refused', '{"zh": "“甲”已有 3 人", "en": "“甲” has 3"}' from b`
    const law = readFileSync('test/invariants/37-no-sentence-is-stored.sql', 'utf8')
    assert.equal((await db.unsafe(law)).length, 1)
    await migrate()
    assert.deepEqual([...(await db.unsafe(law))], [])
    const rows = await db`select outcome, reason from batch_rows order by outcome`
    const sentence = { zh: '“甲”已有 3 人', en: '“甲” has 3' }
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [
        { outcome: 'done', reason: null },
        { outcome: 'refused', reason: [{ code: 'batch.earlier', values: { sentence } }] },
      ],
    )
  })
})
