import type { InputOf } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import type { Db } from '../../../../server/db.ts'
import { page } from '../../../../server/page.ts'
import type { Scope } from '../../../../server/session.ts'
import { visible } from '../../server/actions.ts'
import {
  SatExam,
  StudentCertificate,
  type studentManageCalls,
  StudentOperation,
  StudentOrder,
} from '../contract.ts'

type Query<K extends keyof typeof studentManageCalls> = InputOf<(typeof studentManageCalls)[K]>

async function assertSeen(db: Db, scope: Scope, accountId: string): Promise<void> {
  const [row] = await db`
    select 1 from accounts a left join units u on u.id = a.unit_id where a.id = ${accountId} and ${visible(db, scope)}`
  if (!row) refuse(commonRefusals.notFound)
}

/** The exam attempts of one learner; refuses (404) one out of scope, as all sections do. */
export async function pageExams(db: Db, scope: Scope, query: Query<'findExamList'>) {
  await assertSeen(db, scope, query.accountId)
  return page(db, SatExam, query, {
    columns: db`
      t.id, x.name as exam_name, c.name as class_name, t.enrolment_id, t.number, t.make_up, t.status, t.score,
      t.corrected, t.total, t.pass_score, t.passed, t.started_at`,
    from: db`exam_attempts t join exams x on x.id = t.exam_id join train_classes c on c.id = x.class_id`,
    where: [
      db`t.account_id = ${query.accountId}`,
      query.status && db`t.status = any(${query.status})`,
      query.startedFrom && db`t.started_at >= ${query.startedFrom}`,
      query.startedTo && db`t.started_at < ${query.startedTo}`,
    ],
    sorts: { status: db`t.status`, score: db`t.score`, startedAt: db`t.started_at` },
    orderBy: db`t.started_at desc, t.id desc`,
  })
}

/** The orders in which somebody learns, also those that others pay, each with their classes and what was tried to pay it. */
export async function pageOrders(db: Db, scope: Scope, query: Query<'findOrderList'>) {
  await assertSeen(db, scope, query.accountId)
  return page(db, StudentOrder, query, {
    columns: db`
      o.id, o.order_no, o.status, o.amount, o.created_at,
      array(select i.name from order_items i where i.order_id = o.id and i.account_id = ${query.accountId}
        order by i.sort) as class_names,
      coalesce((select json_agg(json_build_object('id', p.id, 'outTradeNo', p.out_trade_no, 'channel', p.channel,
          'status', p.status, 'amount', p.amount, 'createdAt', p.created_at) order by p.created_at, p.id)
        from payments p where p.order_id = o.id), '[]') as payments`,
    from: db`orders o`,
    where: [db`o.id in (select order_id from order_items where account_id = ${query.accountId})`],
    sorts: {
      orderNo: db`o.order_no`,
      amount: db`o.amount`,
      status: db`o.status`,
      createdAt: db`o.created_at`,
    },
    orderBy: db`o.created_at desc, o.id desc`,
  })
}

/** The certificates of one learner, revoked ones as well. */
export async function pageCertificates(db: Db, scope: Scope, query: Query<'findCertificateList'>) {
  await assertSeen(db, scope, query.accountId)
  return page(db, StudentCertificate, query, {
    columns: db`
      k.id, k.number, k.holder->>'className' as class_name, (k.holder->>'year')::int as year,
      (k.holder->>'hoursTenths')::int as hours_tenths, k.status, k.revoke_reason, k.print_count, k.verify_code,
      k.issued_at, case when k.holder ? 'reissuedDate' then k.holder->>'issuedDate' end as first_issued`,
    from: db`certificates k`,
    where: [
      db`k.account_id = ${query.accountId}`,
      query.status && db`k.status = any(${query.status})`,
      query.issuedFrom && db`k.issued_at >= ${query.issuedFrom}`,
      query.issuedTo && db`k.issued_at < ${query.issuedTo}`,
    ],
    sorts: {
      number: db`k.number`,
      hoursTenths: db`hours_tenths`,
      status: db`k.status`,
      issuedAt: db`k.issued_at`,
    },
    orderBy: db`k.issued_at desc, k.id desc`,
  })
}

/** Lists actions on one learner's account and profile, and the learner's own. */
export async function pageOperations(db: Db, scope: Scope, query: Query<'findOperationList'>) {
  await assertSeen(db, scope, query.accountId)
  return page(db, StudentOperation, query, {
    columns: db`
      l.id, l.action, v.user_name as actor_name, coalesce(l.actor_id = ${query.accountId}, false) as own, l.before,
      l.after, l.reason, l.created_at`,
    from: db`
      (select * from operation_logs where subject_kind = 'account' and subject_id = ${query.accountId}
        union select * from operation_logs where actor_id = ${query.accountId}) l`,
    join: db`left join accounts v on v.id = l.actor_id`,
    sorts: { createdAt: db`l.created_at` },
    orderBy: db`l.created_at desc, l.id desc`,
  })
}
