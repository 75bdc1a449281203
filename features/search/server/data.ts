import { isMobile, longIdCard } from '../../../contract/identity.ts'
import type { Call } from '../../../contract/call.ts'
import { asStored } from '../../../contract/spokenCode.ts'
import { nameKey } from '../../../contract/normalize.ts'
import { bigramsOf } from '../../../contract/search.ts'
import { audit } from '../../../server/audit.ts'
import { type Db, type Fragment, rowsOf, type Tx } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { hasWholeProject, inScope, mayCall, type Scope, type Session } from '../../../server/session.ts'
import { learnersNamed } from '../../account/server/actions.ts'
import { classCalls } from '../../class/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { studentManageCalls } from '../../student/manage/contract.ts'
import { visible } from '../../student/server/actions.ts'
import { unitCalls } from '../../unit/contract.ts'
import { Found, type FoundKind } from '../contract.ts'

/** Rows of each kind; what is meant is typed further. */
const most = 6
/** Namesakes among which those in scope are looked for. */
const namesakes = 200
/** Signs of a number or an account from which on its beginning is looked for: fewer are the beginning of too many. */
const leastSigns = 4

/** True if the caller may make the call that lists a kind: search shows nothing that the list would not. */
const may = (session: Session, { allow, wholeProject }: Call) =>
  mayCall(session, allow) && (!wholeProject || hasWholeProject(session))

const person = (db: Db) => db`
  'person' as kind, a.id, coalesce(s.real_name, a.user_name) as title,
  concat_ws(' · ', u.name, a.mobile_mask, s.card_mask) as line, a.login_name as number, a.id as account_id,
  null as verify_code`
const people = (db: Db) => db`
  accounts a left join students s on s.account_id = a.id left join units u on u.id = a.unit_id`

/** A login name that is a person's number is found in full only. */
const isPersonal = (db: Db) => db`l.login_name ~ '^(1[3-9][0-9]{9}|[0-9]{17}[0-9Xx])$'`

/** Accounts that begin with a word, to be joined to others. */
const beginsAccount = (db: Db, { projectId }: Scope, keyword: string) =>
  keyword.length < leastSigns
    ? db``
    : db`union all
      (select l.id from accounts l where l.project_id = ${projectId} and l.status <> 'deleted'
        and starts_with(lower(l.login_name) collate "C", ${keyword.toLowerCase()}) and not ${isPersonal(db)}
      order by lower(l.login_name) collate "C" limit ${namesakes})`

/** Learners by name, those of exactly this name first, or by the beginning of the account; by indexes of names alone. */
const peopleNamed = (db: Db, scope: Scope, keyword: string) => db`
  select ${person(db)} from ${people(db)}
  where ${visible(db, scope)} and a.id = any(array(
    (select x.account_id from students x where x.project_id = ${scope.projectId}
      and x.name_bigrams @> ${bigramsOf(keyword)} and name_key(x.real_name) = ${nameKey(keyword)} limit ${namesakes})
    union all
    (select n.account_id from (${learnersNamed(db, scope, keyword)}) n limit ${namesakes})
    union all
    (select l.id from accounts l where l.project_id = ${scope.projectId}
      and lower(l.login_name) = any(${[keyword.toLowerCase(), asStored(keyword)]}) and l.status <> 'deleted')
    ${beginsAccount(db, scope, keyword)}))
  order by name_key(coalesce(s.real_name, a.user_name)) = ${nameKey(keyword)} desc, a.id desc limit ${most}`

/** Orders by the beginning of their number, the newest first. */
const ordersNumbered = (db: Db, scope: Scope, keyword: string) => db`
  select 'order' as kind, o.id, o.order_no as title, concat_ws(' · ', o.payer_name, u.name) as line,
    o.order_no as number,
    (select i.account_id from order_items i where i.order_id = o.id order by i.sort limit 1) as account_id,
    null as verify_code
  from orders o left join units u on u.id = o.unit_id
  where o.id = any(array(
      select x.id from orders x where x.project_id = ${scope.projectId}
        and ${
          keyword.length < leastSigns
            ? db`x.order_no = ${keyword.toUpperCase()}`
            : db`starts_with(x.order_no collate "C", ${keyword.toUpperCase()})`
        }
      order by x.order_no collate "C" desc limit ${namesakes}))
    and ${inScope(db, scope, { project: 'o.project_id', unitPath: 'u.path', account: 'o.account_id' })}
  order by o.order_no collate "C" desc limit ${most}`

/** Certificates by their complete number. */
const certificatesNumbered = (db: Db, scope: Scope, keyword: string) => db`
  select 'certificate' as kind, k.id, k.number as title,
    concat_ws(' · ', coalesce(s.real_name, a.user_name), k.holder->>'className') as line, k.number, k.account_id,
    k.verify_code
  from certificates k join accounts a on a.id = k.account_id left join students s on s.account_id = a.id
  left join units u on u.id = a.unit_id
  where k.project_id = ${scope.projectId} and k.number = ${keyword.toUpperCase()} and ${visible(db, scope)}`

