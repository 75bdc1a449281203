import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import type { ListColumn } from '../../../contract/listColumn.ts'
import { openWindow } from '../../../test/window.ts'
import { defaultSettings } from '../../../features/project/rules.ts'
import type { Column } from '../list/columns.ts'

openWindow()
const { readCookie } = await import('../view/cookie.ts')
const { changeSize, currentSize, kitSizes, sizes } = await import('../view/size.ts')
const { isSidebarOpen, saveSidebar } = await import('./sidebar.ts')
const { shownColumns } = await import('../list/columns.ts')

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

const columnsOf = (...keys: string[]) => keys.map((key) => ({ key, title: key }))
const shownBy = (arrangement: ListColumn[] | null, columns: Column<object>[] = columnsOf('a', 'b', 'c')) =>
  shownColumns(columns, arrangement).map(({ key }) => key)

test('columns are in their reader’s order, the pinned first; what the list no longer has is ignored', () => {
  assert.deepEqual(shownBy(null), ['a', 'b', 'c'])
  assert.deepEqual(shownBy([{ key: 'c' }, { key: 'gone' }, { key: 'a' }, { key: 'b' }]), ['c', 'a', 'b'])
  assert.deepEqual(shownBy([{ key: 'a' }, { key: 'b', pinned: true }, { key: 'c', hidden: true }]), [
    'b',
    'a',
  ])
  assert.deepEqual(
    shownBy([{ key: 'b', width: 90 }], [...columnsOf('a', 'b'), { key: 'do', title: '', fixed: 'right' }]),
    ['a', 'b', 'do'],
  )
})

test('a column that came later comes after the one before it, and who hid all columns sees all', () => {
  const later = columnsOf('a', 'new', 'b', 'c')
  assert.deepEqual(shownBy([{ key: 'c' }, { key: 'a' }, { key: 'b' }], later), ['c', 'a', 'new', 'b'])
  assert.deepEqual(shownBy(['a', 'b', 'c'].map((key) => ({ key, hidden: true }))), ['a', 'b', 'c'])
})

test('what was pinned and sized of a column is with it; one that is always shown has neither', () => {
  const columns: Column<object>[] = [...columnsOf('a'), { key: 'do', title: '', fixed: 'right' }]
  assert.deepEqual(
    shownColumns(columns, [
      { key: 'a', width: 90, pinned: true },
      { key: 'do', pinned: true },
    ]),
    [{ key: 'a', title: 'a', pinned: true, sized: 90 }, columns[1]],
  )
})

test('five settings of the page exist and change nothing', () => {
  const unused = ['showSettings', 'tagsView', 'fixedHeader', 'sidebarLogo', 'errorLog'] as const
  for (const name of unused) assert.equal(typeof defaultSettings[name], 'boolean')
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const read = new RegExp(String.raw`\.(${unused.join('|')})\b|\{[^}]*\b(${unused.join('|')})\b[^}]*\} = `)
  const readers = globSync('{app,web,features,server}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => read.test(readFileSync(`${root}/${file}`, 'utf8').replace(/\.\/errorLog\.ts/g, '')))
  assert.deepEqual(readers, [])
})
