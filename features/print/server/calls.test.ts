import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aLearner, aPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { unprintable } from '../../../server/pdf.ts'
import { printCalls } from '../contract.ts'
import { isEveryday } from '../rules.ts'

let world: World
before(async () => {
  world = await openWorld()
})

test('a person who types a name is told its letters that cannot be printed, a visitor who registers as well', async () => {
  const { token } = await aLearner(world, await aPortal(world))
  const ask = async (text: string) => (await world.ask(printCalls.unprintable, { text }, token)).letters
  assert.equal(await ask('王\u{2A6D6}\u{3106C}\u{2A6D6}'), '\u{2A6D6}\u{3106C}')
  assert.equal(await ask('\u{20BB7}野 Müller·Ngô'), '')
  assert.equal((await world.ask(printCalls.unprintable, { text: '王\u{2A6D6}' })).letters, '\u{2A6D6}')
})

test('letters of which the server is not asked can all be printed', () => {
  const basic = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code))
  const everyday = basic.filter(isEveryday).join('')
  assert.ok(everyday.length > 20_902)
  assert.equal(unprintable(everyday), '')
  assert.equal(isEveryday('王\u{2A6D6}'), false)
})
