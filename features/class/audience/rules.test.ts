import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mismatchOf } from './rules.ts'

test('a class without categories fits everybody, any other only who is in one of them', () => {
  const part = (personnelCategories: string[], personnelCategory: string | null) =>
    mismatchOf({ personnelCategories, regions: [] }, { personnelCategory, region: null }, 'confirm')?.part
  assert.equal(part([], null), undefined)
  assert.equal(part([], 'health'), undefined)
  assert.equal(part(['law', 'health'], 'health'), undefined)
  assert.equal(part(['law'], 'health'), 'personnel')
  assert.equal(part(['law'], null), 'personnel')
})

test('a region is meant with the regions in it, not with those around it or beside it', () => {
  const cases: [meant: string[], own: string | null, fits: boolean][] = [
    [[], null, true],
    [[], '320106', true],
    [['320000'], '320000', true],
    [['320000'], '320100', true],
    [['320000'], '320106', true],
    [['320100'], '320106', true],
    [['320100'], '320100', true],
    [['320106'], '320106', true],
    [['110000', '320106'], '320106', true],
    [['320100'], '320000', false],
    [['320106'], '320100', false],
    [['320106'], '320105', false],
    [['320100'], '320206', false],
    [['320000'], '330000', false],
    [['321000'], '321002', true],
    [['321000'], '320106', false],
    [['320000'], null, false],
    // Codes of a project's own, of no standard, match only themselves.
    [['east'], 'east', true],
    [['east'], 'east-1', false],
    [['320000'], '3201061', false],
  ]
  for (const [regions, region, fits] of cases) {
    const found = mismatchOf(
      { personnelCategories: [], regions },
      { personnelCategory: null, region },
      'refuse',
    )
    assert.deepEqual(
      found,
      fits ? null : { part: 'region', rule: 'refuse' },
      `${regions.join(' ')} for ${region}`,
    )
  }
})

test('where category and region differ, both are named', () => {
  const audience = { personnelCategories: ['law'], regions: ['320000'] }
  const part = (personnelCategory: string, region: string) =>
    mismatchOf(audience, { personnelCategory, region }, 'confirm')?.part
  assert.equal(part('law', '320100'), undefined)
  assert.equal(part('health', '320100'), 'personnel')
  assert.equal(part('law', '330100'), 'region')
  assert.equal(part('health', '330100'), 'both')
})