/** A part of a name, of two characters and more, among the pieces by which names are indexed; a single one finds none. */
const namedLike = (db: Db, column: string, pieces: Fragment, keyword: string) =>
  [...keyword].length > 1
    ? db`${pieces} @> ${bigramsOf(keyword)} and ${nameContains(db, db`${db(column)}`, keyword)}`
    : db`false`

/** Classes by a part of the name or their code. */
const classesNamed = (db: Db, scope: Scope, keyword: string) => {
  const codes = [keyword.toUpperCase(), asStored(keyword)]
  return db`
  select 'class' as kind, c.id, c.name as title, concat_ws(' · ', c.year, c.code) as line, c.code as number,
    null::uuid as account_id, null as verify_code
  from train_classes c
  where c.project_id = ${scope.projectId} and c.status <> 'deleted'
    and (c.code = any(${codes}) or ${namedLike(db, 'c.name', db`c.name_bigrams`, keyword)})
  order by c.code = any(${codes}) desc, name_key(c.name) = ${nameKey(keyword)} desc, c.id desc limit ${most}`
}

/** Units by a part of the name or their complete credit code; those nearest the top first. */
const unitsNamed = (db: Db, scope: Scope, keyword: string) => db`
  select 'unit' as kind, u.id, u.name as title, concat_ws(' · ', o.name, u.credit_code) as line,
    u.credit_code as number, null::uuid as account_id, null as verify_code
  from units u left join units o on o.id = u.parent_id
    and ${inScope(db, scope, { project: 'o.project_id', unitPath: 'o.path' })}
  where unit_exists(u.status) and ${inScope(db, scope, { project: 'u.project_id', unitPath: 'u.path' })}
    and (u.credit_code = ${keyword.toUpperCase()} or ${namedLike(db, 'u.name', db`bigrams_of(u.name)`, keyword)})
  order by name_key(u.name) = ${nameKey(keyword)} desc, length(u.path), u.name, u.id limit ${most}`

const kinds: Record<
  FoundKind,
  { listedBy: Call; query: (db: Db, scope: Scope, keyword: string) => Fragment }
> = {
  person: { listedBy: studentManageCalls.findPageList, query: peopleNamed },
  order: { listedBy: orderCalls.findPageList, query: ordersNumbered },
  certificate: { listedBy: studentManageCalls.findCertificateList, query: certificatesNumbered },
  class: { listedBy: classCalls.findPageList, query: classesNamed },
  unit: { listedBy: unitCalls.findUnitList, query: unitsNamed },
}

/** Finds a word within the caller's scope, in each kind the caller may list; in one statement. */
export async function findAll(db: Db, session: Session, keyword: string): Promise<Found[]> {
  const queries = Object.values(kinds)
    .filter(({ listedBy }) => may(session, listedBy))
    .map(({ query }) => db`(${query(db, session.scope, keyword)})`)
    .reduce<Fragment | null>((all, query) => (all ? db`${all} union all ${query}` : query), null)
  const found = queries ? rowsOf(Found, await db`${queries}`) : []
  return Object.keys(kinds).flatMap((kind) => found.filter((each) => each.kind === kind))
}

/** True if an account `a` has a complete mobile or ID number, by its keyed hash. */
const isNumbered = (db: Db, secrets: Secrets, { projectId }: Scope, number: string) =>
  isMobile(number)
    ? db`a.mobile_index = ${secrets.blindIndex('mobile', number)}`
    : db`a.id = (select account_id from students where project_id = ${projectId}
        and card_index = ${secrets.blindIndex('card', longIdCard(number))})`

/** True if a complete number is that of anyone in scope. */
export async function isSomebodys(db: Db, secrets: Secrets, scope: Scope, number: string): Promise<boolean> {
  const rows = await db`
    select from accounts a left join units u on u.id = a.unit_id
    where ${inScope(db, scope, { project: 'a.project_id', unitPath: 'u.path', account: 'a.id' })}
      and a.status <> 'deleted' and ${isNumbered(db, secrets, scope, number)} limit 1`
  return rows.length > 0
}

/**
 * The learner of a complete mobile or ID number within the caller's scope, by its keyed hash: nothing is opened, and a
 * part of a number finds nobody. Who looked is recorded, also where nobody was found.
 */
export async function findByNumber(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  what: 'mobile' | 'card',
  number: string,
): Promise<Found[]> {
  if (!may(session, studentManageCalls.findPageList)) return []
  const its = isNumbered(tx, secrets, session.scope, number)
  const found = rowsOf(
    Found,
    await tx`select ${person(tx)} from ${people(tx)} where ${visible(tx, session.scope)} and ${its} limit 1`,
  )
  await audit(tx, {
    by: session,
    action: 'search.number',
    ...(found[0]
      ? { subjectKind: 'account', subjectId: found[0].id }
      : { subjectKind: 'search', subjectId: what }),
    after: { what },
  })
  return found
}
