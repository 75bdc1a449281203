import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonRefusals, Refusal } from '../../../../contract/refusal.ts'
import { inWords } from './reason.ts'

test('codes in a refusal are said in words, names are left alone', () => {
  const refusal = new Refusal(commonRefusals.illegal, { state: 'on_shelf', event: 'shelve' })
  const zh = inWords(refusal.say('zh'), { on_shelf: '已上架', shelve: '上架' })
  assert.match(zh, /已上架.*“上架”/)
  assert.doesNotMatch(zh, /shel/)
  const en = inWords(refusal.say('en'), { on_shelf: 'On the shelf', shelve: 'Put on the shelf' })
  assert.match(en, /On the shelf/)
  assert.doesNotMatch(en, /on_shelf/)
  assert.equal(inWords('“应急救护”还没有课程', { shelve: '上架' }), '“应急救护”还没有课程')
})
