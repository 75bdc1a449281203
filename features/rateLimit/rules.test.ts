import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './rules.ts'

test('an IPv4 address is its own network, written as IPv6 or not', () => {
  assert.equal(networkOf('203.0.113.7'), '203.0.113.7')
  assert.equal(networkOf('::ffff:203.0.113.7'), '203.0.113.7')
})

test('IPv6 addresses of one /64 are one network, however they are written', () => {
  for (const ip of [
    '2001:db8:0:7:1:2:3:4',
    '2001:db8:0:7::1',
    '2001:0DB8:0000:0007:ffff::',
    '2001:db8::7:0:0:0:9',
  ]) {
    assert.equal(networkOf(ip), '2001:db8:0:7', ip)
  }
  assert.notEqual(networkOf('2001:db8:0:8::1'), '2001:db8:0:7')
  assert.equal(networkOf('::1'), '0:0:0:0')
})
