import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CategoryNode } from '../contract.ts'
import { branchIds, choicesOf, dropOf, findPlaced, stepOf } from './folders.ts'

const node = (id: string, children: CategoryNode[] = []): CategoryNode => ({
  id,
  parentId: null,
  name: id,
  sort: 0,
  members: 0,
  children,
})
const tree = [node('a', [node('a1'), node('a2'), node('a3')]), node('b')]

test('a folder is found with the one it stands in', () => {
  assert.equal(findPlaced(tree, 'a2')!.parentId, 'a')
  assert.equal(findPlaced(tree, 'b')!.parentId, null)
  assert.equal(findPlaced(tree, 'c'), null)
})

const drop = (id: string, onto: string, inGap: boolean, after = false) =>
  dropOf(tree, { id, onto, inGap, after })

test('a drop goes onto a folder or into the gap before or after it', () => {
  assert.deepEqual(drop('b', 'a', false), { id: 'b', parentId: 'a', beforeId: null })
  assert.deepEqual(drop('b', 'a2', true), { id: 'b', parentId: 'a', beforeId: 'a2' })
  assert.deepEqual(drop('b', 'a2', true, true), { id: 'b', parentId: 'a', beforeId: 'a3' })
  assert.deepEqual(drop('b', 'a3', true, true), { id: 'b', parentId: 'a', beforeId: null })
  assert.deepEqual(drop('a1', 'a2', true, true), { id: 'a1', parentId: 'a', beforeId: 'a3' })
  assert.deepEqual(drop('a2', 'a1', true, true), { id: 'a2', parentId: 'a', beforeId: 'a3' })
  assert.equal(drop('a', 'a', false), null)
})

test('a step moves past the neighbour, and past the end there is none', () => {
  assert.deepEqual(stepOf(tree, 'a2', -1), { id: 'a2', parentId: 'a', beforeId: 'a1' })
  assert.deepEqual(stepOf(tree, 'a1', 1), { id: 'a1', parentId: 'a', beforeId: 'a3' })
  assert.deepEqual(stepOf(tree, 'a2', 1), { id: 'a2', parentId: 'a', beforeId: null })
  assert.equal(stepOf(tree, 'a3', 1), null)
  assert.equal(stepOf(tree, 'a1', -1), null)
})

test('folders that hold others can be opened', () => {
  assert.deepEqual(branchIds(tree), ['a'])
})

test('a folder is no choice for itself', () => {
  assert.deepEqual(
    choicesOf(tree, 'a').map((choice) => choice.value),
    ['b'],
  )
})
