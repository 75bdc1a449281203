import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { anEnrolment } from '../../../../test/build/enrolment.ts'
import { aSittableExam } from '../../../../test/build/exam.ts'
import { aLearner, aPortal, type BuiltPortal } from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { withStatements } from '../../../../test/statements.ts'
import { attemptCalls } from '../contract.ts'
import { getSitting } from './data.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})

interface PlanNode {
  'Index Name'?: string
  Plans?: PlanNode[]
}

/** Indexes that the nodes of a plan search. */
const indexesOf = (node: PlanNode): string[] => [
  ...(node['Index Name'] ? [node['Index Name']] : []),
  ...(node.Plans ?? []).flatMap(indexesOf),
]

test('who sits an exam finds their attempts by their place, never by what is under way', async () => {
  const { db } = world
  const exam = await aSittableExam(world, portal)
  const learner = await aLearner(world, portal)
  await anEnrolment(world, portal, { ...learner, ...exam })
  const { attemptId } = await world.ask(attemptCalls.goClassExam, { examId: exam.examId }, learner.token)
  const { result, statements } = await withStatements(db, () =>
    getSitting(db, learner.accountId, exam.examId),
  )
  assert.equal(result.open!.attemptId, attemptId)

  // An index of what is under way looks empty to a plan from before a crowd began: the planner takes any, with all of them.
  const partial = await db`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'exam_attempts'::regclass and i.indpred is not null`
  const searched: string[] = []
  for (const { string, parameters } of statements) {
    const [row] = await db.unsafe(`explain (format json) ${string}`, parameters)
    const [{ Plan }] = row!['QUERY PLAN'] as [{ Plan: PlanNode }]
    searched.push(...indexesOf(Plan))
  }
  assert.ok(searched.includes('exam_attempts_pkey'))
  assert.deepEqual(
    partial.map(({ name }) => name as string).filter((name) => searched.includes(name)),
    [],
  )
})
