import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TObject, TSchema } from 'typebox'
import { allHandlers } from '../../app/features.ts'
import type { Call } from '../../contract/call.ts'
import { countedRows, sortsOf } from '../../contract/paging.ts'
import { sessionCalls } from '../../features/session/contract.ts'
import { encodeCredential } from '../../features/session/rules.ts'
import { openWorld, type World } from '../harness.ts'
import { type Statement, withStatements } from '../statements.ts'

/** Every list that can be sorted, by each of its columns in both directions, on the rows of the demo project. */

let world: World
let token: string
const given: Record<string, string> = {}
before(async () => {
  world = await openWorld({ demo: true })
  const { data } = await world.ask(sessionCalls.login, {
    account: encodeCredential('admin'),
    password: encodeCredential('Demo2026a'),
  })
  token = data.tokenCode
  // Lists of one learner, or of one enrolment, are those of one in a class with an exam.
  const [busy] = await world.db`
    select e.id, e.account_id, e.project_id, x.id as exam_id,
      (select i.id from class_courses c join course_items i on i.course_id = c.course_id
        where c.class_id = e.class_id order by i.id limit 1) as item_id
    from enrolments e join exams x on x.class_id = e.class_id and x.status <> 'deleted'
    order by (select count(*) from orders o where o.account_id = e.account_id) desc, e.id limit 1`
  given.accountId = busy!.accountId as string
  given.enrolmentId = busy!.id as string
  given.examId = busy!.examId as string
  const [exam] = await world.db`
    select j.sign_up_id as id from sign_up_seats t join sign_up_subjects j on j.id = t.subject_id limit 1`
  given.signUpId = exam!.id as string
  await addRows(busy as unknown as Busy)
})
after(() => world.close())

interface Busy {
  id: string
  accountId: string
  projectId: string
  examId: string
  itemId: string
}

/** Rows that differ, for the lists of which the demo project has too few. */
async function addRows({ id, accountId, projectId, examId, itemId }: Busy): Promise<void> {
  const { db } = world
  const number = db`generate_series(1, 3) n`
  const at = db`moment() - n * interval '1 hour'`
  await db`
    insert into partners (project_id, code, name, kind, key_sealed, key_since, status)
    select ${projectId}, 'code' || n, chr(19968 + n), 'standard', '\\x00', ${at},
      case n when 1 then 'disabled' else 'active' end from ${number}`
  await db`
    insert into train_plans (project_id, name, year, hours, status, created_at)
    select ${projectId}, chr(19968 + n), 2020 + n, '{"public": 300}', 'published', ${at} from ${number}`
  const [plan] = await db`select id from train_plans where project_id = ${projectId} order by id desc limit 1`
  given.planId = plan!.id as string
  await db`
    insert into train_plan_reminders (plan_id, account_id, operator_id, reminded_at)
    select ${given.planId}, id, id, moment() - row_number() over (order by id) * interval '1 hour'
    from accounts where project_id = ${projectId}`
  await db`
    insert into certificate_templates (project_id, name, kind, design, numbering, version, created_at)
    select project_id, name || n, kind, design, numbering, version + n, ${at} from certificate_templates, ${number}`
  await db`
    insert into study_refusals (enrolment_id, item_id, reason, minute, from_ms, to_ms, times, first_at, last_at)
    select ${id}, ${itemId}, 'hidden', n, n, n + 1, 4 - n, ${at}, ${at} from ${number}`
  await db`
    insert into watch_coverages (enrolment_id, item_id, duration_ms) values (${id}, ${itemId}, 1) on conflict do nothing`
  await db`
    insert into play_leases (account_id, enrolment_id, item_id, rate_percent, ahead_ms, count_hidden, required_ms,
      other_ms, item_required, opened_at, paid_from, paid_until, last_beat_at, ended_at, end_reason, accepted_ms,
      rolled_at, ip, agent)
    select ${accountId}, ${id}, ${itemId}, 100, 0, false, 1, 0, true, ${at}, ${at}, ${at}, ${at}, ${at}, 'released',
      n * 1000, ${at}, '', '' from ${number}`
  await db`
    insert into exam_attempts (project_id, exam_id, enrolment_id, account_id, number, seed, items, sections, total,
      pass_score, started_at, deadline_at, submitted_at, submit_reason, score, passed, recorded_at, times_left, status)
    select ${projectId}, ${examId}, ${id}, ${accountId}, 100 + n, n, '[]', '[]', 100, 60, ${at}, ${at}, ${at}, 'learner',
      case when n > 1 then n end, n > 1, ${at}, n, case n when 1 then 'voided' else 'scored' end from ${number}`
}

const lists = allHandlers.map(({ call }) => call).filter((call) => sortsOf(call.input).length > 0)
type Value = string | number | boolean | null

function inputOf(call: Call): Record<string, unknown> {
  const { required = [] } = call.input as { required?: string[] }
  return Object.fromEntries(required.map((name) => [name, given[name]]))
}

async function valuesOf(call: Call, sort: string): Promise<Value[]> {
  const { respCode, respDesc, attribute } = await world.call(
    call,
    { ...inputOf(call), sort, limit: 50 },
    token,
  )
  assert.equal(respCode, 200, `${call.path} ${sort}: ${respDesc}`)
  const name = sort.replace(/^-/, '')
  return (attribute as { list: Record<string, Value>[] }).list.map((row) => row[name]!)
}

