import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { before, test } from 'node:test'
import type { Call } from '../../contract/call.ts'
import { mayCall, type Session } from '../../server/session.ts'
import { projectTables } from '../ownTables.ts'
import { inputsFor, nameOf, namesNoRow, plain, twinOf } from './requests.ts'
import { type Reply, callEndpoint } from './endpoint.ts'
import { at, fieldOf, type IdPath, idsOf, put } from './ids.ts'
import type { Person } from './people.ts'
import { shardOf } from '../shard.ts'
import { calls as allCalls, type Endpoints, openEndpoints, placeKeys } from './world.ts'

/** Staff of a part of a project: what belongs to other units and to the project as a whole is out of their scope. */

const readsFile = new URL('./narrowedReads.json', import.meta.url)
/** This process's share of the calls. */
const calls = shardOf(allCalls)
const narrowed = ['leafWithEverything', 'narrowStaff'] as const

let endpoints: Endpoints
/** Ids of rows that belong to a project as a whole. */
let projectIds: ReadonlySet<string>
const sessions = new Map<string, Session>()

before(async () => {
  endpoints = await openEndpoints()
  const { db, portal } = endpoints.world
  const keyed = await db`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'id' and table_name = any(${[...projectTables]})`
  const ids = await db.unsafe(
    keyed.map(({ name }) => `select id::text as id from "${name as string}"`).join(' union '),
  )
  projectIds = new Set(ids.map((row) => row.id as string))
  for (const name of narrowed) sessions.set(name, (await portal.gate.find(personOf(name).token!))!)
})

const personOf = (name: string): Person => endpoints.people.find((person) => person.name === name)!
const open = (name: string) => calls.filter((call) => mayCall(sessions.get(name)!, call.allow))
const ask = (call: Call, input: Record<string, unknown>, person: Person): Promise<Reply> =>
  callEndpoint(endpoints.world, call, input, person.token)

async function restore(): Promise<void> {
  const changed = await endpoints.snapshot.restore()
  if (changed.includes('sessions')) endpoints.world.portal.gate.forget()
}

/** Counts of the places that are taken, which those who take them change. */
const counts: Readonly<Record<string, readonly string[]>> = {
  train_classes: ['sold', 'held'],
  sign_ups: ['taken'],
}

/** Tables of the project as a whole that differ from what they were, but for the counts of places. */
async function projectChanges(): Promise<string[]> {
  const { db } = endpoints.world
  const found: string[] = []
  for (const table of await endpoints.snapshot.changed()) {
    if (!projectTables.has(table)) continue
    const counted = counts[table] as string[] | undefined
    const [row] = counted
      ? await db`
          select from ${db(table)} t full join ${db(`kept.${table}`)} k on k.id = t.id
          where to_jsonb(t) - ${counted}::text[] is distinct from to_jsonb(k) - ${counted}::text[] limit 1`
      : [true]
    if (row) found.push(table)
  }
  return found
}

/** Each input, and as one would create with it: the row's own id left out. */
function variants(call: Call, input: Record<string, unknown>): Record<string, unknown>[] {
  const { required = [] } = call.input as { required?: string[] }
  const own = idsOf(call.input, input)
    .filter((path) => path.length === 1 && !required.includes(path[0] as string))
    .map(([key]) => key as string)
  return [
    input,
    ...own.map((key) => Object.fromEntries(Object.entries(input).filter(([name]) => name !== key))),
  ]
}

/** Lists words a person may read nowhere: logins of people outside the units, and other projects. */
async function hiddenFrom(name: string): Promise<string[]> {
  const { scope, accountId } = sessions.get(name)!
  const logins = await endpoints.world.db`
    select a.login_name from accounts a left join units u on u.id = a.unit_id
    where a.id <> ${accountId} and (u.path is null or not starts_with(u.path, ${scope.unitPath}::text))`
  return [...logins.map((row) => row.loginName as string), '鹊P-A下', '鹊P-B']
}

