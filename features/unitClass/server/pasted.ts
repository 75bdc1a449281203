import { longIdCard, maskIdCard, maskMobile } from '../../../contract/identity.ts'
import { PersonName } from '../../../contract/call.ts'
import { nameKey, normalizeMobile } from '../../../contract/normalize.ts'
import { audit } from '../../../server/audit.ts'
import type { Db, Tx } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { Session } from '../../../server/session.ts'
import { cellReader } from '../../import/cell/rules.ts'
import { type ImportColumn, sayProblem, type StoredProblem } from '../../import/rules.ts'
import { createLearners, loginNameOf, passwordOfNobody } from '../../student/server/actions.ts'
import type { InputOf } from '../../../contract/call.ts'
import type { PastedResult, unitClassCalls } from '../contract.ts'
import { rowProblem, rowProblems } from './fields.ts'
import { getFacts, lockFacts, type UnitClassFacts } from './data.ts'
import { judgePeople, namePeople } from './person.ts'
import { freeOf, listPeople } from './save.ts'

type Row = NonNullable<InputOf<typeof unitClassCalls.addPeople>['rows']>[number]
type Answer = { found: number; unknown: number; bad: number; added: number; rows: PastedResult[] }

const nameColumn: ImportColumn = {
  key: 'name',
  title: { zh: '姓名', en: 'Name' },
  kind: 'text',
  check: PersonName,
  required: true,
  plain: true,
  examples: [],
}
const numberColumn = (kind: 'card' | 'mobile'): ImportColumn => ({
  key: 'number',
  title: { zh: '证件号或手机号', en: 'ID or mobile number' },
  kind,
  check: {},
  required: true,
  examples: [],
})
const places = new Map([
  ['name', 0],
  ['number', 1],
])

/** A pasted row as it was read: its name and number in normal form, or what is wrong with them. */
interface ReadRow {
  name: string | undefined
  kind: 'card' | 'mobile'
  number: string | undefined
  index: Buffer | null
  problems: StoredProblem[]
}

/** Makes the reading of pasted rows; eleven digits after a 1 are a mobile number, all else an ID. */
function pastedReader(secrets: Secrets, today: string): (row: Row) => ReadRow {
  const read = {
    card: cellReader([nameColumn, numberColumn('card')], today),
    mobile: cellReader([nameColumn, numberColumn('mobile')], today),
  }
  return ({ name, number }) => {
    const kind = /^1\d{10}$/.test(normalizeMobile(number)) ? 'mobile' : 'card'
    const { values, problems } = read[kind]([name, number], [], places)
    const clear = values.number && (kind === 'card' ? longIdCard(values.number) : values.number)
    return {
      name: values.name,
      kind,
      number: clear,
      index: clear ? secrets.blindIndex(kind, clear) : null,
      problems,
    }
  }
}

interface Known {
  accountId: string
  realName: string
}

/** Finds the learners of a project by their numbers, in hexadecimal digits of the index. */
async function findKnown(db: Db, projectId: string, rows: readonly ReadRow[]): Promise<Map<string, Known>> {
  const indexes = (kind: ReadRow['kind']) =>
    rows.flatMap((row) => (row.kind === kind && row.index ? [row.index.toString('hex')] : []))
  const found = await db<(Known & { hex: string })[]>`
    select a.id as account_id, coalesce(s.real_name, a.user_name) as real_name, n.hex
    from unnest(${indexes('card')}::text[]) as n (hex)
    join students s on s.project_id = ${projectId} and s.card_index = decode(n.hex, 'hex')
    join accounts a on a.id = s.account_id and a.status <> 'deleted'
    union all
    select a.id, coalesce(s.real_name, a.user_name), n.hex
    from unnest(${indexes('mobile')}::text[]) as n (hex)
    join accounts a on a.project_id = ${projectId} and a.mobile_index = decode(n.hex, 'hex') and a.status <> 'deleted'
    left join students s on s.account_id = a.id`
  return new Map(found.map(({ hex, accountId, realName }) => [hex, { accountId, realName }]))
}

/** Different numbers that look alike masked, of one call: more read as a search for the right one. */
const mostAlike = 5

/** Rows whose numbers are guessed at, by somebody who sees them masked; they are not compared. */
function guessed(session: Session, rows: readonly ReadRow[]): Set<ReadRow> {
  if (session.menus.has('/student-manage/student#reveal')) return new Set()
  const masked = Map.groupBy(
    rows.filter((row) => row.number !== undefined),
    ({ kind, number }) => (kind === 'card' ? maskIdCard(number!) : maskMobile(number!)),
  )
  return new Set(
    [...masked.values()].flatMap((alike) =>
      new Set(alike.map(({ number }) => number)).size > mostAlike ? alike : [],
    ),
  )
}

