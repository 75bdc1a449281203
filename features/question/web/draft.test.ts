import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import type { PartInput, Question } from '../contract.ts'
import { divide, problemsOf } from '../rules.ts'
import {
  draftOf,
  faultsOf,
  inputOf,
  newDraft,
  newPart,
  type QuestionDraft,
  secondsOf,
  timeOf,
} from './draft.ts'

const bankId = '01980000-0000-7000-8000-000000000001'
const saved = (parts: PartInput[], more: Partial<Question> = {}): Question => ({
  questionId: '01980000-0000-7000-8000-000000000002',
  bankId,
  bankName: '题库',
  resourceId: null,
  resourceTitle: null,
  atSecond: null,
  mustPass: false,
  rewindTo: null,
  type: parts[0]!.type,
  category: '法规',
  difficulty: 'hard',
  score: 2.5,
  version: 3,
  status: 'active',
  updatedAt: '2023-11-21T00:00:00Z',
  content: { type: parts[0]!.type, material: '', parts: parts.map((part) => divide(part).content) },
  key: parts.map((part) => divide(part).key),
  ...more,
})
const parts: PartInput[] = [
  { type: 'single', stem: '单', options: ['甲', '乙'], answer: ['B'], analysis: '因为' },
  { type: 'multiple', stem: '多', options: ['甲', '乙', '丙'], partial: 'half', answer: ['A', 'C'] },
  { type: 'judge', stem: '判', answer: ['B'] },
  { type: 'blank', stem: '__和__', answer: ['北京&&北京市', '上海'] },
  { type: 'essay', stem: '述', answer: ['要点'] },
]

test('a question of every type is edited and saved as it was', () => {
  const withDefaults = (part: PartInput) => ({
    partial: 'none',
    analysis: '',
    ...part,
    options: part.options ?? [],
  })
  for (const part of parts) {
    const draft = draftOf(saved([part]))
    assert.equal(faultsOf(draft).size, 0)
    const [again] = inputOf(draft).parts
    assert.deepEqual({ partial: 'none', ...again }, withDefaults(part))
  }
  const question = saved(parts, { type: 'case' })
  question.content = { ...question.content, type: 'case', material: '材料' }
  const input = inputOf(draftOf(question))
  assert.equal(input.material, '材料')
  assert.deepEqual(
    input.parts.map((part) => ({ partial: 'none', ...part })),
    parts.map(withDefaults),
  )
  assert.deepEqual([input.score, input.difficulty, input.category], [2.5, 'hard', '法规'])
})

test('a pin keeps its video, second, and the place the video goes back to', () => {
  const pin = { resourceId: bankId, resourceTitle: '视频', atSecond: 3675, mustPass: true, rewindTo: 59 }
  const input = inputOf(draftOf(saved([parts[0]!], pin)))
  const { resourceId, atSecond, mustPass, rewindTo } = input
  assert.deepEqual([resourceId, atSecond, mustPass, rewindTo], [bankId, 3675, true, 59])
  const unpinned = inputOf({ ...draftOf(saved([parts[0]!], pin)), video: null })
  assert.deepEqual(
    [unpinned.resourceId, unpinned.atSecond, unpinned.mustPass, unpinned.rewindTo],
    [null, null, false, null],
  )
})

test('an option keeps whether it is right when it moves', () => {
  const draft = draftOf(saved([parts[1]!]))
  const [part] = draft.parts
  const turned = { ...draft, parts: [{ ...part!, options: part!.options.toReversed() }] }
  assert.deepEqual(inputOf(turned).parts[0]!.answer, ['A', 'C'])
  const [a, b, c] = part!.options
  const moved = { ...draft, parts: [{ ...part!, options: [b!, a!, c!] }] }
  assert.deepEqual(inputOf(moved).parts[0]!.answer, ['B', 'C'])
})

test('each empty field is named once, as the server names it', () => {
  const fields = (draft: QuestionDraft) => [...faultsOf(draft).keys()].toSorted()
  const fresh = newDraft({ bankId: null, video: null })
  const options = [0, 1, 2, 3].map((n) => `parts.0.options.${n}`)
  assert.deepEqual(fields(fresh), ['bankId', 'parts.0.answer', ...options, 'parts.0.stem'])
  const judge = { ...newDraft({ bankId, video: null }), type: 'judge' as const }
  assert.deepEqual(fields(judge), ['parts.0.answer', 'parts.0.stem'])
  const many = { ...judge, type: 'case' as const, parts: [newPart('essay'), newPart('blank')] }
  assert.deepEqual(fields(many), ['material', 'parts.0.stem', 'parts.1.answer', 'parts.1.stem'])
  const video = { id: bankId, title: '视频' }
  const pinned = { ...draftOf(saved([parts[0]!])), video, mustPass: true, rewind: 'x' }
  assert.deepEqual(fields(pinned), ['atSecond', 'rewindTo'])
  assert.deepEqual(fields({ ...pinned, at: '1:00', rewind: '1:01' }), ['rewindTo'])
  assert.deepEqual(fields({ ...pinned, at: '1:00', rewind: '0:30' }), [])
  assert.deepEqual(fields({ ...draftOf(saved([parts[0]!])), score: null }), ['score'])
})

test('what has no fault here has none for the rules of the server', () => {
  for (const part of parts) assert.deepEqual(problemsOf(inputOf(draftOf(saved([part])))), [])
})

test('another question begins like the one before, but empty', () => {
  const place = { bankId, video: null }
  const next = newDraft(place, draftOf(saved([parts[1]!])))
  assert.deepEqual(
    [next.questionId, next.type, next.category, next.difficulty, next.score, next.parts[0]!.stem],
    [null, 'multiple', '法规', 'hard', 2.5, ''],
  )
})

test('a time reads as it is written, in each of its forms', () => {
  assert.deepEqual(['90', '1:30', '0:01:30', '1：30'].map(secondsOf), [90, 90, 90, 90])
  assert.deepEqual(['', 'x', '1:60', '1:2:3:4', '-1', '1.5'].map(secondsOf), Array(6).fill(null))
  fc.assert(fc.property(fc.nat(86_400), (seconds) => secondsOf(timeOf(seconds)) === seconds))
})
