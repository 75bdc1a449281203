import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noticeLifecycle, noticePath } from './rules.ts'

test('a notice is published from a draft or again after it was withdrawn, and deleted once', () => {
  const { can } = noticeLifecycle
  assert.deepEqual(
    noticeLifecycle.states.map((state) =>
      (['publish', 'withdraw', 'delete'] as const).filter((event) => can(state, event)),
    ),
    [['publish', 'delete'], ['withdraw', 'delete'], ['publish', 'delete'], []],
  )
})

test('a notice has an address of its own on a page that needs no token', () => {
  assert.equal(noticePath('n1'), '/trainIndex?notice=n1')
})
