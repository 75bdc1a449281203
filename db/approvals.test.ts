import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beforeMigration } from '../test/build/migration.ts'

test('corrections of every state move into approvals with all their data, and references to them stay valid', () =>
  beforeMigration('0009-approvals.sql', async (db, migrate) => {
    const [project] = await db`insert into projects default values returning id`
    const projectId = project!.id as string
    const [role] = await db`
      insert into roles (project_id, role_name, role_system, menus) values (${projectId}, 'R', 3, '{}') returning id`
    const account = async (name: string) => {
      const [row] = await db`
        insert into accounts ${db({ projectId, roleId: role!.id as string, loginName: name, userName: name, passwordHash: '-', mobileMask: '-', mobileSealed: Buffer.from(name), mobileIndex: Buffer.from(name) })}
        returning id`
      return row!.id as string
    }
    const [learner, one, two] = [await account('learner'), await account('one'), await account('two')]
    const [entry] = await db`
      insert into hour_entries ${db({
        ...{ projectId, accountId: learner, year: 2023, classType: 'public', attribute: 'required' },
        ...{ hoursTenths: 10, source: 'correction', title: 'T', reason: 'R', operatorId: two },
      })} returning id`
    const entryId = entry!.id as string
    const decided = { deciderId: two, decidedAt: '2023-03-02T00:00:00Z' }
    const applied = { ...decided, applierId: two, appliedAt: '2023-03-03T00:00:00Z' }
    const states: Record<string, object> = {
      proposed: {},
      approved: decided,
      applied: { ...applied, entryId },
      undone: { ...applied, entryId, undoerId: one, undoneAt: '2023-03-04T00:00:00Z', undoReason: 'U' },
      rejected: { ...decided, decision: 'D' },
      withdrawn: {},
    }
    const change = { before: { hoursTenths: 0 }, after: { hoursTenths: 10 } }
    for (const [status, more] of Object.entries(states)) {
      await db`insert into corrections ${db({
        ...{ projectId, accountId: learner, kind: 'hours', subject: status, title: 'T', reason: 'R', status },
        ...{ before: db.json(change.before), after: db.json(change.after), proposerId: one, ...more },
        createdAt: '2023-03-01T00:00:00Z',
      } as never)}`
    }
    await db`insert into corrections ${db({
      ...{
        projectId,
        accountId: learner,
        kind: 'identity',
        subject: 'identity',
        reason: 'R',
        status: 'approved',
      },
      ...{
        before: db.json({}),
        after: db.json({}),
        proposerId: one,
        deciderId: one,
        decidedAt: decided.decidedAt,
      },
      ...{ beforeCardSealed: Buffer.from('b'), afterCardSealed: Buffer.from('a') },
    })}`
    const before = await db`select * from corrections order by id`
    await db`
      insert into exception_registers (project_id, account_id, kind, note, status, correction_id, registrar_id)
      select project_id, account_id, 'hours', 'N', 'correcting', id, proposer_id from corrections where status = 'proposed'`

    await migrate()

    const after = await db`
      select p.*, c.account_id, c.before_card_sealed, c.after_card_sealed, c.entry_id
      from approvals p join corrections c on c.id = p.id order by p.id`
    assert.equal(after.length, 7)
    assert.deepEqual(
      after.map(({ subjectId, part, second, ...row }) => ({ ...row, subject: part, same: subjectId })),
      before.map((row) => ({ ...row, same: row.accountId })),
    )
    assert.deepEqual(
      after.map(({ kind, second }) => [kind, second]),
      [...Array.from({ length: 6 }, () => ['hours', true]), ['identity', false]],
    )
    await assert.rejects(
      db`update approvals set decider_id = proposer_id where kind = 'hours' and status = 'approved'`,
      /check/,
    )
    const [named] = await db`
      select p.status from exception_registers e join approvals p on p.id = e.correction_id`
    assert.equal(named!.status, 'proposed')
  }))