type Judged = PastedResult & { read: ReadRow }

/** Judges pasted rows by each other and by what the portal holds. */
async function judge(
  db: Db,
  secrets: Secrets,
  session: Session,
  facts: UnitClassFacts,
  rows: readonly Row[],
): Promise<Judged[]> {
  const [clock] = await db<{ today: string }[]>`select (moment() at time zone 'Asia/Shanghai')::date as today`
  const read = pastedReader(secrets, clock!.today)
  const all = rows.map(read)
  const known = await findKnown(db, facts.projectId, all)
  const alike = guessed(session, all)
  const personOf = ({ index }: ReadRow) => (index ? known.get(index.toString('hex')) : undefined)
  const accountIds = [...new Set(all.flatMap((row) => personOf(row)?.accountId ?? []))]
  const verdicts = await judgePeople(db, { projectId: facts.projectId, unitPath: null }, facts, accountIds)
  const listed = new Set(
    (
      await db<{ accountId: string }[]>`
        select account_id from unit_class_people
        where unit_class_id = ${facts.id} and account_id = any(${accountIds}::uuid[])`
    ).map(({ accountId }) => accountId),
  )
  const first = new Map<string, number>()
  return all.map((row, at): Judged => {
    const problems = [...row.problems]
    const person = alike.has(row) ? undefined : personOf(row)
    const key = person?.accountId ?? row.index?.toString('hex')
    const earlier = key === undefined ? undefined : first.get(key)
    if (key !== undefined && earlier === undefined) first.set(key, at)
    if (earlier !== undefined) problems.push(rowProblem('number', 'twice', { row: earlier + 1 }))
    if (alike.has(row)) problems.push(rowProblem('number', 'alike'))
    const isNamed = person && row.name && nameKey(person.realName) === nameKey(row.name)
    if (person && row.name && !isNamed) problems.push(rowProblem('name', 'name'))
    const standing = person ? verdicts.get(person.accountId) : null
    // The name on record is for those who see the person in their lists.
    const isShown = isNamed || (person && standing !== 'otherUnit' && standing !== 'notActive')
    const verdict = isNamed ? standing : null
    if (verdict) problems.push(rowProblem(null, verdict))
    if (!person && problems.length === 0 && row.kind === 'mobile')
      problems.push(rowProblem('number', 'unknownMobile'))
    const isBad = problems.length > 0
    return {
      row: at,
      state: isBad ? 'bad' : person ? 'found' : 'unknown',
      accountId: isNamed ? person.accountId : null,
      realName: isShown ? person!.realName : null,
      listed: isNamed ? listed.has(person.accountId) : false,
      problems: problems.map((stored) => {
        const { column, zh, en, fix } = sayProblem(rowProblems, undefined, stored)
        return { column: column as 'name' | 'number' | null, code: stored.code, zh, en, ...(fix && { fix }) }
      }),
      read: row,
    }
  })
}

function answerOf(judged: readonly Judged[], added: number): Answer {
  const count = (state: PastedResult['state']) => judged.filter((row) => row.state === state).length
  return {
    found: count('found'),
    unknown: count('unknown'),
    bad: count('bad'),
    added,
    rows: judged.map(({ read: _read, ...row }) => row),
  }
}

/** Says of pasted rows who they are; refuses 404. */
export async function checkPeople(
  db: Db,
  secrets: Secrets,
  session: Session,
  { unitClassId, rows }: InputOf<typeof unitClassCalls.checkPeople>,
): Promise<Answer> {
  const facts = await getFacts(db, session.scope, unitClassId)
  return answerOf(await judge(db, secrets, session, facts, rows), 0)
}

/** Learners that are created in one statement. */
const createdAtOnce = 500

/** A person nobody knows yet, by name and ID. */
interface NewPerson {
  name: string
  card: string
  mobile: string | null
}

/**
 * Creates learners of a unit; gives their ids in the order of the people, null for one whose number somebody took
 * meanwhile.
 */
