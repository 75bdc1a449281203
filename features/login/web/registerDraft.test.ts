import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../../../test/window.ts'

const { forgetDraft, saveDraft, readDraft } = await import('./registerDraft.ts')

test('typed input survives a reload, but neither the ID number nor the password', () => {
  assert.deepEqual(readDraft(), {})
  saveDraft({ realName: '林知夏', cardNumber: '110101199003071233', password: 'Garden88tree' })
  assert.deepEqual(readDraft(), { realName: '林知夏' })
  assert.ok(!JSON.stringify({ ...sessionStorage }).includes('110101199003071233'))
  forgetDraft()
  assert.deepEqual(readDraft(), {})
})
