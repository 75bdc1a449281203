import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openWorld, settleImports } from '../../test/harness.ts'
import { seedDemo } from './demo.ts'

test('the demo portal is filled once, has something in every list, and breaks no invariant', async () => {
  const world = await openWorld()
  assert.equal(await seedDemo(world.app), true)
  assert.equal(await seedDemo(world.app), false)
  const [row] = await world.db`
    select (select count(*) from train_classes)::int as classes, (select count(*) from courses)::int as courses,
      (select count(*) from resources)::int as resources, (select count(*) from students)::int as students,
      (select count(*) from enrolments where status = 'active')::int as studying,
      (select count(*) from certificates)::int as certificates, (select count(*) from orders)::int as orders,
      (select count(*) from exams)::int as exams, (select count(*) from questions)::int as questions`
  assert.ok(row!.classes >= 60 && row!.courses >= 12 && row!.resources >= 3 && row!.students >= 200)
  for (const [name, count] of Object.entries(row!)) assert.ok((count as number) > 0, `${name} is empty`)
  await settleImports(world)
  const imports = await world.db`
    select kind, status, rows, added, rejected, fresh, same, bad from imports order by created_at`
  assert.deepEqual(
    imports.map((one) => ({ ...one })),
    [
      { kind: 'question', status: 'applied', rows: 7, added: 5, rejected: 2, fresh: 5, same: 0, bad: 2 },
      { kind: 'roster', status: 'checked', rows: 10, added: 0, rejected: 0, fresh: 6, same: 1, bad: 3 },
    ],
  )
  for (const file of globSync(new URL('../../test/invariants/*.sql', import.meta.url).pathname)) {
    const violations = await world.db.unsafe(readFileSync(file, 'utf8'))
    assert.deepEqual([...violations], [], file)
  }
})
