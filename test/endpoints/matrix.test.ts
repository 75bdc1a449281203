import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { type Call, pathsOf } from '../../contract/call.ts'
import { inputsFor, nameOf, namesNoRow, plain, traces, twinOf } from './requests.ts'
import { type Reply, callEndpoint } from './endpoint.ts'
import { type IdPath, at, fieldOf, idFields, idsOf, put } from './ids.ts'
import { identities, marksIn, type Person } from './people.ts'
import { shardOf } from '../shard.ts'
import { calls as allCalls, type Endpoints, openEndpoints, placeKeys } from './world.ts'

/** Matrix of permissions: every call by everyone, with own, foreign and absent rows. */

const policyFile = new URL('./policy.json', import.meta.url)

/** Calls that do each row by itself and report on each. */
const rowByRow = (call: Call) => 'failed' in ((call.output as { properties?: object }).properties ?? {})

/** This process's share of the calls. */
const calls = shardOf(allCalls)
let endpoints: Endpoints
before(async () => {
  endpoints = await openEndpoints()
})

function may(person: Person, allow: Call['allow']): boolean {
  if (allow === 'public') return true
  if (allow === 'signed-in') return person.token !== null
  return [allow]
    .flat()
    .some((grant) => (grant === 'learner' ? person.roleSystem === 3 : person.menus.has(grant)))
}

const ask = (call: Call, input: Record<string, unknown>, person: Person): Promise<Reply> =>
  callEndpoint(endpoints.world, call, input, person.token)

async function changedNow(): Promise<string[]> {
  return (await endpoints.snapshot.changed()).filter((table) => !traces.has(table))
}

/** Puts everything back, sessions too; returns what had changed. */
async function restore(): Promise<string[]> {
  const changed = await endpoints.snapshot.restore()
  if (changed.includes('sessions')) endpoints.world.portal.gate.forget()
  return changed.filter((table) => !traces.has(table))
}

const callersOf = (call: Call) => endpoints.people.filter((each) => may(each, call.allow))

const strangersTo = (person: Person): string[] => {
  const isNarrow = person.roleSystem === 2 || person.name === 'narrowStaff'
  const kin = person.roleSystem === 3 ? 3 : isNarrow ? 2 : 1
  return placeKeys.filter((key) => key.slice(0, kin) !== person.place.slice(0, kin))
}

const seen = (reply: Reply, person: Person) => [...marksIn(reply.text)].filter((mark) => !person.sees(mark))

test('each call is open to those the reviewed policy names, and to nobody else', () => {
  const now = Object.fromEntries(
    allCalls
      .map((call) => {
        const who = endpoints.people.filter((p) => identities.includes(p.name as never) && may(p, call.allow))
        return [
          nameOf(call),
          `${[call.allow].flat().join(' | ')} → ${who.map((p) => p.name).join(', ') || 'nobody yet'}`,
        ]
      })
      .sort(([a], [b]) => (a! < b! ? -1 : 1)),
  ) as Record<string, string>
  if (process.env.WRITE_POLICY) writeFileSync(policyFile, `${JSON.stringify(now, null, 2)}\n`)
  const policy = JSON.parse(readFileSync(policyFile, 'utf8')) as Record<string, string>
  assert.deepEqual(now, policy, 'review the difference, then "WRITE_POLICY=1" writes it')
})

test('every field that takes an id is tested', () => {
  const missing = allCalls.flatMap((call) => {
    const filled = new Set(
      inputsFor(call, endpoints.places.A1x!).flatMap((input) => idsOf(call.input, input).map(fieldOf)),
    )
    return idFields(call.input)
      .filter((field) => !namesNoRow(call, field) && !filled.has(field))
      .map((field) => `${nameOf(call)}: no example fills ${field}`)
  })
  assert.deepEqual(missing, [])
})

