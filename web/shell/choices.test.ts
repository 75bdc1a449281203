import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { openWindow } from '../../test/window.ts'
import { defaultSettings } from '../../features/project/rules.ts'

openWindow()
const { readCookie } = await import('./cookie.ts')
const { changeSize, currentSize, kitSizes, sizes } = await import('./size.ts')
const { isSidebarOpen, saveSidebar } = await import('./sidebar.ts')
const { hiddenColumns, saveHiddenColumns, shownColumns } = await import('./columns.ts')

test('the size is medium at first, one of four, and saved in the cookie named size', () => {
  assert.equal(currentSize(), 'medium')
  assert.deepEqual(sizes, ['default', 'medium', 'small', 'mini'])
  for (const size of sizes) {
    changeSize(size)
    assert.equal(readCookie('size'), size)
    assert.equal(currentSize(), size)
  }
})

test('the kit has a size for each: large, medium, small, and small with compact spacing', () => {
  assert.deepEqual(
    sizes.map((size) => kitSizes[size]),
    [
      { size: 'large', compact: false },
      { size: 'medium', compact: false },
      { size: 'small', compact: false },
      { size: 'small', compact: true },
    ],
  )
})

test('the sidebar is open until it is folded, and then as it was left, in the cookie sidebarStatus', () => {
  assert.equal(isSidebarOpen(), true)
  saveSidebar(false)
  assert.equal(readCookie('sidebarStatus'), '0')
  assert.equal(isSidebarOpen(), false)
  saveSidebar(true)
  assert.equal(isSidebarOpen(), true)
})

test('hidden columns are one reader’s and one table’s; reset forgets them, and nobody hides the last', () => {
  saveHiddenColumns('me', '/orders', ['unit'])
  assert.deepEqual(hiddenColumns('me', '/orders'), ['unit'])
  assert.deepEqual(hiddenColumns('you', '/orders'), [])
  assert.deepEqual(hiddenColumns('me', '/classes'), [])
  const columns = [{ key: 'no' }, { key: 'unit' }]
  assert.deepEqual(shownColumns(columns, ['unit']), [{ key: 'no' }])
  assert.deepEqual(shownColumns(columns, ['unit', 'no']), columns)
  saveHiddenColumns('me', '/orders', [])
  assert.equal(localStorage.length, 0)
  localStorage.setItem('columns me /orders', '{broken')
  assert.deepEqual(hiddenColumns('me', '/orders'), [])
})

test('five settings of the page exist and change nothing', () => {
  const unused = ['showSettings', 'tagsView', 'fixedHeader', 'sidebarLogo', 'errorLog'] as const
  for (const name of unused) assert.equal(typeof defaultSettings[name], 'boolean')
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const read = new RegExp(String.raw`\.(${unused.join('|')})\b|\{[^}]*\b(${unused.join('|')})\b[^}]*\} = `)
  const readers = globSync('{app,web,features,server}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => read.test(readFileSync(`${root}/${file}`, 'utf8').replace(/\.\/errorLog\.ts/g, '')))
  assert.deepEqual(readers, [])
})
