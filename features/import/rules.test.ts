import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CellOption,
  type ImportColumn,
  importLifecycle,
  isOwnRow,
  nearestOption,
  noteOf,
  readHeader,
  templateRows,
} from './rules.ts'

const options: CellOption[] = [
  { value: '20', zh: '大学本科', en: 'Bachelor' },
  { value: '30', zh: '大学专科', en: 'Junior college' },
]
const columns: ImportColumn[] = [
  { key: 'mark', title: { zh: '序号', en: 'No.' }, kind: 'text', check: {}, required: false, examples: [] },
  {
    key: 'name',
    title: { zh: '姓名', en: 'Name' },
    kind: 'text',
    required: true,
    check: { type: 'string', minLength: 2, maxLength: 40 },
    examples: [{ zh: '张三', en: 'Zhang San' }],
  },
  {
    key: 'education',
    title: { zh: '学历', en: 'Education' },
    kind: 'choice',
    required: false,
    check: {},
    options,
    examples: [{ zh: '大学本科', en: 'Bachelor' }],
  },
]

test('a header is found in either language, in any order, with stars and wide signs; what is missing or double is named', () => {
  const found = readHeader(columns, ['Education', null, ' ＊姓 名* ', '备注'])
  assert.deepEqual(Object.fromEntries(found.places), { education: 0, name: 2 })
  assert.deepEqual([found.missing, found.double], [[], null])
  assert.deepEqual(
    readHeader(columns, ['学历']).missing.map(({ key }) => key),
    ['name'],
  )
  assert.equal(readHeader(columns, ['姓名', 'Name']).double?.key, 'name')
})

test('the notes say what the check asks, and the template’s own rows are known again in both languages', () => {
  assert.equal(noteOf(columns[1]!, 'zh'), '必填，2 到 40 个字')
  assert.equal(noteOf(columns[2]!, 'en'), 'optional, choose from the list')
  for (const language of ['zh', 'en'] as const) {
    const { places } = readHeader(
      columns,
      columns.map(({ title }) => title[language]),
    )
    const rows = templateRows(columns, language)
    assert.equal(rows.length, 2)
    assert.ok(rows.every((row) => isOwnRow(row, places)))
    assert.ok(!isOwnRow(['', ...rows[1]!.slice(1)], places))
  }
})

test('a word that is nearly an option is taken to be meant for it, another for none', () => {
  assert.equal(nearestOption(options, '本科')?.value, '20')
  assert.equal(nearestOption(options, '大学专料')?.value, '30')
  assert.equal(nearestOption(options, 'bachelr')?.value, '20')
  assert.equal(nearestOption(options, '博士后'), null)
})

test('rows are checked again only while a person reviews them', () => {
  const { states, can } = importLifecycle
  assert.deepEqual(
    states.filter((state) => can(state, 'recheck')),
    ['checked'],
  )
})
