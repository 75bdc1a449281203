import assert from 'node:assert/strict'
import { test } from 'node:test'
import { captchaCalls } from '../features/captcha/contract.ts'
import { aPortal } from '../test/build/portal.ts'
import { openWorld, type World } from '../test/harness.ts'
import { networkOf } from './network.ts'

test('an IPv4 address is its own network, written as IPv6 or not', () => {
  assert.equal(networkOf('203.0.113.7'), '203.0.113.7')
  for (const ip of [
    '::ffff:203.0.113.7',
    '::FFFF:cb00:7107',
    '0:0:0:0:0:ffff:cb00:7107',
    '64:ff9b::cb00:7107',
  ])
    assert.equal(networkOf(ip), '203.0.113.7', ip)
  assert.equal(networkOf('64:ff9b::203.0.113.7'), '203.0.113.7')
  assert.equal(networkOf('64:ff9b:1::cb00:7107'), '64:ff9b:1:0', 'the prefix of one operator’s own networks')
})

test('IPv6 addresses of one /64 are one network, however they are written', () => {
  for (const ip of [
    '2001:db8:0:7:1:2:3:4',
    '2001:db8:0:7::1',
    '2001:0DB8:0000:0007:ffff::',
    '2001:db8::7:0:0:0:9',
    '2001:db8:0:7::203.0.113.7',
  ]) {
    assert.equal(networkOf(ip), '2001:db8:0:7', ip)
  }
  assert.notEqual(networkOf('2001:db8:0:8::1'), '2001:db8:0:7')
  assert.equal(networkOf('::1'), '0:0:0:0')
  assert.equal(networkOf('no:address'), 'no:address')
})

/** The addresses of one /64 share a limit, those of another do not. */
async function assertLimited(world: World, url: string, perMinute: number): Promise<void> {
  const isRefused = async (remoteAddress: string) => {
    const method = url.startsWith('/api') ? 'POST' : 'GET'
    const payload =
      method === 'POST' ? { payload: { captchaType: 'blockPuzzle', pointJson: 'x', token: 'x' } } : {}
    const reply = await world.portal.http.inject({ method, url, remoteAddress, ...payload })
    return reply.statusCode === 429 || (method === 'POST' && reply.json().respCode === 429)
  }
  for (let i = 0; i < perMinute; i++) assert.equal(await isRefused(`2001:db8:1:2::${i.toString(16)}`), false)
  assert.equal(await isRefused('2001:db8:1:2:ffff::1'), true)
  assert.equal(await isRefused('2001:db8:1:3::1'), false)
  assert.equal(await isRefused('203.0.113.9'), false)
}

test('calls are limited by network, and the answer names the seconds to wait', async () => {
  const world = await openWorld()
  const url = `/api${captchaCalls.check.path}`
  await assertLimited(world, url, captchaCalls.check.perMinute)
  const reply = await world.portal.http.inject({
    method: 'POST',
    url,
    remoteAddress: '2001:db8:1:2::1',
    payload: {},
  })
  const { retryAfter, respDesc } = reply.json() as { retryAfter: number; respDesc: string }
  assert.ok(retryAfter >= 1 && retryAfter <= 60)
  assert.match(respDesc, new RegExp(` ${retryAfter} `))
})

test('the check of certificates is limited by network', async () => {
  const world = await openWorld()
  await aPortal(world)
  await assertLimited(world, '/check/none', 60)
})
