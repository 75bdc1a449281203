import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  blocksOf,
  channelNoOf,
  isByTerms,
  needsNewNumber,
  refusalReasons,
  type RefundBy,
  type RefundLine,
  refundLifecycle,
  refundNoOf,
  type RefundOrder,
} from './rules.ts'

test('after no answer a refund is sent under the same number, after it was closed under a new one', () => {
  const refundNo = refundNoOf('20231124ABCDEFGHJK_1', 1)
  assert.equal(refundNo, '20231124ABCDEFGHJK_1_R1')
  assert.equal(channelNoOf(refundNo, 1), refundNo)
  assert.equal(channelNoOf(refundNo, 2), `${refundNo}_2`)
  assert.ok(channelNoOf(refundNoOf('20231124ABCDEFGHJK_99', 99), 999).length <= 64)
})

test('money that went back is never asked back, and what is under way cannot be withdrawn', () => {
  for (const event of ['cancel', 'reject', 'do', 'fail', 'retry'] as const) {
    assert.equal(refundLifecycle.can('succeeded', event), false)
  }
  for (const event of ['cancel', 'reject', 'retry'] as const) {
    assert.equal(refundLifecycle.can('processing', event), false)
  }
})

const order: RefundOrder = { isPaid: true, days: 3, times: 0, terms: { days: 7, process: 20, times: 2 } }
const line: RefundLine = {
  name: '公需课',
  payable: 6000,
  refunded: 0,
  refunding: 0,
  isRefundable: true,
  status: 'active',
  isSuspended: false,
  progress: 1000,
  isBegun: true,
  examPassed: false,
  examined: null,
}
const rules = (by: RefundBy, changes: Partial<RefundOrder>, of: Partial<RefundLine> = {}) =>
  blocksOf(by, { ...order, ...changes }, { ...line, ...of }).map(({ rule }) => rule)

test('a learner is refunded within every limit, at each limit still, and one beyond it no more', () => {
  assert.deepEqual(rules('learner', {}), [])
  assert.deepEqual(rules('learner', { days: 7 }), [])
  assert.deepEqual(rules('learner', { days: 8 }), ['days'])
  assert.deepEqual(rules('learner', { times: 1 }), [])
  assert.deepEqual(rules('learner', { times: 2 }), ['times'])
  assert.deepEqual(rules('learner', {}, { progress: 2000 }), [])
  assert.deepEqual(rules('learner', {}, { progress: 2001 }), ['process'])
  assert.deepEqual(rules('learner', { terms: null }), ['off'])
  assert.deepEqual(rules('learner', {}, { isRefundable: false }), ['excluded'])
  assert.deepEqual(rules('learner', {}, { examPassed: true }), ['examPassed'])
  for (const examined of ['ticket', 'score'] as const) {
    assert.deepEqual(rules('learner', {}, { examined }), [examined])
    assert.deepEqual(rules('operator', {}, { examined }), [])
  }
})

test('every rule that blocks is told at once, with its number and the learner’s own', () => {
  const blocks = blocksOf(
    'learner',
    { ...order, days: 30, times: 2 },
    { ...line, status: 'passed', progress: 10_000 },
  )
  assert.deepEqual(
    blocks.map(({ rule, values }) => [rule, values.limit, values.actual]),
    [
      ['times', 2, 2],
      ['days', 7, 30],
      ['process', 20, 100],
      ['passed', undefined, undefined],
    ],
  )
})

test('with a progress of 0 the first second of study ends the right to a refund, though it is no percent yet', () => {
  const terms = { days: 7, process: 0, times: 2 }
  assert.deepEqual(rules('learner', { terms }, { progress: 0, isBegun: false }), [])
  assert.deepEqual(rules('learner', { terms }, { progress: 0, isBegun: true }), ['begun'])
})

