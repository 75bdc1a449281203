import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { findOwnLease, keepOwnLease, leaseHere } = await import('./ownLease.ts')

/** Names of locks held in the browser, each with what lets it go. */
const held = new Map<string, () => void>()
const locks = {
  query: async () => ({ held: [...held.keys()].map((name) => ({ name })) }),
  async request(name: string, use: () => Promise<void>) {
    held.set(name, () => held.delete(name))
    await use()
    held.delete(name)
  },
}
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  held.clear()
  Object.assign(navigator, { locks })
})

test('a window gives up its own lease', async () => {
  assert.equal(await findOwnLease(), null)
  keepOwnLease('one')
  assert.equal(await findOwnLease(), 'one')
  keepOwnLease('two')
  assert.equal(await findOwnLease(), 'two')
})

test('a second window does not give up the lease of one that is alive', async () => {
  keepOwnLease('one')
  sessionStorage.clear()
  assert.equal(await findOwnLease(), null)
})

test('a window opened after another was killed goes on with its lease', async () => {
  keepOwnLease('one')
  keepOwnLease('two')
  sessionStorage.clear()
  for (const die of held.values()) die()
  assert.equal(await findOwnLease(), 'two')
  assert.equal(leaseHere(), null)
})

test('without locks a window knows of none but its own', async () => {
  keepOwnLease('one')
  held.clear()
  Object.assign(navigator, { locks: undefined })
  assert.equal(await findOwnLease(), 'one')
  sessionStorage.clear()
  assert.equal(await findOwnLease(), null)
})
