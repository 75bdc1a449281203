import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aBank, aQuestion } from '../../../../test/build/exam.ts'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal } from '../../../../test/build/portal.ts'
import { appliedImport, checkedImport } from '../../../../test/build/import.ts'
import { aChoiceRow, aQuestionFile, intoBank } from '../../../../test/build/questionImport.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { questionCalls } from '../../contract.ts'
import { importCalls } from '../../../import/contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/resource-manage/add-question'] })
  admin = await anAccount(world, portal, { role: 'admin' })
})

async function reasonsOf(importId: string) {
  const input = { importId, only: 'bad' as const, limit: 50 }
  const { list } = await world.ask(importCalls.findRows, input, admin.token)
  return list.map(({ row, problems }) => [row, problems[0]!.zh])
}

test('a repeat with another answer is named as such: by its text, not by its letter', async () => {
  const bankId = await aBank(world, portal)
  const turned = { 选项A: '乙', 选项B: '甲' }
  const { importId, fresh } = await checkedImport(
    world,
    admin.token,
    intoBank(bankId),
    aQuestionFile(
      aChoiceRow('甲题'),
      aChoiceRow('甲题', { ...turned, 答案: 'A' }),
      aChoiceRow('甲 题', { 答案: 'A' }),
      aChoiceRow('甲题', { ...turned, 答案: 'B' }),
    ),
  )
  assert.equal(fresh, 1)
  assert.deepEqual(await reasonsOf(importId), [
    [3, '与第 2 行重复'],
    [4, '与第 2 行重复，但答案不同'],
    [5, '与第 2 行重复，但答案不同'],
  ])
})

test('a duplicate of a question in the bank conflicts too, by its current version', async () => {
  const bankId = await aBank(world, portal)
  const part = { stem: '在库', options: ['甲', '乙'], answer: ['A'] }
  const questionId = await aQuestion(world, portal, bankId, { part })
  const file = aQuestionFile(aChoiceRow('在库'), aChoiceRow('新题'))
  const { importId } = await checkedImport(world, admin.token, intoBank(bankId), file)
  assert.deepEqual(await reasonsOf(importId), [[2, '题库里已有这道题，但答案不同']])
  await world.ask(
    questionCalls.save,
    { questionId, bankId, type: 'single', parts: [{ type: 'single', ...part, answer: ['B'] }] },
    admin.token,
  )
  const after = await checkedImport(world, admin.token, intoBank(bankId), file)
  assert.deepEqual(await reasonsOf(after.importId), [[2, '题库里已有这道题']])
})

test('parts of a case are compared each with its own', async () => {
  const bankId = await aBank(world, portal)
  const rows = (answer: string) => [
    aChoiceRow('第一问', { 材料: '一段材料' }),
    aChoiceRow('第二问', { 材料: '一段材料', 答案: answer }),
  ]
  await appliedImport(world, admin.token, intoBank(bankId), aQuestionFile(...rows('A')))
  const { importId } = await checkedImport(world, admin.token, intoBank(bankId), aQuestionFile(...rows('B')))
  assert.deepEqual(await reasonsOf(importId), [
    [2, '题库里已有这道题'],
    [3, '题库里已有这道题，但答案不同'],
  ])
})

test('two model answers of one essay do not contradict each other', async () => {
  const bankId = await aBank(world, portal)
  const essay = (answer: string) => ({ 题型: '问答题', 题干: '论述', 答案: answer })
  const { importId } = await checkedImport(
    world,
    admin.token,
    intoBank(bankId),
    aQuestionFile(essay('要点一'), essay('要点二')),
  )
  assert.deepEqual(await reasonsOf(importId), [[3, '与第 2 行重复']])
})
