import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OperatorError, readEnvironment } from './environment.ts'

test('nothing set gives the demo on loopback', () => {
  const environment = readEnvironment({})
  assert.equal(environment.port, 8080)
  assert.equal(environment.host, '127.0.0.1')
  assert.equal(environment.demo, true)
  assert.equal(environment.captcha, true)
  assert.equal(environment.databaseUrl, null)
  assert.equal(environment.publicUrl, 'http://127.0.0.1:8080')
})

test('a wrong value is one sentence that names the variable', () => {
  const wrong: Record<string, string> = {
    PORT: '80x',
    DATABASE_URL: 'mysql://localhost/x',
    DEMO: 'maybe',
    CAPTCHA: '2',
    SECRET_KEY: 'short',
    PUBLIC_URL: 'ftp://x',
    LOG_LEVEL: 'loud',
  }
  for (const [name, value] of Object.entries(wrong)) {
    assert.throws(
      () => readEnvironment({ [name]: value }),
      (error: Error) =>
        error instanceof OperatorError && error.message.startsWith(name) && !error.message.includes('\n'),
      name,
    )
  }
})

test('a secret is never repeated in the sentence', () => {
  assert.throws(
    () => readEnvironment({ DATABASE_URL: 'mysql://root:hunter2@localhost/x' }),
    (error: Error) => !error.message.includes('hunter2'),
  )
})
