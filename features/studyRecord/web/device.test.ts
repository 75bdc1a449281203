import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceOf } from './device.ts'

test('a device is called by its browser and system, WeChat before the Chrome it is made of', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  assert.equal(deviceOf(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`), 'Chrome · Windows')
  assert.equal(deviceOf(`Mozilla/5.0 (Linux; Android 14) ${chrome} MicroMessenger/8.0`), 'WeChat · Android')
  assert.equal(deviceOf(`Mozilla/5.0 (Windows NT 10.0) ${chrome} Edg/140.0`), 'Edge · Windows')
  const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  assert.equal(deviceOf(`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${safari}`), 'Safari · iOS')
  assert.equal(deviceOf('curl/8.5'), 'curl/8.5')
})