export async function createPeople(
  tx: Tx,
  secrets: Secrets,
  by: { accountId: string; projectId: string },
  { unitClassId, unitId }: { unitClassId: string; unitId: string },
  people: readonly NewPerson[],
): Promise<(string | null)[]> {
  if (people.length === 0) return []
  const { projectId } = by
  const passwordHash = await passwordOfNobody()
  const named = people.map((person) => ({
    ...person,
    hex: secrets.blindIndex('card', person.card).toString('hex'),
    loginName: loginNameOf(secrets.blindIndex('card', person.card)),
  }))
  const taken = new Set(
    (
      await tx<{ hex: string }[]>`
        select n.hex from unnest(${named.map(({ hex }) => hex)}::text[]) as n (hex)
        join students s on s.project_id = ${projectId} and s.card_index = decode(n.hex, 'hex')`
    ).map(({ hex }) => hex),
  )
  const fresh = named.filter(({ hex }) => !taken.has(hex))
  const ids = new Map<string, string>()
  for (let at = 0; at < fresh.length; at += createdAtOnce) {
    const part = fresh.slice(at, at + createdAtOnce).map(({ name, card, mobile, loginName }) => ({
      account: { loginName, userName: name, unitId, mobile },
      cardNumber: card,
      profile: {},
    }))
    for (const [name, id] of await createLearners(
      tx,
      secrets,
      { projectId, passwordHash, giverId: by.accountId },
      part,
    ))
      ids.set(name, id)
  }
  if (ids.size > 0)
    await audit(tx, {
      by,
      action: 'student.import',
      subjectKind: 'unitClass',
      subjectId: unitClassId,
      after: { unitId, accountIds: [...ids.values()] },
    })
  return named.map(({ loginName }) => ids.get(loginName) ?? null)
}

/** Accounts of those who failed in, or let expire, another unit class that the caller sees; refuses 404. */
async function listFailed(tx: Tx, session: Session, unitClassId: string): Promise<string[]> {
  const { classId, id } = await getFacts(tx, session.scope, unitClassId)
  const rows = await tx<{ accountId: string }[]>`
    select distinct e.account_id from batch_orders b join order_items i on i.order_id = b.order_id
    join enrolments e on e.account_id = i.account_id and e.class_id = ${classId} and e.source = 'batch'
      and e.source_id = i.id and e.status in ('failed', 'expired')
    where b.unit_class_id = ${id} order by e.account_id`
  return rows.map(({ accountId }) => accountId)
}

/**
 * Puts ticked people, those of pasted rows that are right, and those who failed elsewhere on the roster of a unit class of
 * the caller's scope; creates whom nobody knows where that is asked. Refuses 404, and (422) more than a roster has.
 */
export async function addPeople(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  { unitClassId, accountIds = [], rows = [], failedOf }: InputOf<typeof unitClassCalls.addPeople>,
): Promise<Answer> {
  const facts = await lockFacts(tx, session.scope, unitClassId)
  const ticked = [...accountIds, ...(failedOf ? await listFailed(tx, session, failedOf) : [])]
  const judged = rows.length > 0 ? await judge(tx, secrets, session, facts, rows) : []
  const wanted = judged.filter(({ state, row }) => state === 'unknown' && rows[row]!.create)
  const created = await createPeople(
    tx,
    secrets,
    session,
    { unitClassId, unitId: facts.unitId },
    wanted.map(({ read }) => ({ name: read.name!, card: read.number!, mobile: null })),
  )
  for (const [at, row] of wanted.entries()) {
    const accountId = created[at]
    if (accountId) Object.assign(row, { state: 'found', accountId, realName: row.read.name! })
  }
  const { free, verdicts } = await freeOf(tx, facts, [...new Set(ticked)], session.scope.unitPath)
  const right = judged.flatMap(({ state, accountId }) => (state === 'found' && accountId ? [accountId] : []))
  const added = await listPeople(tx, session, unitClassId, [...new Set([...free, ...right])])
  for (const row of judged) if (row.state === 'found') row.listed = true
  const ofUnit = [...verdicts].flatMap(([id, problem]) => (problem === 'otherUnit' ? [] : [id]))
  const names = await namePeople(tx, ofUnit)
  const said = [...new Set(ticked)].map((accountId, at): Judged => {
    const problem = verdicts.get(accountId)
    // Of another project and absent answer alike.
    const words = problem === undefined ? rowProblem(null, 'absent') : problem && rowProblem(null, problem)
    const { zh, en, fix } = words
      ? sayProblem(rowProblems, undefined, words)
      : { zh: '', en: '', fix: undefined }
    return {
      row: rows.length + at,
      state: words ? 'bad' : 'found',
      accountId: problem === undefined ? null : accountId,
      realName: names.get(accountId) ?? null,
      listed: !words,
      problems: words ? [{ column: null, code: words.code, zh, en, ...(fix && { fix }) }] : [],
      read: { name: undefined, kind: 'card', number: undefined, index: null, problems: [] },
    }
  })
  return answerOf([...judged, ...said], added)
}