test('a request is by the terms where all of the last day allowed all of its lines', () => {
  const { terms } = order
  const standing = { ...line, wasRefundable: true }
  const strict = { ...terms!, process: 5 }
  assert.equal(isByTerms(order, [standing], [terms]), true)
  assert.equal(isByTerms(order, [standing], [terms, { ...terms!, days: 3 }]), true)
  for (const other of [null, strict, { ...terms!, days: 2 }])
    assert.equal(isByTerms(order, [standing], [terms, other, terms]), false)
  assert.equal(isByTerms(order, [standing, { ...standing, wasRefundable: false }], [terms]), false)
  assert.equal(isByTerms(order, [{ ...standing, progress: 400 }], [terms, strict]), true)
})

test('what is impossible binds the operator too, and nothing else does', () => {
  assert.deepEqual(
    rules('operator', { days: 300, times: 9, terms: null }, { status: 'passed', isRefundable: false }),
    [],
  )
  for (const by of ['learner', 'operator'] as const) {
    assert.deepEqual(rules(by, { isPaid: false }), ['notPaid'])
    assert.deepEqual(rules(by, {}, { payable: 0 }), ['nothingLeft'])
    assert.deepEqual(rules(by, {}, { refunded: 6000 }), ['nothingLeft'])
    assert.deepEqual(rules(by, {}, { refunding: 1 }), ['underWay'])
    assert.deepEqual(rules(by, {}, { status: 'transferred' }), ['transferred'])
    assert.deepEqual(rules(by, {}, { isSuspended: true }), ['paused'])
  }
})

test('a new number is for what the channel has closed or given away; any other request is repeated as it was', () => {
  const cases = [
    ['closed', null, true],
    ['refused', 'ACQ.DISCORDANT_REPEAT_REQUEST', true],
    ['refused', 'NOT_ENOUGH', false],
    ['abnormal', null, false],
    ['silent', 'SYSTEM_ERROR', false],
    [null, null, false],
  ] as const
  for (const [failure, code, isNew] of cases)
    assert.equal(needsNewNumber(failure, code), isNew, `${failure} ${code}`)
})

test('each code of a refusal has one reason', () => {
  const codes = refusalReasons.flatMap((reason) => reason.codes as readonly string[])
  assert.equal(new Set(codes).size, codes.length)
})

/** The rows of the tables of a chapter of the page about refunds; an empty cell is as in the first row. */
function rowsOf(chapter: string): string[][] {
  const page = readFileSync(new URL('../../docs/refunds.md', import.meta.url), 'utf8')
  const [, text = ''] = page.split(`\n## ${chapter}\n`)
  const rows = text
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  return rows.map((row) => row.map((cell, at) => cell || rows[0]![at]!))
}

test('the tables of docs/refunds.md say what the rules decide', () => {
  const limits = { days: 7, process: 20, times: 2 }
  const chapters = [
    ['A learner asks', 'learner', limits, 16],
    ['Where the percent is 0, the first second counts', 'learner', { ...limits, process: 0 }, 2],
    ["Learners' refunds are off", 'learner', null, 1],
    ['An operator refunds', 'operator', limits, 6],
  ] as const
  for (const [chapter, by, terms, count] of chapters) {
    const rows = rowsOf(chapter)
    assert.equal(rows.length, count, chapter)
    for (const row of rows) {
      const [paid, days, times, percent, begun, place, exam, kind, refused] = row
      const blocks = rules(
        by,
        { isPaid: paid === 'yes', days: Number(days), times: Number(times), terms },
        {
          progress: Number(percent) * 100,
          isBegun: begun === 'yes',
          isRefundable: kind === 'refundable',
          examPassed: exam === 'passed',
          isSuspended: place === 'suspended',
          refunding: place === 'under way' ? 100 : 0,
          refunded: place === 'refunded' ? line.payable : 0,
          ...(place === 'passed' || place === 'expired' || place === 'transferred' ? { status: place } : {}),
        },
      )
      assert.equal(blocks.join(', ') || '–', refused, `${chapter}: ${row.join(' | ')}`)
    }
  }
})
