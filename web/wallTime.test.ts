import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { momentOf, wallOf } from './wallTime.ts'

test('a date field shows the wall clock of China and gives the moment back', () => {
  const moment = '2026-12-31T15:59:00.000Z'
  assert.equal(wallOf(moment).format('YYYY-MM-DD HH:mm'), '2026-12-31 23:59')
  assert.equal(momentOf(wallOf(moment)), moment)
})

test('wherever the browser stands', () => {
  const script = `import { momentOf, wallOf } from ${JSON.stringify(new URL('./wallTime.ts', import.meta.url).href)}
    const wall = wallOf('2026-07-01T02:30:00.000Z')
    process.stdout.write(wall.format('HH:mm') + ' ' + momentOf(wall))`
  for (const TZ of ['UTC', 'America/New_York', 'Asia/Shanghai', 'Pacific/Auckland']) {
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TZ },
    })
    assert.equal(said.toString(), '10:30 2026-07-01T02:30:00.000Z', TZ)
  }
})
