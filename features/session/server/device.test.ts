import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openWorld, type World } from '../../../test/harness.ts'
import { type DeviceVisitor, knownDevice, rememberDevice } from './device.ts'

let world: World
before(async () => {
  world = await openWorld()
})

/** A browser that keeps the cookie it is given, and how long it may. */
function aDevice() {
  const cookies: Record<string, string> = {}
  const lives: number[] = []
  const visitor: DeviceVisitor = {
    secrets: world.app.secrets,
    cookies,
    setCookie(name, value, seconds) {
      cookies[name] = value
      lives.push(seconds)
    },
  }
  return { visitor, cookies, lives }
}

test('a device is known to those who signed in on it, as one device, for half a year', () => {
  const { visitor, lives } = aDevice()
  assert.equal(knownDevice(visitor, 'a'), null)
  rememberDevice(visitor, 'a')
  rememberDevice(visitor, 'b')
  const device = knownDevice(visitor, 'a')
  assert.match(device!, /^[\w-]{22}$/)
  assert.equal(knownDevice(visitor, 'b'), device)
  assert.equal(knownDevice(visitor, 'c'), null)
  assert.deepEqual(lives, [180 * 86_400, 180 * 86_400])
  const another = aDevice()
  rememberDevice(another.visitor, 'a')
  assert.notEqual(knownDevice(another.visitor, 'a'), device)
})

test('of more than six accounts the one signed in longest ago is forgotten, and one that returns is not', () => {
  const { visitor, cookies } = aDevice()
  for (const account of ['a', 'b', 'c', 'd', 'e', 'f', 'a', 'g']) rememberDevice(visitor, account)
  const known = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].filter((account) => knownDevice(visitor, account))
  assert.deepEqual(known, ['a', 'c', 'd', 'e', 'f', 'g'])
  assert.equal(cookies.device!.split('.').length, 1 + 6)
  // More marks than that in a cookie are not read.
  const beyond = aDevice()
  rememberDevice(beyond.visitor, 'z')
  const [device, mark] = beyond.cookies.device!.split('.')
  beyond.cookies.device = [device, ...Array<string>(6).fill('x'), mark].join('.')
  assert.equal(knownDevice(beyond.visitor, 'z'), null)
})

test('a mark holds for its device and account alone, whatever the cookie', () => {
  const { visitor, cookies } = aDevice()
  rememberDevice(visitor, 'a')
  const [device, mark] = cookies.device!.split('.') as [string, string]
  for (const forged of [
    '',
    device,
    `.${mark}`,
    `${device}.`,
    `${'x'.repeat(22)}.${mark}`,
    `${device}x.${mark}`,
  ]) {
    cookies.device = forged
    assert.equal(knownDevice(visitor, 'a'), null, forged)
  }
  const strange = world.app.secrets.sign('device', `short a`)
  cookies.device = `short.${strange}`
  assert.equal(knownDevice(visitor, 'a'), null, 'an id of another form')
  rememberDevice(visitor, 'a')
  assert.notEqual(cookies.device!.split('.')[0], 'short')
})
