import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceOf, maskIp } from './rules.ts'

test('a device is called by browser and system', () => {
  const agents = {
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0':
      ['Edge', 'Windows'],
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50':
      ['WeChat', 'iPhone'],
    'Mozilla/5.0 (Linux; Android 15; HarmonyOS) AppleWebKit/537.36 Chrome/120.0 HuaweiBrowser/15 Mobile Safari/537.36':
      ['Huawei Browser', 'HarmonyOS'],
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': ['Firefox', 'Linux'],
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15': [
      'Safari',
      'macOS',
    ],
    lightMyRequest: ['', ''],
  }
  for (const [agent, [browser, system]] of Object.entries(agents))
    assert.deepEqual(deviceOf(agent), { browser, system })
})

test('an address keeps its network and hides its host', () => {
  assert.equal(maskIp('203.0.113.77'), '203.0.113.*')
  assert.equal(maskIp('::ffff:203.0.113.77'), '203.0.113.*')
  assert.equal(maskIp('2001:db8:1:2:3:4:5:6'), '2001:db8:1:*')
})