test('who is not named gets 401 or 403 with own rows in hand, and changes nothing', async () => {
  const wrong: string[] = []
  let sent = 0
  for (const call of calls) {
    for (const person of endpoints.people.filter((each) => !may(each, call.allow))) {
      for (const input of inputsFor(call, endpoints.places[person.place]!)) {
        // Every path of a call has the same guard.
        const names = pathsOf(call)
        const path = names[sent % names.length]!.replace(/^\/api/, '')
        const reply = await callEndpoint(endpoints.world, call, input, person.token, path)
        sent++
        const wanted = person.token === null ? 401 : 403
        if (reply.respCode !== wanted || marksIn(reply.text).size > 0)
          wrong.push(`${nameOf(call)} by ${person.name}: ${reply.text.slice(0, 200)}`)
      }
    }
  }
  assert.deepEqual(wrong, [])
  assert.deepEqual(await changedNow(), [])
  assert.ok(sent > calls.length * 4)
})

test('own rows are served, and no reply holds a word of a row out of sight', async () => {
  const wrong: string[] = []
  const servedBy = new Map<Call, Set<string>>()
  const refused = new Map<Call, Set<string>>()
  for (const call of calls) {
    for (const person of callersOf(call)) {
      for (const input of inputsFor(call, endpoints.places[person.place]!)) {
        const reply = await ask(call, input, person)
        const list = reply.respCode === 200 ? servedBy : refused
        const note = reply.respCode === 200 ? person.name : `${person.name}: ${reply.text.slice(0, 150)}`
        list.set(call, new Set([...(list.get(call) ?? []), note]))
        if (reply.respCode === -1 || reply.status >= 500)
          wrong.push(`${nameOf(call)} by ${person.name} breaks: ${reply.text.slice(0, 200)}`)
        const leaked = seen(reply, person)
        if (leaked.length > 0) wrong.push(`${nameOf(call)} shows ${person.name} ${leaked.join(' ')}`)
        await restore()
      }
    }
  }
  assert.deepEqual(wrong, [])
  const unserved = calls
    .filter((call) => idFields(call.input).some((field) => !namesNoRow(call, field)))
    .filter((call) => !servedBy.has(call))
    .map((call) => `${nameOf(call)} ${[...(refused.get(call) ?? [])].join(' ')}`)
  assert.deepEqual(unserved, [], 'nobody is served: the example proves nothing')
})

/** Describes the rows that name an id. */
async function rowsNaming(id: string, tables: readonly string[]): Promise<string> {
  const parts = tables.map(
    (name) =>
      `select '${name}:' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as p from "${name}" t where t::text like '%${id}%'`,
  )
  const rows = await endpoints.world.db.unsafe(parts.join(' union all '))
  return rows.map((row) => row.p as string).join(' ')
}

/** The log has the filters of an export as its caller gave them; nothing else names a row out of sight. */
const ofLog = (call: Call, table: string) => 'list' in call && /^operation_(logs|lanes)$/.test(table)

/** One field of one input of one person: each foreign row there is against a row that is not. */
async function foreignCell(call: Call, person: Person, which: number, path: IdPath): Promise<string[]> {
  const wrong: string[] = []
  const say = (what: string) => wrong.push(`${nameOf(call)} ${path.join('.')} by ${person.name}: ${what}`)
  const inputOf = (place: string) => inputsFor(call, endpoints.places[place]!)[which]!
  const input = inputOf(person.place)
  const ids = new Map(
    strangersTo(person)
      .map((key) => [at(inputOf(key), path) as string, key] as const)
      .filter(([id]) => id !== at(input, path)),
  )
  for (const [id, key] of ids) {
    const gone = await ask(call, put(input, path, twinOf(id)), person)
    if (gone.respCode === -1) say(`breaks on an absent id: ${gone.text}`)
    const undone = gone.respCode === 200 ? (await restore()).filter((table) => !ofLog(call, table)) : []
    if (undone.length > 0 && path.some((step) => typeof step === 'number') && !rowByRow(call))
      say(`goes half way: ${undone.join(', ')}`)
    const reply = await ask(call, put(input, path, id), person)
    if (plain(reply, id) !== plain(gone, twinOf(id)))
      say(`${key} is distinguishable from absent: ${reply.text.slice(0, 160)} / ${gone.text.slice(0, 160)}`)
    const leaked = seen(reply, person)
    if (leaked.length > 0) say(`shows ${leaked.join(' ')}`)
    const changed = reply.respCode === 200 ? (await changedNow()).filter((table) => !ofLog(call, table)) : []
    if ('list' in call) await restore()
    if (changed.length > 0) {
      const after = await rowsNaming(id, changed)
      await restore()
      if ((await rowsNaming(id, changed)) !== after) say(`changes rows of ${key} in ${changed.join(', ')}`)
    }
  }
  return wrong
}

