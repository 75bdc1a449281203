import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openWindow } from '../test/window.ts'

openWindow()
const { clearToken, endToken, leaveViewAs, openViewAs, readViewAs, readToken, saveToken } = await import(
  './token.ts'
)

const session = { token: 'look-token', name: '王小明', accountId: 'a-1', until: '2023-11-21T12:15:00Z' }
beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  saveToken('own-token')
})

test('a view-as session is given only to the new window: this one keeps its own token, and so does every other', () => {
  let taken: string | null = null
  Object.assign(globalThis, {
    open: () => {
      // A new window starts with a copy of this one's session storage.
      taken = sessionStorage.getItem('look')
      return {}
    },
  })
  openViewAs(session)
  assert.deepEqual(JSON.parse(taken!), session)
  assert.equal(readViewAs(), null)
  assert.equal(readToken(), 'own-token')
})

test('in the window of a look its token is sent, and its end leaves everybody signed in and nobody here', () => {
  sessionStorage.setItem('look', JSON.stringify(session))
  assert.equal(readToken(), 'look-token')
  endToken('over')
  assert.equal(readViewAs(), 'over')
  assert.equal(readToken(), null, 'never one’s own in its place')
  assert.equal(localStorage.getItem('token'), 'own-token')
  assert.match(document.cookie, /token=own-token/)
  clearToken()
  assert.equal(localStorage.getItem('token'), 'own-token')
  leaveViewAs()
  assert.equal(readToken(), 'own-token')
})

test('anyone who signs in where a look was looks on no longer', () => {
  sessionStorage.setItem('look', JSON.stringify(session))
  saveToken('fresh-token')
  assert.equal(readViewAs(), null)
  assert.equal(readToken(), 'fresh-token')
})
