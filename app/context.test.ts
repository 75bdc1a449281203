import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { openLog } from './context.ts'

const folder = mkdtempSync(join(tmpdir(), 'jixu-log-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('whatever a line of the log quotes, nobody’s number stands in it', () => {
  const path = join(folder, 'log')
  const log = openLog('info', pino.destination({ dest: path, sync: true }))
  const fault = Object.assign(new Error('no such person: 11010119900307003X'), {
    parameters: ['13912345678'],
  })
  log.error(
    { err: fault, deep: { note: '第一行\n139-1234-5678' } },
    'the text to +8613912345678 was not sent',
  )
  const line = readFileSync(path, 'utf8')
  assert.ok(JSON.parse(line))
  assert.doesNotMatch(line, /13912345678|139-1234-5678|11010119900307003X/)
  assert.match(line, /139\*{4}5678/)
})