test('staff of a unit change nothing of the whole project, and read no login of others and no other project', async () => {
  const wrong: string[] = []
  let sent = 0
  for (const name of narrowed) {
    const person = personOf(name)
    const hidden = await hiddenFrom(name)
    for (const call of open(name)) {
      for (const input of inputsFor(call, endpoints.places[person.place]!).flatMap((each) =>
        variants(call, each),
      )) {
        const reply = await ask(call, input, person)
        sent++
        const changed = await projectChanges()
        if (changed.length > 0) wrong.push(`${nameOf(call)} by ${name} changes ${changed.join(', ')}`)
        if (call.wholeProject && reply.respCode !== 403)
          wrong.push(`${nameOf(call)} answers ${name} ${reply.respCode}: ${reply.text.slice(0, 120)}`)
        const shown = hidden.filter((word) => reply.text.includes(word))
        if (shown.length > 0) wrong.push(`${nameOf(call)} shows ${name} ${shown.join(', ')}`)
        await restore()
      }
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(sent > calls.length, `${sent} requests are too few to mean much`)
})

/** Ids that others than the person would put at a path: of other units, and of what the project has as a whole. */
function idsOut(
  call: Call,
  which: number,
  path: IdPath,
  person: Person,
): Map<string, 'project' | 'stranger'> {
  const isLeaf = person.name === 'leafWithEverything'
  const out = new Map<string, 'project' | 'stranger'>()
  for (const key of placeKeys) {
    const id = at(inputsFor(call, endpoints.places[key]!)[which], path)
    if (typeof id !== 'string' || id === sessions.get(person.name)!.unitId) continue
    if (key[0] === person.place[0] && projectIds.has(id)) out.set(id, 'project')
    else if (isLeaf || key.slice(0, 2) !== person.place.slice(0, 2)) out.set(id, 'stranger')
  }
  return out
}

test('ids of other units and of the whole project answer like absent ones, but where they are read to work', async () => {
  const wrong: string[] = []
  const reads = new Map<string, Set<string>>()
  let cells = 0
  for (const name of narrowed) {
    const person = personOf(name)
    for (const call of open(name)) {
      for (const [which, input] of inputsFor(call, endpoints.places[person.place]!).entries()) {
        for (const path of idsOf(call.input, input)) {
          const field = fieldOf(path)
          // A place in an order: whether a row lies between it and its twin is chance.
          if (namesNoRow(call, field) || field === 'after') continue
          for (const [id, whose] of idsOut(call, which, path, person)) {
            cells++
            const gone = await ask(call, put(input, path, twinOf(id)), person)
            await restore()
            const reply = await ask(call, put(input, path, id), person)
            const changed = await projectChanges()
            if (changed.length > 0)
              wrong.push(`${nameOf(call)} ${field} by ${name} changes ${changed.join(', ')}`)
            await restore()
            if (plain(reply, id) === plain(gone, twinOf(id))) continue
            if (whose === 'project' && !call.wholeProject)
              reads.set(nameOf(call), (reads.get(nameOf(call)) ?? new Set()).add(field))
            else
              wrong.push(
                `${nameOf(call)} ${field} by ${name}: ${reply.text.slice(0, 120)} / ${gone.text.slice(0, 120)}`,
              )
          }
        }
      }
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(cells > calls.length / 2, `${cells} cells are too few to mean much`)
  const now = Object.fromEntries(
    [...reads].sort(([a], [b]) => (a < b ? -1 : 1)).map(([call, fields]) => [call, [...fields].sort()]),
  )
  if (process.env.WRITE_POLICY && calls.length === allCalls.length)
    writeFileSync(readsFile, `${JSON.stringify(now, null, 2)}\n`)
  const reviewed = JSON.parse(readFileSync(readsFile, 'utf8')) as typeof now
  const names = new Set(calls.map(nameOf))
  const ours = Object.fromEntries(Object.entries(reviewed).filter(([name]) => names.has(name)))
  assert.deepEqual(now, ours, 'review the difference, then "WRITE_POLICY=1" writes it')
})
