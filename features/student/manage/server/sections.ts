import type { TSchema } from 'typebox'
import type { Page, PageInput } from '../../../../contract/paging.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import type { Db } from '../../../../server/db.ts'
import { type Listing, page } from '../../../../server/page.ts'
import type { Scope } from '../../../../server/session.ts'
import { SatExam, StudentCertificate, StudentOperation, StudentOrder } from '../contract.ts'
import { visible } from './data.ts'

interface Query extends PageInput {
  accountId: string
}

async function assertSeen(db: Db, scope: Scope, accountId: string): Promise<void> {
  const [row] = await db`
    select 1 from accounts a left join units u on u.id = a.unit_id where a.id = ${accountId} and ${visible(db, scope)}`
  if (!row) refuse(commonRefusals.notFound)
}

async function pageOf<T extends TSchema>(
  db: Db,
  scope: Scope,
  query: Query,
  row: T,
  section: Listing,
): Promise<Page<T>> {
  await assertSeen(db, scope, query.accountId)
  return page(db, row, query, section)
}

/** The exam attempts of one learner; refuses (404) one out of scope, as all sections do. */
export const pageExams = (db: Db, scope: Scope, query: Query) =>
  pageOf(db, scope, query, SatExam, {
    columns: db`
      t.id, x.name as exam_name, c.name as class_name, t.enrolment_id, t.number, t.make_up, t.status, t.score,
      t.corrected, t.total, t.pass_score, t.passed, t.started_at`,
    from: db`exam_attempts t join exams x on x.id = t.exam_id join train_classes c on c.id = x.class_id`,
    where: [db`t.account_id = ${query.accountId}`],
    orderBy: db`t.started_at desc, t.id desc`,
  })

/** The orders of one learner, each with what was tried to pay it. */
export const pageOrders = (db: Db, scope: Scope, query: Query) =>
  pageOf(db, scope, query, StudentOrder, {
    columns: db`
      o.id, o.order_no, o.status, o.amount, o.created_at,
      array(select i.name from order_items i where i.order_id = o.id order by i.sort) as class_names,
      coalesce((select json_agg(json_build_object('id', p.id, 'outTradeNo', p.out_trade_no, 'channel', p.channel,
          'status', p.status, 'amount', p.amount, 'createdAt', p.created_at) order by p.created_at, p.id)
        from payments p where p.order_id = o.id), '[]') as payments`,
    from: db`orders o`,
    where: [db`o.account_id = ${query.accountId}`],
    orderBy: db`o.created_at desc, o.id desc`,
  })

/** The certificates of one learner, revoked ones as well. */
export const pageCertificates = (db: Db, scope: Scope, query: Query) =>
  pageOf(db, scope, query, StudentCertificate, {
    columns: db`
      k.id, k.number, k.holder->>'className' as class_name, (k.holder->>'year')::int as year,
      (k.holder->>'hoursTenths')::int as hours_tenths, k.status, k.revoke_reason, k.print_count, k.verify_code,
      k.issued_at`,
    from: db`certificates k`,
    where: [db`k.account_id = ${query.accountId}`],
    orderBy: db`k.issued_at desc, k.id desc`,
  })

/** What was done to one learner's account and profile, and what they did themselves. */
export const pageOperations = (db: Db, scope: Scope, query: Query) =>
  pageOf(db, scope, query, StudentOperation, {
    columns: db`
      l.id, l.action, v.user_name as actor_name, coalesce(l.actor_id = ${query.accountId}, false) as own, l.before,
      l.after, l.reason, l.created_at`,
    from: db`
      (select * from operation_logs where subject_kind = 'account' and subject_id = ${query.accountId}
        union select * from operation_logs where actor_id = ${query.accountId}) l`,
    join: db`left join accounts v on v.id = l.actor_id`,
    orderBy: db`l.created_at desc, l.id desc`,
  })