/** The values as the database orders them, those without one last. */
async function ordered(values: readonly Value[], isDown: boolean): Promise<Value[]> {
  const known = values.filter((value) => value !== null)
  const by = world.db.unsafe(isDown ? 'desc' : 'asc')
  const sorted =
    typeof known[0] === 'string'
      ? (await world.db`select x from unnest(${known as string[]}::text[]) x order by x ${by}`).map(
          (row) => row.x as string,
        )
      : known.toSorted((a, b) => (Number(a) - Number(b)) * (isDown ? -1 : 1))
  return [...sorted, ...values.filter((value) => value === null)]
}

test('a list is sorted by fields of its rows', () => {
  const wrong = lists.flatMap((call) => {
    const { list } = (call.output as TObject).properties as { list: TSchema & { items: TObject } }
    return sortsOf(call.input)
      .filter((name) => !(name in list.items.properties))
      .map((name) => `${call.path} ${name}`)
  })
  assert.deepEqual(wrong, [])
})

test('every list gives its rows in each order it offers', async () => {
  let differing = 0
  for (const call of lists) {
    for (const name of sortsOf(call.input)) {
      const up = await valuesOf(call, name)
      const down = await valuesOf(call, `-${name}`)
      assert.deepEqual(up, await ordered(up, false), `${call.path} ${name}`)
      assert.deepEqual(down, await ordered(down, true), `${call.path} -${name}`)
      if (new Set(up).size > 1) differing++
    }
  }
  const all = lists.flatMap((call) => sortsOf(call.input)).length
  assert.ok(differing > all / 2, `only ${differing} of ${all} orders have rows that differ`)
})

test('rows of equal values are on one page each', async () => {
  for (const call of lists) {
    const key = (row: object) => JSON.stringify(row)
    const [sort] = sortsOf(call.input).toReversed()
    const ask = async (page: number) =>
      (await world.call(call, { ...inputOf(call), sort, limit: 5, page }, token)).attribute as {
        list: object[]
      }
    const rows = [...(await ask(1)).list, ...(await ask(2)).list].map(key)
    assert.equal(new Set(rows).size, rows.length, call.path)
  }
})

test('any other order is refused, naming the field', async () => {
  for (const call of lists) {
    for (const sort of ['secret', '', `+${sortsOf(call.input)[0]}`, `--${sortsOf(call.input)[0]}`]) {
      const { respCode, field } = await world.call(call, { ...inputOf(call), sort }, token)
      assert.deepEqual([respCode, field], [422, 'sort'], `${call.path} ${sort}`)
    }
  }
})

test('an order and a row to continue after exclude each other: the refusal names the order', async () => {
  const both = lists.filter((call) => 'after' in (call.input as TObject).properties)
  assert.ok(both.length >= 5)
  for (const call of both) {
    const [sort] = sortsOf(call.input)
    const input = { ...inputOf(call), sort, after: given.accountId }
    const { respCode, respDesc, field } = await world.call(call, input, token)
    assert.deepEqual([respCode, field], [422, 'sort'], call.path)
    assert.match(respDesc, /不能与“after”同时使用/)
  }
})

/** The statements by which a list is given in an order. */
async function statementsOf(call: Call, sort: string): Promise<Statement[]> {
  const { statements } = await withStatements(world.db, () => valuesOf(call, sort))
  return statements.filter(({ string }) => typeof string === 'string')
}

interface Plan {
  'Node Type': string
  'Subplan Name'?: string
  Plans?: Plan[]
}

/** The parts of a plan, itself first. */
const partsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)]

/** True if the keys of a page are sorted at the highest cost of sorting: no index has their order. */
async function isSorted({ string, parameters }: Statement): Promise<boolean> {
  const [row] = await world.db.begin(async (tx) => {
    for (const way of ['sort', 'incremental_sort', 'seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'])
      await tx.unsafe(`set local enable_${way} = off`)
    return tx.unsafe(`explain (format json) ${string}`, parameters)
  })
  const [{ Plan: plan }] = row!['QUERY PLAN'] as [{ Plan: Plan }]
  const keys = partsOf(plan).filter((part) => part['Subplan Name']?.startsWith('InitPlan'))
  return keys.flatMap(partsOf).some((part) => part['Node Type'].endsWith('Sort'))
}

test('each order of a list that grows without an end is that of an index', async () => {
  const sorted: string[] = []
  let asked = 0
  for (const call of lists) {
    for (const name of sortsOf(call.input).flatMap((column) => [column, `-${column}`])) {
      const statements = await statementsOf(call, name)
      if (!statements.some(({ string }) => string.includes(`limit ${countedRows}) counted`))) continue
      asked++
      const keys = statements.filter(({ string }) => / = any\(array\(select .* order by /s.test(string))
      assert.ok(keys.length > 0, call.path)
      for (const statement of keys) if (await isSorted(statement)) sorted.push(`${call.path} ${name}`)
    }
  }
  assert.ok(asked >= 10, `${asked} orders of such lists`)
  assert.deepEqual(sorted, [])
})
