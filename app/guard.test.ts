import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFileSync } from 'node:fs'
import { safeRedirect } from '../features/session/web/redirect.ts'
import { guard, publicPaths } from './guard.ts'

const visit = { search: '', hasToken: false, known: true, index2Open: '1' }

test('every public path of the specification needs no token', () => {
  const rows = readFileSync(new URL('../docs/ledger.tsv', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
  const listed = rows.filter((row) => row[2] === 'public-path').map((row) => row[5]!)
  assert.equal(listed.length, 33)
  for (const path of listed) {
    assert.ok(publicPaths.includes(path), path)
    assert.equal(guard({ ...visit, path }), null, path)
  }
})

test('any other path without a token goes to the login page with the wanted path, query included', () => {
  assert.equal(
    guard({ ...visit, path: '/order-manage/list', search: '?page=2' }),
    '/login?redirect=%2Forder-manage%2Flist%3Fpage%3D2',
  )
  assert.equal(guard({ ...visit, path: '/nowhere', known: false }), '/login?redirect=%2Fnowhere')
})

test('an unknown path with a token goes to /404', () => {
  assert.equal(guard({ ...visit, path: '/nowhere', known: false, hasToken: true }), '/404')
})

test('/index2 closes with "0" and keeps the query; absent counts as open', () => {
  assert.equal(guard({ ...visit, path: '/index2', search: '?unitId=7', index2Open: '0' }), '/login?unitId=7')
  assert.equal(guard({ ...visit, path: '/index2' }), null)
})

test('/login with a token passes straight through', () => {
  assert.equal(guard({ ...visit, path: '/login', hasToken: true }), null)
})

test('a redirect leads to a path of this portal and nowhere else', () => {
  assert.equal(safeRedirect('/my?year=2026'), '/my?year=2026')
  for (const evil of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/a\nb',
    '',
    null,
  ]) {
    assert.equal(safeRedirect(evil), null, String(evil))
  }
})
