import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anAccount, aPortal } from '../../../test/build/portal.ts'
import { openWorld } from '../../../test/harness.ts'
import { approvalStatuses, stepsOf } from '../rules.ts'
import { isDecidable, lockedColumns } from './data.ts'

test('what a query counts as decidable by somebody are the approvals whose steps open to them include a decision', async () => {
  const world = await openWorld()
  const { db } = world
  const portal = await aPortal(world)
  const [one, linked, other] = [
    await anAccount(world, portal, { role: 'admin' }),
    await anAccount(world, portal, { role: 'admin' }),
    await anAccount(world, portal, { role: 'admin' }),
  ]
  const pair = { accountId: one.accountId, linkedId: linked.accountId, proof: Buffer.from('proof') }
  await db`insert into account_links ${db(pair)}`
  for (const status of approvalStatuses) {
    const isDecided = ['approved', 'applied', 'undone', 'rejected'].includes(status)
    const isApplied = status === 'applied' || status === 'undone'
    for (const second of [true, false]) {
      for (const [proposer, decider] of [
        [one, other],
        [one, linked],
        [linked, other],
        [linked, one],
        [other, one],
      ] as const) {
        await db`insert into approvals ${db({
          projectId: portal.projectId,
          kind: 'passes',
          subjectId: portal.projectId,
          reason: '核对',
          part: `${status} ${second} ${proposer.accountId} ${decider.accountId}`,
          status,
          second,
          proposerId: proposer.accountId,
          before: db.json({}),
          after: db.json({}),
          decision: '不符',
          ...(isDecided && { deciderId: decider.accountId, decidedAt: db`moment()` }),
          ...(isApplied && { applierId: decider.accountId, appliedAt: db`moment()` }),
          ...(status === 'undone' && { undoerId: decider.accountId, undoneAt: db`moment()` }),
        } as never)}`
      }
    }
  }
  for (const propose of [true, false]) {
    for (const approve of [true, false]) {
      const may = { propose, approve }
      const rows = await db`
        select ${lockedColumns(db, one.accountId)}, ${isDecidable(db, one.accountId, may)} as decidable
        from approvals p where p.project_id = ${portal.projectId}`
      assert.equal(rows.length, approvalStatuses.length * 10)
      for (const { decidable, ...row } of rows) {
        const steps = stepsOf(row as never, may)
        const isOpen = steps.includes('approve') || steps.includes('apply')
        assert.equal(
          decidable,
          isOpen,
          `${row.part as string} ${JSON.stringify({ ...may, own: row.own as boolean })}`,
        )
      }
    }
  }
})
