import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInsideWechat, maskNickname, outcomeOf } from './rules.ts'

test('a nickname shows only its first letter', () => {
  assert.equal(maskNickname('小芳'), '小**')
  assert.equal(maskNickname('🌸花'), '🌸**')
  assert.equal(maskNickname('  '), null)
  assert.equal(maskNickname(null), null)
})

test('WeChat’s own browser is detected by its name', () => {
  assert.ok(isInsideWechat('Mozilla/5.0 (iPhone) AppleWebKit/605 MicroMessenger/8.0.50'))
  assert.ok(!isInsideWechat('Mozilla/5.0 (iPhone) Version/18.0 Safari/604'))
})

test('what becomes of a recognised WeChat, in every case', () => {
  const learner = { id: 'a', roleSystem: 3 }
  const manager = { id: 'm', roleSystem: 1 }
  const visit = {
    purpose: 'login',
    accountId: null,
    holder: learner,
    mustFollow: false,
    follows: null,
    way: 'oauth',
    agreedAccountId: null,
    proposedAccountId: null,
  } as const
  const cases = [
    [visit, 'signIn'],
    [{ ...visit, way: 'scan' }, 'confirming'],
    [{ ...visit, way: 'scan', agreedAccountId: 'a' }, 'signIn'],
    [{ ...visit, way: 'scan', agreedAccountId: 'b' }, 'confirming'],
    [{ ...visit, way: 'scan', agreedAccountId: 'm', holder: manager }, 'taken'],
    [{ ...visit, way: 'scan', holder: null }, 'unbound'],
    [{ ...visit, way: 'scan', holder: null, proposedAccountId: 'b' }, 'confirming'],
    [{ ...visit, way: 'scan', holder: null, proposedAccountId: 'b', agreedAccountId: 'b' }, 'unbound'],
    [{ ...visit, way: 'scan', proposedAccountId: 'b', agreedAccountId: 'b' }, 'confirming'],
    [{ ...visit, way: 'scan', mustFollow: true }, 'unfollowed'],
    [{ ...visit, way: 'scan', purpose: 'bind', accountId: 'a' }, 'bound'],
    [{ ...visit, holder: null }, 'unbound'],
    [{ ...visit, holder: manager }, 'taken'],
    [{ ...visit, mustFollow: true }, 'unfollowed'],
    [{ ...visit, mustFollow: true, follows: false }, 'unfollowed'],
    [{ ...visit, mustFollow: true, follows: true }, 'signIn'],
    [{ ...visit, mustFollow: true, follows: false, holder: null }, 'unfollowed'],
    [{ ...visit, follows: false }, 'signIn'],
    [{ ...visit, purpose: 'bind', accountId: 'a' }, 'bound'],
    [{ ...visit, purpose: 'bind', accountId: 'b' }, 'taken'],
    [{ ...visit, purpose: 'bind', accountId: 'a', holder: null }, 'unbound'],
    [{ ...visit, way: 'scan', purpose: 'bind', accountId: 'a', holder: null }, 'confirming'],
    [
      { ...visit, way: 'scan', purpose: 'bind', accountId: 'a', holder: null, agreedAccountId: 'a' },
      'unbound',
    ],
  ] as const
  for (const [given, outcome] of cases) assert.equal(outcomeOf(given), outcome, JSON.stringify(given))
})
