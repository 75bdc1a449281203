import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beforeMigration } from '../test/build/migration.ts'

test('whose account and profile were in different units before is found after the migration', async () => {
  await beforeMigration('0071-units-in-doubt.sql', async (db, migrate) => {
    const [made] = await db`
      with p as (insert into projects default values returning id),
      r as (insert into roles (project_id, role_name, role_system, menus) select id, '学员', 3, '{}' from p returning id, project_id),
      u as (insert into units (id, project_id, path, name)
        select x.id, p.id, x.id || '/', '单位' from p, (select new_id() as id union all select new_id()) x
        returning id)
      select (select id from p) as project_id, (select id from r) as role_id, array(select id from u) as units`
    const { projectId, roleId, units } = made as {
      projectId: string
      roleId: string
      units: [string, string]
    }
    for (const [i, profile] of [units[0], units[1], null].entries()) {
      const [account] = await db`insert into accounts ${db({
        ...{
          projectId,
          roleId,
          unitId: units[0],
          loginName: `learner${i}`,
          userName: '学员',
          passwordHash: '-',
        },
      })} returning id`
      await db`insert into students ${db({
        ...{ accountId: account!.id as string, projectId, unitId: profile, realName: '学员', cardMask: '' },
        ...{ nameBigrams: ['学员'], cardSealed: Buffer.from(''), cardIndex: Buffer.from(`card ${i}`) },
      })}`
    }
    await migrate()
    const rows = await db`
      select a.login_name from students s join accounts a on a.id = s.account_id where s.unit_differs order by 1`
    assert.deepEqual(
      rows.map((row) => row.loginName as string),
      ['learner1', 'learner2'],
    )
  })
})