test('a foreign id and an absent one answer alike, and neither changes anything', async () => {
  const wrong: string[] = []
  let cells = 0
  for (const call of calls) {
    // Of those with equal rights in two places one: neither is nearer to the other's rows.
    for (const person of callersOf(call).filter(({ mirrors }) => !mirrors)) {
      for (const [which, input] of inputsFor(call, endpoints.places[person.place]!).entries()) {
        for (const path of idsOf(call.input, input)) {
          if (namesNoRow(call, fieldOf(path))) continue
          cells++
          wrong.push(...(await foreignCell(call, person, which, path)))
        }
      }
    }
    const changed = await restore()
    if (changed.length > 0) wrong.push(`${nameOf(call)} refused and changed ${changed.join(', ')}`)
  }
  assert.deepEqual(wrong, [])
  assert.ok(cells > calls.length, `${cells} cells are too few to mean much`)
})

/** The value for every undeclared column; if found in the database, it was let in. */
const smuggled: Record<string, unknown> = {
  uuid: 'feedface-0000-4000-8000-000000000000',
  text: '夹带的文字',
  timestamptz: '2111-11-11T11:11:11.000Z',
  date: '2111-11-11',
  numeric: 98765,
  bool: true,
  jsonb: { smuggled: '夹带的文字' },
  _text: ['夹带的文字'],
  _uuid: ['feedface-0000-4000-8000-000000000000'],
}
/** As expressions; a number is looked for by itself, since ids and checksums hold any digits. */
const traceOfSmuggling = ['feedface', '夹带的文字', '2111-11-11', String.raw`\m98765\M`]

/** The input with every column's name as a further key, in each object of it; its own keys stay. */
function withColumns(value: unknown, columns: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => withColumns(item, columns))
  if (value === null || typeof value !== 'object') return value
  const own = Object.entries(value).map(([key, inner]) => [key, withColumns(inner, columns)])
  return { ...columns, ...Object.fromEntries(own) }
}

/** The first permitted person who is served their own rows. */
async function firstServed(call: Call): Promise<Person | null> {
  for (const person of callersOf(call)) {
    for (const input of inputsFor(call, endpoints.places[person.place]!)) {
      const { respCode } = await ask(call, input, person)
      await restore()
      if (respCode === 200) return person
    }
  }
  return null
}

test('no column can be written by naming it in a body that does not declare it', async () => {
  const rows = await endpoints.world.db`
    select distinct on (column_name) column_name as name, udt_name as type from information_schema.columns
    where table_schema = 'public' order by column_name`
  assert.ok(rows.length > 150)
  const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  const wrong: string[] = []
  let accepted = 0
  for (const call of calls) {
    const sent = Object.keys((call.input as { properties?: object }).properties ?? {})
    const columns = Object.fromEntries(
      rows
        .flatMap(({ name, type }) =>
          [name, camel(name as string)].map((key) => [key, smuggled[type] ?? 98765]),
        )
        .filter(([key]) => !sent.includes(key as string)),
    )
    const person = await firstServed(call)
    if (!person) continue
    for (const input of inputsFor(call, endpoints.places[person.place]!)) {
      const plainly = await ask(call, input, person)
      await restore()
      const freeForm = Object.keys(input).filter((key) => /^(answers|settings|changes)$/.test(key))
      const remaining = Object.fromEntries(freeForm.map((key) => [key, input[key]]))
      const loaded = { ...(withColumns(input, columns) as Record<string, unknown>), ...remaining }
      const reply = await ask(call, call.method === 'GET' ? { ...columns, ...input } : loaded, person)
      if (plainly.respCode === 200) accepted++
      if (reply.respCode !== plainly.respCode && reply.respCode !== 422)
        wrong.push(`${nameOf(call)}: ${plainly.text.slice(0, 120)} became ${reply.text.slice(0, 200)}`)
      const found = await endpoints.snapshot.holding(traceOfSmuggling, await changedNow())
      if (found.length > 0) wrong.push(`${nameOf(call)} wrote what was smuggled into ${found.join(', ')}`)
      await restore()
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(accepted > calls.length / 2, `only ${accepted} inputs were accepted at all`)
})
