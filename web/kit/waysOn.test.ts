import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../test/rendered.ts'

const { show, screen } = await openRenderer()
const { CallRefused } = await import('../client.ts')
const { Failure } = await import('./Loaded.tsx')
const { WaysOnProvider } = await import('./WaysOn.tsx')

const failure = (respCode: number, field = 'page') =>
  createElement(
    WaysOnProvider,
    { value: createElement('a', { href: '/classCenter' }, '我的班级') },
    createElement(Failure, { error: new CallRefused({ respCode, respDesc: '不在了', field }), onRetry() {} }),
  )

test('a failure offers the ways on, and a retry where one can help', async () => {
  await show(failure(503))
  assert.ok(screen.getByRole('link', { name: '我的班级' }))
  assert.ok(screen.getByRole('button', { name: '重试' }))
})

test('what is not there is not asked for again: only the ways on are offered', async () => {
  await show(failure(404))
  assert.ok(screen.getByRole('link', { name: '我的班级' }))
  assert.ok(!screen.queryByRole('button'))
})

test('an id that is none leads to nothing, as one that is unknown, without its technical name', async () => {
  await show(failure(422, 'id'))
  await show(failure(422, 'enrolmentId'))
  assert.equal(screen.getAllByText('没有找到').length, 2)
  assert.ok(!screen.queryByText('不在了'))
})

test('an address that is none keeps the server’s sentence, and no retry', async () => {
  await show(failure(422))
  assert.ok(screen.getByText('不在了'))
  assert.ok(!screen.queryByRole('button'))
})

test('what the reader may not see is called that, and not asked for again', async () => {
  await show(failure(403))
  assert.ok(screen.getByRole('heading', { name: '没有权限' }))
  assert.ok(!screen.queryByRole('button'))
})
